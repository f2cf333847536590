import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionPinChecks, type SessionPinVector } from '../vectors/formats/session-pin.ts'

const file = join(import.meta.dirname, '../vectors/session-pin-vectors.json')
const vectors: readonly SessionPinVector[] = JSON.parse(readFileSync(file, 'utf8'))

describe('session pin vectors', () => {
  test('are all there', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(18)
  })

  test.each(sessionPinChecks(vectors))('$name', ({ expected, actual }) => {
    expect(actual()).toEqual(expected)
  })
})
