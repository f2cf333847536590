import type { Decision, LogCounts, RunOutcome, WindowEvent } from '../../../shared/contract/history/index.ts'
import { isFailoverReason, type FailoverReason } from '../../../shared/engine/index.ts'
import { count, listOf } from '../words/text.ts'

/** What a record did with its candidate: glyph and colour follow from it. */
export type DecisionMark = 'answered' | 'failed' | 'skipped' | 'probed'

const MARKS: Readonly<Record<Decision, DecisionMark>> = {
  candidate_succeeded: 'answered',
  candidate_failed: 'failed',
  skip_candidate: 'skipped',
  probe_cooldown_candidate: 'probed',
}

export function decisionMark(decision: Decision): DecisionMark {
  return MARKS[decision]
}

/** One word for a decision: `answered`, `failed`, `skipped`, `probed`. */
export function decisionWord(decision: string): string {
  return Object.hasOwn(MARKS, decision) ? MARKS[decision as Decision] : plainCode(decision)
}

interface ReasonWords {
  /** For a narrow column: at most 17 characters. */
  readonly short: string
  /** A noun phrase, lower case. */
  readonly phrase: string
  /** Completes a sentence about an account or a model: `alpha/big was rate-limited`. */
  readonly was: string
  /** The same about several: `both accounts were rate-limited`. */
  readonly were: string
}

const REASONS: Readonly<Record<FailoverReason, ReasonWords>> = {
  rate_limit: said('rate limit', 'rate limit reached', 'rate-limited'),
  overloaded: said('overloaded', 'provider overloaded', 'overloaded'),
  billing: said('out of credit', 'out of credit', 'out of credit'),
  auth: {
    short: 'key refused',
    phrase: 'credential refused',
    was: 'refused the credential',
    were: 'refused the credential',
  },
  auth_permanent: {
    short: 'key refused, final',
    phrase: 'credential refused for good',
    was: 'refused the credential for good',
    were: 'refused the credential for good',
  },
  session_expired: {
    short: 'session expired',
    phrase: 'session expired',
    was: 'answered that the session has expired',
    were: 'answered that the session has expired',
  },
  format: {
    short: 'not understood',
    phrase: 'request not understood',
    was: 'did not understand the request',
    were: 'did not understand the request',
  },
  model_not_found: {
    short: 'no such model',
    phrase: 'model not found',
    was: 'not found',
    were: 'not found',
  },
  timeout: {
    short: 'no answer in time',
    phrase: 'no answer in time',
    was: 'did not answer in time',
    were: 'did not answer in time',
  },
  server_error: {
    short: 'provider error',
    phrase: 'error at the provider',
    was: 'failed with an error of its own',
    were: 'failed with an error of their own',
  },
  tls_certificate: {
    short: 'bad certificate',
    phrase: 'certificate not trusted',
    was: 'showed a certificate that is not trusted',
    were: 'showed a certificate that is not trusted',
  },
  context_overflow: {
    short: 'too long',
    phrase: 'request too long',
    was: 'cannot take a request as long as this one',
    were: 'cannot take a request as long as this one',
  },
  empty_response: {
    short: 'empty answer',
    phrase: 'empty answer',
    was: 'gave an empty answer',
    were: 'gave an empty answer',
  },
  no_error_details: {
    short: 'no details',
    phrase: 'failed without details',
    was: 'failed without details',
    were: 'failed without details',
  },
  unclassified: {
    short: 'unclassified',
    phrase: 'failed in an unclassified way',
    was: 'failed in a way that no rule knows',
    were: 'failed in ways that no rule knows',
  },
  unknown: {
    short: 'unknown',
    phrase: 'failed for an unknown reason',
    was: 'failed for an unknown reason',
    were: 'failed for unknown reasons',
  },
}

/** A state rather than a deed: `was rate-limited`. */
function said(short: string, phrase: string, state: string): ReasonWords {
  return { short, phrase, was: `was ${state}`, were: `were ${state}` }
}

function wordsOf(reason: string | null): ReasonWords | null {
  return isFailoverReason(reason) ? REASONS[reason] : null
}

/** For a column; empty where there is none. What this version does not know is shown as it is written. */
export function reasonShort(reason: string | null): string {
  return reason === null ? '' : (wordsOf(reason)?.short ?? plainCode(reason))
}

