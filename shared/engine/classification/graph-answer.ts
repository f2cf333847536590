import { answerFrom, answerOf, type Answer } from './answer.ts'
import { isOnlyStatus } from './body.ts'
import type { Classifier } from './classifier.ts'
import { classifySignal, firstRule, type Verdict } from './classify-signal.ts'
import { fieldOf, messageOf, nameOf, signalOf } from './error-graph.ts'
import { isFailoverReason } from './failover-reason.ts'
import { OWN_RULE_PREFIX } from './own-rules.ts'
import { ERROR_NAME_RULES, HARD_RULES } from './rules/hard.ts'
import type { ProviderFailure } from './types.ts'

/** How many characters of wrapped errors are read altogether; they repeat each other. */
const MAX_WRAPPED_CHARS = 32_000
const EMPTY_STATUSES = [400, 422]

/** The first answer of the failure and what it wraps. */
export function graphAnswer(
  classifier: Classifier,
  failure: ProviderFailure,
  nodes: readonly unknown[],
  verdict: Verdict,
): Answer | null {
  const label = labelOf(failure.error)
  if (label) {
    const first = firstRule(classifier.ownFirst, verdict.subject)
    return first ? answerOf(first) : label
  }
  const { answer } = verdict
  if (answer?.ruleId.startsWith(OWN_RULE_PREFIX)) return answer
  if (answer && answer.reason !== null && answer.reason !== 'context_overflow')
    return answer.reason === 'format' && hasEmptyCause(nodes) ? null : answer
  const inner = nodes.length > 1 ? innerAnswer(classifier, failure.provider, nodes) : null
  return inner ?? (answer?.reason ? answer : (abortAnswer(failure, nodes) ?? answer))
}

/** What the wrapped errors say, each read for itself. */
function innerAnswer(classifier: Classifier, provider: string | null, nodes: readonly unknown[]): Answer | null {
  let readChars = 0
  for (const node of nodes.slice(1)) {
    const label = labelOf(node)
    if (label) return label
    const signal = signalOf(node, provider)
    const rest = MAX_WRAPPED_CHARS - readChars
    readChars += Math.min(signal.message.length, rest)
    const { answer } = classifySignal(classifier, { ...signal, message: signal.message.slice(0, rest) })
    if (answer?.reason) return answer
    if (nameOf(node) === 'TimeoutError') return answerFrom(ERROR_NAME_RULES.abortedByTimeout.id, 'timeout')
  }
  return null
}

/** A failover error, or an object that names itself one, keeps the reason that it carries. */
function labelOf(error: unknown): Answer | null {
  if (nameOf(error) !== 'FailoverError') return null
  const reason = fieldOf(error, 'reason')
  return isFailoverReason(reason) ? answerFrom(HARD_RULES.label.id, reason) : null
}

/** A wrapped 400 or 422 without a body says that nothing is known about the request. */
function hasEmptyCause(nodes: readonly unknown[]): boolean {
  return nodes.slice(1).some((node) => {
    const { status, message } = signalOf(node, null)
    if (message !== '' && !isOnlyStatus(message.trim())) return false
    return (status !== null && EMPTY_STATUSES.includes(status)) || /^(?:400|422)\b/.test(message.trim())
  })
}

/** Aborts that nobody asked for: a time limit, or a request that the other side gave up. */
function abortAnswer({ error, abortedBy }: ProviderFailure, nodes: readonly unknown[]): Answer | null {
  if (abortedBy === 'request_timer') return answerFrom(ERROR_NAME_RULES.requestTimer.id, 'timeout')
  const name = nameOf(error)
  if (name === 'TimeoutError') return answerFrom(ERROR_NAME_RULES.timeout.id, 'timeout')
  if (name !== 'AbortError') return null
  if (/\brequest (?:was )?aborted\b/i.test(messageOf(error).slice(0, 400)))
    return answerFrom(ERROR_NAME_RULES.aborted.id, 'timeout')
  const causes = [...nodes.slice(1), fieldOf(error, 'reason')]
  return causes.some((cause) => nameOf(cause) === 'TimeoutError')
    ? answerFrom(ERROR_NAME_RULES.abortedByTimeout.id, 'timeout')
    : null
}
