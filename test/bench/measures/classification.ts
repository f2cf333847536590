import { POLICIES } from '../../../shared/engine/index.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classifyFailure, createClassifier, type ProviderFailure } from '../../../shared/engine/classification/index.ts'
import type { ClassificationVector } from '../../vectors/formats/classification.ts'
import { median, timePerCallUs, type Benchmark } from '../measure.ts'

const NOW = { nowMs: 1_770_000_000_000 }
const CASES = join(import.meta.dirname, '../../vectors/classification-cases.json')
const MEGABYTE = 1_000_000

/** A failure to its reason, its hint and its redacted text: the recorded failures, and texts made to take long. */
export const classificationBenchmark: Benchmark = {
  name: 'classification',
  async run() {
    const failures = (JSON.parse(readFileSync(CASES, 'utf8')) as readonly ClassificationVector[]).map(failureOf)
    const newest = POLICIES['openclaw-2026.9'].classification
    const classifier = createClassifier(newest)
    const own = POLICIES['docs-2026.7'].classification
    const ownClassifier = createClassifier(own)
    const perCase = (used: typeof classifier): number =>
      timePerCallUs(() => failures.forEach((failure) => classifyFailure(used, failure, NOW)), 200) / failures.length
    const hostile = HOSTILE_PIECES.map((piece) => piece.repeat(Math.ceil(MEGABYTE / piece.length)))
    const hostileMs = hostile.map(
      (error) =>
        timePerCallUs(() => {
          classifyFailure(classifier, { origin: 'provider_error', error, provider: 'xai' }, NOW)
        }, 20) / 1000,
    )
    return [
      { name: 'classification, average recorded failure', value: perCase(classifier), unit: 'µs', target: 4 },
      { name: 'classification, rules of our own engine', value: perCase(ownClassifier), unit: 'µs', target: 4 },
      { name: 'classification, worst text of a megabyte', value: Math.max(...hostileMs), unit: 'ms', target: 20 },
      { name: 'classification, making a classifier', value: makingMs(), unit: 'ms', target: null },
    ]
  },
}

const HOSTILE_PIECES = [
  'a',
  '{',
  '"model ',
  'again in 1h ',
  '429 402 ',
  'token=sk-1',
  '余额',
  '\\',
  '<',
  'insufficient ',
]

function failureOf(vector: ClassificationVector): ProviderFailure {
  const { status = null, code = null, errorType = null, message, details = [], provider = null } = vector
  const failure = { origin: 'provider_error', provider } as const
  if (vector.error) return { ...failure, error: vector.error }
  return { ...failure, error: message, signal: { status, code, errorType, message, details } }
}

function makingMs(): number {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now()
    createClassifier(POLICIES['docs-2026.7'].classification)
    return performance.now() - start
  })
  return median(times)
}
