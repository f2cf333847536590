import {
  POLICIES,
  type PolicyId,
  classifyFailure,
  createClassifier,
  type Classification,
  type ClassifierOptions,
  type Instant,
  type ProviderFailure,
} from '../../shared/engine/index.ts'

/** A failure as tests write it: a text or an error, and what came beside it. */
export type FailureInput = Partial<ProviderFailure> & { readonly message?: string; readonly status?: number }

const NOW: Instant = { nowMs: 1_770_000_000_000 }
const classifiers = new Map<PolicyId, ReturnType<typeof createClassifier>>()

/** Classifies by the rules of our own engine, or of another generation. */
export function classify(
  input: FailureInput | string,
  name: PolicyId = 'docs-2026.7',
  instant = NOW,
  options?: ClassifierOptions,
): Classification {
  return classifyFailure(
    options ? createClassifier(POLICIES[name].classification, options) : of(name),
    failureOf(input),
    instant,
  )
}

function of(name: PolicyId): ReturnType<typeof createClassifier> {
  const classifier = classifiers.get(name) ?? createClassifier(POLICIES[name].classification)
  classifiers.set(name, classifier)
  return classifier
}

function failureOf(input: FailureInput | string): ProviderFailure {
  const { message = '', status, ...failure } = typeof input === 'string' ? { message: input } : input
  return {
    origin: 'provider_error',
    provider: null,
    error: message,
    ...failure,
    ...(status === undefined ? {} : { signal: { status, ...failure.signal } }),
  }
}
