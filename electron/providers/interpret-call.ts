import {
  classifierOf,
  classifyFailure,
  redactSecrets,
  truncated,
  type Classification,
  type FailoverReason,
  type Policy,
  type ProviderFailure,
  type UsageProbe,
} from '../../shared/engine/index.ts'
import { isRecord, valueAt } from '../openclaw/raw-values.ts'
import { readAnswer } from './call-answer.ts'
import type { RawOutcome } from './minimal-call.ts'

/** What a test call showed. It holds no secret and may be shown. */
export interface CallConclusion {
  readonly outcome: 'ok' | 'failed'
  /** The model that was called; null: the usage endpoint was asked instead. */
  readonly model: string | null
  /** HTTP status; null: there was no response. */
  readonly status: number | null
  readonly latencyMs: number
  /** null: it succeeded, or nothing that failover knows */
  readonly reason: FailoverReason | null
  /** The rule of classification that gave the reason; null: none did. */
  readonly ruleId: string | null
  /** When the provider says it will answer again, epoch ms; null: it does not say. */
  readonly retryAtMs: number | null
  /** The failure in words; null: it succeeded. */
  readonly message: string | null
  /** What the usage endpoint answered; null: it was not asked. */
  readonly usageProbe: UsageProbe | null
}

export interface CallContext {
  readonly policy: Policy
  /** Provider id, normalised. */
  readonly provider: string
  readonly model: string
  readonly nowMs: number
}

const MAX_MESSAGE_CHARS = 400

/** What an outcome means, by the rules of the engine and no others. */
export function interpretCall(outcome: RawOutcome, context: CallContext): CallConclusion {
  const { model } = context
  const { latencyMs } = outcome
  const base = { model, latencyMs, status: null, reason: null, ruleId: null, retryAtMs: null, usageProbe: null }
  if (outcome.kind === 'refused') {
    const { message, hint } = outcome.problem
    return { ...base, outcome: 'failed', message: `Nothing was sent. ${message} ${hint}` }
  }
  if (outcome.kind === 'no_response') return unanswered(outcome, context)
  const { status } = outcome
  if (status < 200 || status > 299)
    return failed(outcome, { error: { message: outcome.body, status }, headers: outcome.headers }, context)
  // What was read of an endless answer is no answer.
  const answer = outcome.isCut ? ({ kind: 'foreign' } as const) : readAnswer(outcome.body)
  switch (answer.kind) {
    case 'answered':
      return { ...base, outcome: 'ok', status, message: null }
    case 'error':
      return failed(
        outcome,
        { error: { message: answer.text, status: answer.status }, headers: outcome.headers },
        context,
      )
    case 'empty':
      return {
        ...base,
        outcome: 'failed',
        status,
        reason: 'empty_response',
        message: 'The provider reported success, but the model said nothing.',
      }
    case 'foreign': {
      const error = { message: outcome.isCut ? '' : outcome.body }
      const found = classify({ error, headers: outcome.headers }, context)
      return {
        ...base,
        ...verdictOf(found),
        outcome: 'failed',
        status,
        message: outcome.isCut
          ? 'The answer is far longer than one to such a small question can be. Check the address of the provider.'
          : 'The answer is not that of a model. Check the address of the provider; a proxy may have answered.',
      }
    }
  }
}

type Failure = Pick<ProviderFailure, 'error' | 'headers' | 'abortedBy'>

function unanswered(outcome: Extract<RawOutcome, { kind: 'no_response' }>, context: CallContext): CallConclusion {
  const { name, message, code } = outcome.error
  const { abortedBy, latencyMs } = outcome
  const cause = { name, message, ...(code === null ? {} : { code }) }
  const timedOut = abortedBy === 'request_timer'
  const error = timedOut
    ? { name: 'TimeoutError', message: 'The request timed out.' }
    : { name: 'TypeError', message: 'fetch failed', cause, ...(code === null ? {} : { code }) }
  const found = classify({ error, ...(abortedBy ? { abortedBy } : {}) }, context)
  const seconds = Math.round(latencyMs / 1000)
  const text = timedOut
    ? `The provider did not answer within ${seconds === 0 ? `${latencyMs} ms` : `${seconds} s`}.`
    : abortedBy === 'caller'
      ? 'The test was stopped.'
      : `The provider could not be reached: ${message === '' ? (code ?? 'no reason given') : message}`
  return {
    outcome: 'failed',
    model: context.model,
    status: null,
    latencyMs,
    ...verdictOf(found),
    message: shown(text),
    usageProbe: null,
  }
}

function failed(
  { status, latencyMs, body, headers }: Extract<RawOutcome, { kind: 'response' }>,
  failure: Failure,
  context: CallContext,
): CallConclusion {
  const found = classify(failure, context)
  return {
    outcome: 'failed',
    model: context.model,
    status,
    latencyMs,
    ...verdictOf(found),
    message: shown(
      status >= 300 && status <= 399
        ? `The provider refers to another address${originOf(headers['location'])}, which is not followed. Check the address in the configuration.`
        : (innerMessage(body) ??
            (found.detail.trim() === '' ? `The provider answered ${status} and said nothing more.` : found.detail)),
    ),
    usageProbe: null,
  }
}

function classify(failure: Failure, { policy, provider, nowMs }: CallContext): Classification {
  const classifier = classifierOf(policy.classification)
  return classifyFailure(classifier, { origin: 'provider_error', provider, ...failure }, { nowMs })
}

function verdictOf(found: Classification): Pick<CallConclusion, 'reason' | 'ruleId' | 'retryAtMs'> {
  return { reason: found.reason, ruleId: found.ruleId, retryAtMs: found.retryHint?.atMs ?? null }
}

/** The sentence inside of a JSON error, which says the same as the whole and is easier to read. */
function innerMessage(body: string): string | null {
  try {
    const document: unknown = JSON.parse(body)
    const first: unknown = Array.isArray(document) ? document[0] : document
    const error = valueAt(first, 'error')
    const message = isRecord(error) ? valueAt(error, 'message') : (error ?? valueAt(first, 'message'))
    return typeof message === 'string' && message.trim() !== '' ? message.trim() : null
  } catch {
    return null
  }
}

/** Only the server: a path or a query may hold what was sent. */
function originOf(location: string | undefined): string {
  if (location === undefined || !URL.canParse(location)) return ''
  const { origin } = new URL(location)
  return origin === 'null' ? '' : ` (${origin})`
}

function shown(text: string): string {
  return truncated(redactSecrets(text), MAX_MESSAGE_CHARS)
}
