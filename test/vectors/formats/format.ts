/** One expectation of a vector file that did not hold. */
export interface VectorFailure {
  /** The vector and, where a file names several, the release. */
  readonly name: string
  readonly expected: unknown
  readonly actual: unknown
}

export interface VectorResult {
  readonly passed: number
  readonly failures: readonly VectorFailure[]
}

/** How one kind of vector file is run. */
export interface VectorFormat {
  /** Name of the files of this kind, without `.json`. */
  readonly name: string
  run(vectors: readonly unknown[]): VectorResult
}
