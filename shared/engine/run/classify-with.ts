import { classifyFailure, type Classifier } from '../classification/index.ts'
import { failureText } from './outcomes.ts'
import type { Classify } from './types.ts'

/** The machine's question to a classifier. */
export function classifyWith(classifier: Classifier): Classify {
  return (failure, provider, nowMs) => {
    const error = { ...failure, message: failureText(failure) }
    const headers = failure.headers ?? {}
    const found = classifyFailure(classifier, { origin: 'provider_error', error, provider, headers }, { nowMs })
    return {
      reason: found.reason,
      ruleId: found.ruleId,
      stops: found.stops,
      retryAfterMs: found.retryHint?.delayMs ?? null,
      limitSpan: found.limitSpan,
    }
  }
}
