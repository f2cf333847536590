import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loopChecks } from '../vectors/formats/loop.ts'
import type { LoopScenario } from '../vectors/formats/loop/scenario.ts'

const file = join(import.meta.dirname, '../vectors/loop-scenarios.json')
const scenarios: readonly LoopScenario[] = JSON.parse(readFileSync(file, 'utf8'))

describe('loop scenarios', () => {
  test('are all there', () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(88)
  })

  test.each(loopChecks(scenarios))('$name', ({ expected, actual }) => {
    expect(actual()).toEqual(expected)
  })
})
