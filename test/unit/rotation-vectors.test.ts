import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RELEASES, resolveVector, type RotationVector } from '../vectors/formats/rotation.ts'

const file = join(import.meta.dirname, '../vectors/rotation-vectors.json')
const vectors: readonly RotationVector[] = JSON.parse(readFileSync(file, 'utf8'))

describe('rotation vectors', () => {
  test('are all there', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(56)
  })

  describe.each(vectors)('$name', (vector) => {
    test.each(RELEASES)('as %s orders them', (release) => {
      const expected = vector.expectedByVersion?.[release] ?? vector.expectedOrder
      expect(resolveVector(vector, release).order).toEqual(expected)
    })

    test('says whether an explicit order exists', () => {
      expect(resolveVector(vector, '2026.9.6').isExplicit).toBe(vector.expectedHasExplicitOrder)
    })
  })
})