/** A noun phrase in lower case: `rate limit reached`. */
export function reasonPhrase(reason: string | null): string {
  return reason === null ? 'no reason on record' : (wordsOf(reason)?.phrase ?? plainCode(reason))
}

/** The predicate of a sentence about what failed: `was rate-limited`; several: `were rate-limited`. */
export function reasonPredicate(reason: string | null, isPlural: boolean): string {
  if (reason === null)
    return isPlural ? 'failed for reasons that are not on record' : 'failed for a reason that is not on record'
  const words = wordsOf(reason)
  if (words === null) return `failed with “${plainCode(reason)}”`
  if (reason === 'model_not_found') return isPlural ? 'were not found' : 'was not found'
  return isPlural ? words.were : words.was
}

/** Ways in which a run ends, as a word and as what it means. */
export const OUTCOME_WORDS: Readonly<Record<RunOutcome, { readonly word: string; readonly gist: string }>> = {
  answered: { word: 'answered', gist: 'The requested model answered.' },
  fell_back: { word: 'fell back', gist: 'Another model of the chain answered.' },
  exhausted: { word: 'no answer', gist: 'No model of the chain answered.' },
  stopped: { word: 'stopped', gist: 'The run ended before the chain did.' },
  unknown: { word: 'not known', gist: 'The log does not tell how the run ended.' },
}

const STOPS: Readonly<Record<string, string>> = {
  agent_run_terminal_timeout: 'the run as a whole took too long',
  command_lane_task_timeout: 'its task took too long',
  agent_harness_preflight: 'the agent could not be started',
  sandbox_provisioning: 'its sandbox could not be prepared',
  caller_signal_aborted: 'whoever asked called it off',
  agent_run_direct_abort: 'it was called off',
  agent_run_restart_abort: 'the gateway was restarted',
  agent_run_superseded_abort: 'a newer request took its place',
  session_placement_settlement_closed: 'its session was closed',
  terminal_abort_wrapper: 'it was called off',
  idle_timeout_circuit_breaker: 'too many calls in a row went without an answer',
}

/** Why a run was stopped, to stand behind a colon. */
export function stopWords(reason: string | null): string {
  if (reason === null) return 'the log does not tell why'
  return STOPS[reason] ?? `the log says “${plainCode(reason)}”`
}

export const STOP_REASONS = Object.keys(STOPS)

const WINDOW_WORDS: Readonly<Record<WindowEvent['kind'], string>> = {
  cooldown: 'cooldown',
  disabled: 'long lock',
  blocked: 'block until the announced time',
}

export function windowKindWords(kind: WindowEvent['kind']): string {
  return WINDOW_WORDS[kind]
}

/** A code that has no words of its own, made readable. */
export function plainCode(code: string): string {
  return code.replaceAll('_', ' ')
}

/** What an import found, in one or more sentences: nothing that was found is left out. */
export function countsSentences(counts: LogCounts): readonly string[] {
  const { lines, records, known, unrelated, torn, welded, giant, malformed, gaps } = counts
  const added = Math.max(0, records - known)
  const found = `${count(lines, 'line')} read, ${added === 0 ? 'nothing' : count(added, 'record')} taken in.`
  const rest = [
    known === 0 ? null : `${count(known, 'record was', 'records were')} here already.`,
    unrelated === 0 ? null : `${count(unrelated, 'line was', 'lines were')} about other things.`,
    welded === 0
      ? null
      : `${count(welded, 'record')} shared a line with another one and ${welded === 1 ? 'was' : 'were'} taken apart.`,
    unreadable({ torn, giant, malformed }),
    gaps === 0
      ? null
      : `In ${count(gaps, 'place')} the log itself left something out: less on record there does not mean that less happened.`,
  ]
  return [found, ...rest.filter((sentence) => sentence !== null)]
}

function unreadable({ torn, giant, malformed }: Pick<LogCounts, 'torn' | 'giant' | 'malformed'>): string | null {
  const kinds = [
    torn === 0 ? null : `${count(torn, 'line')} cut off`,
    giant === 0 ? null : `${count(giant, 'line')} too long to be a record`,
    malformed === 0 ? null : `${count(malformed, 'line')} damaged`,
  ].filter((kind) => kind !== null)
  return kinds.length === 0 ? null : `Not usable: ${listOf(kinds)}.`
}
