/** The windows of one profile: what is recorded, what happens to it, and what follows from it for several profiles. */
export { applyWindowEvent } from './apply-event.ts'
export { clockDoubt, windowCaps, type ClockDoubt } from './caps.ts'
export {
  CONTRADICTION_CODES,
  contradictionChangeAtMs,
  contradictionOf,
  endContradicted,
  type Contradiction,
  type ContradictionCode,
  type ContradictionContext,
} from './contradiction.ts'
export type * from './effect-types.ts'
export { cooldownLengthMs, disabledLengthMs } from './lengths.ts'
export { markingOf, type Marking, type MarkingQuestion, type MarkingRule } from './marking.ts'
export { isReprobeDue, recordBlock, recordReprobe } from './record-block.ts'
export { recordFailure } from './record-failure.ts'
export { clearWindows, recordSuccess, recordUse } from './reset.ts'
export { snooze } from './snooze.ts'
export { soonestExpiry, type SoonestExpiry, type WaitingProfile } from './soonest-expiry.ts'
export { sweepExpired } from './sweep.ts'
export { unavailableReason, type UnavailabilityVote, type UnavailableReason } from './unavailable-reason.ts'
export { accountUnusableUntil, isExempt, isUnusable, unusableUntil } from './unusable-until.ts'
export { recordedWindows, windowsOf } from './windows.ts'
export type * from './types.ts'
