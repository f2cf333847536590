import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chainChecks, type ChainVector } from '../vectors/formats/chain.ts'

const file = join(import.meta.dirname, '../vectors/chain-vectors.json')
const vectors: readonly ChainVector[] = JSON.parse(readFileSync(file, 'utf8'))

describe('chain vectors', () => {
  test('are all there', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(55)
  })

  test.each(chainChecks(vectors))('$name', ({ expected, actual }) => {
    expect(actual()).toEqual(expected)
  })
})
