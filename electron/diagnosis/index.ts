/** Finds in records what a person should look at: pure functions over plain data. */
export { CLOCK_TOLERANCE_MS } from './clock-skew.ts'
export { diagnose } from './diagnose.ts'
export type {
  AnswerRecord,
  ClockRecord,
  DiagnosisInput,
  LimitRecord,
  MinuteRecord,
  TextRecord,
  WindowRecord,
} from './input.ts'
export { asksForCause } from './long-locks.ts'
