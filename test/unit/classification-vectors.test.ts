import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { POLICIES, type FailoverReason } from '../../shared/engine/index.ts'
import { checksOf, classifyVector, expectedOf, type ClassificationVector } from '../vectors/formats/classification.ts'

const file = join(import.meta.dirname, '../vectors/classification-cases.json')
const vectors: readonly ClassificationVector[] = JSON.parse(readFileSync(file, 'utf8'))

/** Where our own rules answer otherwise than 2026.7.1, and the reported fault that they correct. */
const CORRECTED: Readonly<Record<string, { reason: FailoverReason | null; fault: string }>> = {
  'null-429-embedded': { reason: null, fault: 'CL-47' },
  'mnf-preview-0429': { reason: 'model_not_found', fault: 'CL-47' },
  'mnf-ollama-404': { reason: 'model_not_found', fault: 'CL-47' },
  'ctx-413-nobody': { reason: 'context_overflow', fault: 'CL-38' },
  'bill-xai-403-grok-sub': { reason: 'billing', fault: 'CL-14' },
  'bill-openai-code-insufficient-quota': { reason: 'billing', fault: 'CL-44' },
  'rl-anthropic-errtype-only': { reason: 'rate_limit', fault: 'CL-44' },
  'srv-anthropic-api-error-type': { reason: 'server_error', fault: 'CL-44' },
  'srv-google-internal-code': { reason: 'server_error', fault: 'CL-44' },
  'to-google-deadline-code': { reason: 'timeout', fault: 'CL-44' },
}

describe('classification vectors', () => {
  test('are all there', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(307)
  })

  test.each(vectors.flatMap(checksOf))('$name', ({ expected, actual }) => {
    expect(actual()).toEqual(expected)
  })

  test.each(vectors)('$id, by the rules of our own engine', (vector) => {
    const corrected = CORRECTED[vector.id]
    const { reason } = classifyVector(vector, POLICIES['docs-2026.7'].classification)
    expect(reason).toBe(corrected ? corrected.reason : expectedOf(vector, '2026.7.1'))
  })

  test('every answer names its rule', () => {
    const results = vectors.map((vector) => classifyVector(vector, POLICIES['openclaw-2026.9'].classification))
    expect(results.filter(({ reason, ruleId }) => reason !== null && ruleId === null)).toEqual([])
  })
})
