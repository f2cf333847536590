import { isDeepStrictEqual } from 'node:util'
import type { VectorFailure, VectorResult } from './format.ts'

/** One expectation of a vector: what a release is recorded to do, and what the engine does. */
export interface Check {
  /** The vector, the release, and what is compared. */
  readonly name: string
  readonly expected: unknown
  actual(): unknown
}

export function runChecks(checks: readonly Check[]): VectorResult {
  const failures: VectorFailure[] = []
  for (const { name, expected, actual } of checks) {
    const found = attempt(actual)
    if (!isDeepStrictEqual(found, expected)) failures.push({ name, expected, actual: found })
  }
  return { passed: checks.length - failures.length, failures }
}

function attempt(actual: () => unknown): unknown {
  try {
    return actual()
  } catch (error) {
    return `thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}
