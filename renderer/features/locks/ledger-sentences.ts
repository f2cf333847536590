import type { LedgerCause, LedgerEntry } from '../../../shared/contract/types.ts'
import type { WindowRule } from '../../../shared/engine/index.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { reasonWords } from '../../lib/words/failure-reason.ts'
import { reasonNoun } from '../../lib/words/reason-noun.ts'
import type { MarkState } from '../../lib/words/state-words.ts'
import { capitalize, ordinal } from '../../lib/words/text.ts'
import { endWords, type WriteWhen } from '../../lib/words/when.ts'

/** One entry of the ledger in words: what happened, and why, with the rule. */
export interface LedgerSentence {
  readonly mark: MarkState
  readonly happened: string
  readonly why: string
}

/** Which rule decided, as the end of a sentence; empty where the cause says it all. */
const RULE_WORDS: Readonly<Record<WindowRule, string | ((entry: LedgerEntry) => string)>> = {
  cooldown_ladder: (entry) => stepWords('the ladder', entry),
  rate_limit_doubling: (entry) => stepWords('the doubling of rate limits', entry),
  billing_doubling: (entry) => stepWords('the doubling for credit', entry),
  permanent_auth_doubling: (entry) => stepWords('the doubling for refused keys', entry),
  retry_hint: 'as long as the provider asked for',
  announced_reset: ({ cause }) => (cause === 'announced' ? '' : 'until the reset that the provider announced'),
  usage_probe_available: 'the usage page showed that there is capacity',
  usage_probe_http_error: 'the usage page answered with an error',
  usage_probe_failed: 'the usage page did not answer',
  usage_probe_token_expired: 'the usage page said that the sign-in has expired',
  usage_probe_account_dead: 'the usage page said that the account no longer works',
  snooze: 'until the time that was chosen',
  classification_outdated: 'what the usage page had said is out of date',
  block_replaces_cooldown: 'the announced reset takes the place of the cooldown',
  success: 'an answer ends every lock',
  use: 'a use ends every lock',
  expired: '',
  contradicted: '',
  manual_clear: 'clearing ends every lock and counts failures from zero',
  credential_replaced: 'a new credential starts without locks',
}

const CAUSE_WORDS: Readonly<Record<LedgerCause, (entry: LedgerEntry) => string>> = {
  failure: (entry) => failureWords(entry),
  announced: () => 'The provider announced its reset',
  success: () => 'A request was answered',
  recheck: ({ action }) => (isEnd(action) ? 'A re-check was answered' : 'A re-check was refused'),
  manual_clear: () => 'Cleared here',
  snooze: () => 'Snoozed here',
  credential_replaced: () => 'The credential was replaced',
  healed: () => 'Healed, as a fresher signal contradicted the lock',
  expired: () => 'Its time was over',
  outside: (entry) => {
    if (isEnd(entry.action)) return 'Ended outside of the console'
    return entry.reason === null || entry.basis !== 'recorded' ? 'Done outside of the console' : failureWords(entry)
  },
}

const MARKS: Readonly<Record<LedgerEntry['action'], MarkState | null>> = {
  opened: null,
  extended: null,
  kept: null,
  cleared: 'ready',
  expired: 'ready',
}

/** One entry of the ledger in words. */
export function ledgerSentence(entry: LedgerEntry, when: WriteWhen): LedgerSentence {
  const rule = ruleWords(entry)
  const cause = CAUSE_WORDS[entry.cause](entry)
  return {
    mark: MARKS[entry.action] ?? entry.windowKind,
    happened: happenedWords(entry, when),
    why: `${cause}${rule === '' ? '' : `: ${rule}`}${entry.basis === 'recorded' ? ' (read from the records)' : ''}.`,
  }
}

function happenedWords(entry: LedgerEntry, when: WriteWhen): string {
  const { action, untilBeforeMs, untilAfterMs, windowKind, model } = entry
  const only = model === null ? '' : ` for ${model} only`
  const end = (atMs: number | null, unknown = 'a time that is not on record'): string =>
    atMs === null ? unknown : endWords(when(atMs))
  switch (action) {
    case 'opened':
      return `${LOCKED_WORDS[windowKind]}${only} until ${end(untilAfterMs)}`
    case 'extended':
      return `Locked for longer${only}: until ${end(untilAfterMs)}, not ${end(untilBeforeMs)}`
    case 'kept':
      return `Stayed locked${only} until ${end(untilAfterMs ?? untilBeforeMs)}`
    case 'cleared':
      return `Unlocked${only}${untilBeforeMs === null ? '' : `, before ${end(untilBeforeMs)}`}`
    case 'expired':
      return `Ready again${only}`
  }
}

const LOCKED_WORDS: Readonly<Record<LedgerEntry['windowKind'], string>> = {
  cooldown: 'Cooling',
  disabled: 'Disabled',
  blocked: 'Blocked',
}

function failureWords({ failures, reason }: LedgerEntry): string {
  if (reason === null) return 'A failure'
  const noun = reasonNoun(reason)
  return failures === null || failures < 2
    ? capitalize(reasonWords(reason))
    : capitalize(`${ordinal(failures)} ${noun} in a row`)
}

function ruleWords(entry: LedgerEntry): string {
  if (entry.rule === null || !isRule(entry.rule)) return ''
  const words = RULE_WORDS[entry.rule]
  return typeof words === 'string' ? words : words(entry)
}

function stepWords(ladder: string, { rung, action, atMs, untilAfterMs, basis }: LedgerEntry): string {
  const length =
    action === 'opened' && basis !== 'recorded' && untilAfterMs !== null ? `, ${formatLength(untilAfterMs - atMs)}` : ''
  return rung === null ? `by ${ladder}${length}` : `${ordinal(rung)} step of ${ladder}${length}`
}

function isEnd(action: LedgerEntry['action']): boolean {
  return action === 'cleared' || action === 'expired'
}

function isRule(rule: string): rule is WindowRule {
  return Object.hasOwn(RULE_WORDS, rule)
}

export const LEDGER_RULES = Object.keys(RULE_WORDS) as readonly WindowRule[]
