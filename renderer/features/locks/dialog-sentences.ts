import type { LockChange, LocksReceipt } from '../../../shared/contract/types.ts'
import type { IgnoreRule } from '../../../shared/engine/index.ts'
import { count, listOf } from '../../lib/words/text.ts'
import { endWords, type WriteWhen } from '../../lib/words/when.ts'

/** `alpha:work`, `alpha:work and beta:main`, `5 accounts`. */
export function accountsWords(profileIds: readonly string[]): string {
  return profileIds.length <= 2 ? listOf(profileIds) : count(profileIds.length, 'account')
}

/** What clearing will do, in one sentence. */
export function clearSentence(profileIds: readonly string[]): string {
  const isOne = profileIds.length === 1
  const [are, their, them] = isOne ? ['is', 'its', 'it'] : ['are', 'their', 'them']
  return (
    `${accountsWords(profileIds)} ${are} used again at once, and ${their} failures are counted from zero; ` +
    `if ${isOne ? 'the cause is' : 'a cause is'} still there, the next failure locks ${them} again.`
  )
}

/** What a running OpenClaw makes of a change of the locks. */
export const GATEWAY_CONSEQUENCE =
  'OpenClaw is running and keeps using its own copy until it reloads; a change of openclaw.json or a restart makes it, ' +
  'and afterwards the console offers to.'

export interface Snoozed {
  readonly profileIds: readonly string[]
  readonly untilMs: number
  /** When the longest running lock of the one account ends; null: none is running, or there are several accounts. */
  readonly runningUntilMs: number | null
  readonly zone: string
}

/** What snoozing will do, in one sentence. A running lock never ends sooner for it. */
export function snoozeSentence({ profileIds, untilMs, runningUntilMs, zone }: Snoozed, when: WriteWhen): string {
  const who = accountsWords(profileIds)
  const until = `${endWords(when(untilMs))} (${zone})`
  if (profileIds.length > 1)
    return `${who} are not used before ${until}; those that are locked for longer stay locked for longer.`
  if (runningUntilMs === null) return `${who} is not used before ${until}; then it is ready again by itself.`
  return runningUntilMs >= untilMs
    ? `Nothing changes before ${endWords(when(runningUntilMs))}: ${who} is locked until then, and a snooze never ends a lock sooner.`
    : `${who} is not used before ${until}, instead of ${endWords(when(runningUntilMs))}.`
}

const DONE_WORDS = {
  cleared: { did: 'unlocked', instead: 'had no lock to clear' },
  snoozed: { did: 'snoozed', instead: 'could not be snoozed' },
} as const

/** What clearing or snoozing did, in one sentence: to whom, and to whom not. */
export function receiptSentence(
  done: keyof typeof DONE_WORDS,
  { changes }: Pick<LocksReceipt, 'changes'>,
): { readonly tone: 'good' | 'plain'; readonly message: string } {
  const isTouched = (change: LockChange): boolean =>
    change.ignored === null && (done === 'cleared' || change.changes.length > 0)
  const touched = changes.filter(isTouched).map(({ profileId }) => profileId)
  const others = changes.filter((change) => !isTouched(change))
  const { did, instead } = DONE_WORDS[done]
  const first = touched.length === 0 ? [] : [`${accountsWords(touched)} ${touched.length === 1 ? 'is' : 'are'} ${did}.`]
  const rest = others.map(
    ({ profileId, ignored }) => `${profileId} ${instead}${ignored === null ? '' : IGNORED[ignored]}.`,
  )
  return { tone: others.length === 0 ? 'good' : 'plain', message: [...first, ...rest].join(' ') }
}

const IGNORED: Readonly<Record<IgnoreRule, string>> = {
  exempt_provider: ': its provider is never locked',
  covered_by_block: ': an announced block covers it already',
  needs_usage_probe: ': its usage page has to be asked first',
  inline_key: ': its key stands in the configuration',
  not_in_future: ': that time is past',
  no_blocks: ': these rules know no announced blocks',
  no_record: ': nothing is on record about it',
  no_block: ': no block is running',
}

export const IGNORE_RULES = Object.keys(IGNORED) as readonly IgnoreRule[]
