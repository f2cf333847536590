import type { MarkableReason, Policy } from '../policy/index.ts'
import { isFailureReason, type FailureReason } from '../store/failure-reason.ts'

/** A failed call, as far as it matters whether it says something about the profile. */
export interface MarkingQuestion {
  readonly reason: MarkableReason
  /** Whose findings they are: `local` runs keep theirs to themselves, `local_transient` the passing ones. */
  readonly health: 'shared' | 'local' | 'local_transient'
  /** The call had reached the provider. */
  readonly hasProviderStarted: boolean
  /** Somebody else (a harness) makes the calls, so its timeouts say nothing about the profile. */
  readonly isForeignTransport: boolean
  /** How long the limit lasts according to the error's text: short means a minute or less. */
  readonly announcedLimit: 'short' | 'long' | 'unknown'
}

export type MarkingRule =
  | 'marked'
  /** a run whose findings are its own */
  | 'local_run'
  /** a reason that says nothing about the credential, or for which the records have no word */
  | 'never_marked'
  /** a timeout before the provider was reached, or under rules that mark none */
  | 'timeout_not_of_provider'
  /** a passing condition, in a run whose passing findings are its own */
  | 'passing_condition'

/** Whether a failure is written to the records of the profile it happened with, and the rule that says so. */
export type Marking =
  | { readonly rule: 'marked'; readonly reason: FailureReason }
  | { readonly rule: Exclude<MarkingRule, 'marked'>; readonly reason: null }

export function markingOf(question: MarkingQuestion, { windows }: Policy): Marking {
  const { reason, health } = question
  if (health === 'local') return { rule: 'local_run', reason: null }
  if (windows.marking.neverMarked.includes(reason) || !isFailureReason(reason))
    return { rule: 'never_marked', reason: null }
  if (reason === 'timeout' && !marksTimeout(question, windows.marking.timeouts))
    return { rule: 'timeout_not_of_provider', reason: null }
  const isPassing =
    windows.marking.notMarkedInTransientRuns.includes(reason) ||
    (reason === 'rate_limit' && question.announcedLimit === 'short')
  return health === 'local_transient' && isPassing
    ? { rule: 'passing_condition', reason: null }
    : { rule: 'marked', reason }
}

function marksTimeout(
  { hasProviderStarted, isForeignTransport }: MarkingQuestion,
  timeouts: 'never' | 'when-provider-started',
): boolean {
  return timeouts === 'when-provider-started' && hasProviderStarted && !isForeignTransport
}
