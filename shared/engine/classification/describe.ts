import { asRecord } from '../record.ts'
import type { Answer } from './answer.ts'
import { readBody } from './body.ts'
import type { Classifier } from './classifier.ts'
import type { Verdict } from './classify-signal.ts'
import { fieldOf, messageOf } from './error-graph.ts'
import { limitSpan } from './limit-span.ts'
import { redactSecrets, truncated, type SecretPlaces } from './redact.ts'
import { findRetryHint } from './retry-hint/index.ts'
import type { RetryHint } from './retry-hint/types.ts'
import { HARD_RULES, type HardRule } from './rules/hard.ts'
import type { Classification, FailureSignal, Instant, ProviderFailure, StopCode } from './types.ts'

const MAX_DETAIL_CHARS = 400
const MAX_INNER_CHARS = 4000

/** Everything that is known of a failure. */
export interface Facts {
  readonly classifier: Classifier
  readonly failure: ProviderFailure
  readonly nodes: readonly unknown[]
  readonly instant: Instant
  readonly verdict: Verdict
  readonly answer: Answer | null
  readonly headers: Readonly<Record<string, string>>
}

/** Puts into one result what was found. */
export function describe(facts: Facts): Classification {
  const { classifier, verdict, answer } = facts
  const { subject, view, status } = verdict
  const { reads } = classifier
  const { signal } = subject
  const hint = hintOf(facts)
  const isRequestTooLarge = reads.requestTooLarge(subject)
  const body = view.body().kind
  const reason = answer?.reason ?? null
  const stops: StopCode | null =
    reason === 'context_overflow' && !isRequestTooLarge && answer?.ruleId !== HARD_RULES.label.id
      ? 'context_overflow'
      : null
  return {
    reason,
    label: reason ?? (isEmpty(signal) ? 'empty_response' : 'unclassified'),
    ruleId: answer?.ruleId ?? null,
    statusRuleId: verdict.statusRuleId,
    status,
    code: signal.code,
    advancesFallback: stops === null,
    stops,
    scope: answer?.scope ?? (reason === 'rate_limit' && reads.modelQuota(subject) ? 'model' : null),
    isRequestTooLarge,
    readsAsOverflow: verdict.readsAsOverflow,
    body,
    page: pageOf(body, status),
    retryHint: hint,
    limitSpan: limitSpan({
      hint,
      isAnnounced: reads.span.isAnnounced(subject),
      isPerMinute: reads.span.isPerMinute(subject),
      isLong: reads.span.isLong(subject),
      isShort: view.leadingStatus === 429 || reads.span.isShort(subject),
    }),
    detail: detailOf(view.text, body, {
      shapes: reads.secretShape(subject),
      fields: reads.secretField(subject),
    }),
  }
}

function hintOf({ classifier, failure, nodes, instant, verdict, answer, headers }: Facts): RetryHint | null {
  const { subject, view } = verdict
  const { details } = subject.signal
  const objects = bodyObjects(failure.error)
  const isNested = nodes.length > 1 || details.length > 0 || objects.length > 0
  if (!isNested && !classifier.reads.hint(subject) && Object.keys(headers).length === 0) return null
  const isRateLimit = answer?.reason === 'rate_limit' || verdict.status === 429
  const inner = isNested
    ? [...details, ...nodes.slice(1, 5).map(messageOf)].map((text) => text.slice(0, MAX_INNER_CHARS))
    : []
  const read = [view.body(), ...inner.map(readBody)].flatMap(({ json }) => (json ? [json] : []))
  return findRetryHint({ headers, bodies: [...read, ...objects], texts: [view.text, ...inner], isRateLimit }, instant)
}

/** Bodies that the error holds as objects. */
function bodyObjects(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof error !== 'object' || error === null) return []
  return [fieldOf(error, 'body'), fieldOf(error, 'error')].map(asRecord).filter((record) => record !== null)
}

function isEmpty({ message, status, code, errorType, details }: FailureSignal): boolean {
  return message.trim() === '' && status === null && code === null && errorType === null && details.length === 0
}

function pageOf(body: Classification['body'], status: number | null): Classification['page'] {
  if (status === 407) return 'proxy'
  if (body !== 'html') return null
  return status === 401 || status === 403 ? 'sign_in' : 'upstream'
}

/** Of a page only its title is shown: markup is nothing to read. */
function detailOf(text: string, body: Classification['body'], places: SecretPlaces): string {
  const shown = body === 'html' ? titleOf(text) : text
  return truncated(redactSecrets(shown, [], places), MAX_DETAIL_CHARS)
}

function titleOf(text: string): string {
  const start = text.toLowerCase().indexOf('<title>')
  const end = start === -1 ? -1 : text.indexOf('<', start + 7)
  const before = text.slice(0, text.indexOf('<')).trim()
  const title = end === -1 ? '' : text.slice(start + 7, end).trim()
  return title === '' || before.includes(title)
    ? before
    : title.startsWith(before)
      ? title
      : `${before} ${title}`.trim()
}

/** The result where nothing is classified. */
export function notClassified(rule: HardRule, error: unknown): Classification {
  const text = truncated(messageOf(error).trim(), 4000)
  return {
    reason: null,
    label: text === '' ? 'empty_response' : 'unclassified',
    ruleId: rule.id,
    statusRuleId: null,
    status: null,
    code: null,
    advancesFallback: rule.stops === null,
    stops: rule.stops,
    scope: null,
    isRequestTooLarge: false,
    readsAsOverflow: false,
    body: 'text',
    page: null,
    retryHint: null,
    limitSpan: 'unknown',
    detail: rule === HARD_RULES.modelOutput ? '' : truncated(redactSecrets(text), MAX_DETAIL_CHARS),
  }
}
