/** One figure of a benchmark. */
export interface Measure {
  readonly name: string
  readonly value: number
  readonly unit: 'µs' | 'ms' | 'MiB' | 'kB' | '×' | 'fps'
  /** The most it may be, or the least; null: for comparison only. */
  readonly target: number | null
  readonly isLeast?: boolean
}

/** One file of measures that are taken together. */
export interface Benchmark {
  readonly name: string
  run(): Promise<readonly Measure[]>
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** @param fraction 0.95 for the 95th percentile */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

/** The median time of one call in µs, after the code is warm. */
export function timePerCallUs(call: () => void, samples = 400): number {
  const untilMs = performance.now() + 300
  while (performance.now() < untilMs) call()
  const timesUs: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const start = performance.now()
    call()
    timesUs.push((performance.now() - start) * 1000)
  }
  return median(timesUs)
}
