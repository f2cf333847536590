import type { Classifier } from './classifier.ts'
import { classifySignal } from './classify-signal.ts'
import { describe, notClassified } from './describe.ts'
import { errorNodes, headersOf, signalOf } from './error-graph.ts'
import { graphAnswer } from './graph-answer.ts'
import { hardStop } from './hard-stop.ts'
import { HARD_RULES } from './rules/hard.ts'
import type { Classification, Instant, ProviderFailure } from './types.ts'

/**
 * Classifies a failed call: its reason with the rule that gave it, whether the chain may advance, and when the provider
 * says to come back. Never throws, and never reads more of a text than its beginning and end.
 */
export function classifyFailure(classifier: Classifier, failure: ProviderFailure, instant: Instant): Classification {
  try {
    return classify(classifier, failure, instant)
  } catch {
    // Objects from outside may throw wherever they are touched; such a failure says nothing.
    return notClassified(HARD_RULES.unreadable, '')
  }
}

function classify(classifier: Classifier, failure: ProviderFailure, instant: Instant): Classification {
  const { error, provider } = failure
  if (failure.origin === 'model_output') return notClassified(HARD_RULES.modelOutput, error)
  const nodes = errorNodes(error)
  const stop = hardStop(failure, nodes)
  if (stop) return notClassified(stop, error)
  const verdict = classifySignal(classifier, { ...signalOf(error, provider), ...failure.signal })
  const answer = graphAnswer(classifier, failure, nodes, verdict)
  const headers = responseHeaders(failure)
  return describe({ classifier, failure, nodes, instant, verdict, answer, headers })
}

const NO_HEADERS: Readonly<Record<string, string>> = {}

/** The given headers before those of the error, names in lower case. */
function responseHeaders({ error, headers }: ProviderFailure): Readonly<Record<string, string>> {
  const own = typeof error === 'object' && error !== null ? headersOf(error) : NO_HEADERS
  if (!headers) return own
  return { ...own, ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])) }
}
