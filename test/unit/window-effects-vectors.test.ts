import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { playVector, type CooldownVector } from '../vectors/formats/cooldown.ts'

const file = join(import.meta.dirname, '../vectors/cooldown-vectors.json')
const vectors: readonly CooldownVector[] = JSON.parse(readFileSync(file, 'utf8'))

describe('cooldown vectors', () => {
  test('are all there', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(75)
  })

  test.each(vectors)('$name ($behaviourProfile)', (vector) => {
    const played = playVector(vector)
    expect(played.stats).toStrictEqual(vector.expectedStats)
    expect(played.unusableUntil).toBe(vector.expectedUnusableUntil)
    expect(played.trace).toEqual(vector.trace)
    expect(played.inCooldown).toEqual((vector.expectedInCooldown ?? []).map(({ value }) => value))
  })
})
