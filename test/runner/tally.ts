/** How many tests of a step passed, failed and were skipped. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed by name, for the end of a long output; may be shorter than `failed` says. */
  readonly failures: readonly string[]
}

export const EMPTY_TALLY: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  }
}
