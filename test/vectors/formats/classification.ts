import {
  CLASSIFICATION_RELEASES,
  classifyFailure,
  createClassifier,
  CLASSIFICATION_RULES,
  type Classification,
  type ClassificationRelease,
  type Classifier,
  type FailoverReason,
  type Generation,
} from '../../../shared/engine/classification/index.ts'
import { runChecks, type Check } from './check.ts'
import type { VectorFormat } from './format.ts'

/** One recorded answer of the classifier. */
export interface ClassificationVector {
  readonly id: string
  readonly provider?: string
  readonly status?: number
  readonly code?: string
  readonly errorType?: string
  readonly message: string
  readonly details?: readonly string[]
  /** What was thrown, where a whole error object was classified. */
  readonly error?: object
  readonly expectedReason: FailoverReason | null
  readonly olderExpected?: Partial<Record<ClassificationRelease, FailoverReason | null>>
  /** The answer without the rules that belong to the provider. */
  readonly coreReasonWithoutProviderHook?: FailoverReason | null
  readonly advancesFallback?: boolean
}

const NOW_MS = 1_770_000_000_000
const PROVIDER_RULE_IDS = CLASSIFICATION_RULES.filter(({ kind }) => kind === 'provider').map(({ id }) => id)
const classifiers = new Map<string, Classifier>()

/** Classifies a vector as a generation does. */
export function classifyVector(
  vector: ClassificationVector,
  generation: Generation,
  withoutRules: readonly string[] = [],
): Classification {
  const key = `${generation.release} ${generation.isCorrected} ${withoutRules.length}`
  const classifier = classifiers.get(key) ?? createClassifier(generation, { withoutRules })
  classifiers.set(key, classifier)
  const { status = null, code = null, errorType = null, message, details = [], provider = null } = vector
  const failure = { origin: 'provider_error', provider } as const
  return classifyFailure(
    classifier,
    vector.error
      ? { ...failure, error: vector.error }
      : { ...failure, error: message, signal: { status, code, errorType, message, details } },
    { nowMs: NOW_MS },
  )
}

export function expectedOf(vector: ClassificationVector, release: ClassificationRelease): FailoverReason | null {
  const older = vector.olderExpected
  return older && Object.hasOwn(older, release) ? (older[release] ?? null) : vector.expectedReason
}

/** Classification vectors: `expectedReason` is the newest release, `olderExpected` those that differ; the rest agree. */
export const classificationFormat: VectorFormat = {
  name: 'classification-cases',
  run: (vectors) => runChecks((vectors as readonly ClassificationVector[]).flatMap(checksOf)),
}

/** Every expectation of a vector. */
export function checksOf(vector: ClassificationVector): readonly Check[] {
  const { id, coreReasonWithoutProviderHook: core, advancesFallback: advances } = vector
  const newest = { release: '2026.9.6', isCorrected: false } as const
  return [
    ...CLASSIFICATION_RELEASES.map((release) => ({
      name: `${id} (${release})`,
      expected: expectedOf(vector, release),
      actual: () => classifyVector(vector, { release, isCorrected: false }).reason,
    })),
    ...(core === undefined
      ? []
      : [
          {
            name: `${id} (without provider rules)`,
            expected: core,
            actual: () => classifyVector(vector, newest, PROVIDER_RULE_IDS).reason,
          },
        ]),
    ...(advances === undefined
      ? []
      : [
          {
            name: `${id} (advances)`,
            expected: advances,
            actual: () => classifyVector(vector, newest).advancesFallback,
          },
        ]),
  ]
}
