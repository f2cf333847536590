import type { FailoverReason } from '../classification/failover-reason.ts'
import type { FallbackNotice } from '../sessions/entry.ts'
import { redactSecrets } from '../classification/redact.ts'
import type { AttemptRecord } from './types.ts'

const REASON_LENGTH = 80
/** Reasons whose word says less than the provider's text, where that is telling. */
const PASSING: ReadonlySet<FailoverReason> = new Set(['rate_limit', 'overloaded', 'timeout', 'server_error', 'unknown'])
const TELLING = /\b(?:429|5\d\d)\b|quota|try again in \d|resets? (?:at|in)|retry after|额度|稍后重试/i

/** How the model that answers relates to the selected one, before and after a run (R11). */
export interface NoticeTransition {
  /** `provider/model` */
  readonly selected: string
  /** `provider/model` */
  readonly active: string
  readonly isFallbackActive: boolean
  readonly kind:
    /** another model answers now than before: say so once */
    | 'fell_back'
    /** the selected model answers again: say so once */
    | 'returned'
    /** nothing to say */
    | 'unchanged'
  /** returned: the model that answered before, where it is known. */
  readonly previousActive: string | null
  /** fell_back: why, as a code and in words of at most 80 characters. */
  readonly reason: FailoverReason | null
  readonly reasonSummary: string | null
  /** `provider/model reason` of each attempt. */
  readonly attemptSummaries: readonly string[]
  /** It is shown to people; otherwise only stored and recorded. */
  readonly isVisible: boolean
}

/**
 * Compares the model that answered with the selected one and with what was announced last. The same fallback is announced
 * once, whatever its reason is the next time.
 *
 * @param previous what the session holds
 */
export function noticeTransition(
  previous: FallbackNotice | null,
  selected: string,
  active: string,
  attempts: readonly AttemptRecord[],
  isVisible: boolean,
): NoticeTransition {
  const isFallbackActive = selected !== active
  const isSame = previous !== null && previous.selected === selected && previous.active === active
  const wasFallback = previous !== null && previous.selected !== previous.active
  const kind = isFallbackActive ? (isSame ? 'unchanged' : 'fell_back') : wasFallback ? 'returned' : 'unchanged'
  return {
    selected,
    active,
    isFallbackActive,
    kind,
    previousActive: kind === 'returned' ? (previous?.active ?? null) : null,
    reason: isFallbackActive ? (attempts[0]?.reason ?? null) : null,
    reasonSummary: isFallbackActive ? reasonSummary(attempts) : null,
    attemptSummaries: attempts.map(({ provider, model, reason }) => `${provider}/${model} ${reason}`),
    isVisible,
  }
}

/** What the session holds after a transition. */
export function noticeAfter({
  isFallbackActive,
  selected,
  active,
  reasonSummary: reason,
}: NoticeTransition): FallbackNotice | null {
  return isFallbackActive ? { selected, active, reason } : null
}

function reasonSummary(attempts: readonly AttemptRecord[]): string {
  const first = attempts[0]
  if (!first) return 'selected model unavailable'
  const more = attempts.length - 1
  const suffix = more > 0 ? ` (+${more} more attempt${more === 1 ? '' : 's'})` : ''
  return `${cut(oneReason(first))}${suffix}`
}

function oneReason({ reason, error, code, status }: AttemptRecord): string {
  if (PASSING.has(reason) && TELLING.test(error)) return redactSecrets(error).trim()
  if (reason !== 'unknown') return reason.replaceAll('_', ' ')
  return code ?? (status === undefined ? redactSecrets(error).trim() : `HTTP ${status}`)
}

function cut(text: string): string {
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH - 1)}…` : text
}
