/** Where a hint was found. The order is the order of trust. */
export type RetryHintSource =
  | 'retry-after-ms'
  | 'retry-after'
  /** A field of the response body. */
  | 'body'
  /** A header that names the reset of a rate limit. */
  | 'rate-limit-header'
  /** A sentence. */
  | 'text'

/** When a provider says that it will answer again. */
export interface RetryHint {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** From the given now, at least 0. */
  readonly delayMs: number
  readonly source: RetryHintSource
  /** The header, the field or the words it was read from. */
  readonly from: string
  /** The zone or a part of the date was not said and had to be assumed. */
  readonly isEstimate: boolean
}
