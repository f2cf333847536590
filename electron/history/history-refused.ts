export type HistoryRefusalCode = 'not_found' | 'invalid' | 'write_failed' | 'not_possible'

/** Why the history does not do what was asked. Message and hint are for people. */
export class HistoryRefused extends Error {
  readonly code: HistoryRefusalCode
  readonly hint: string

  constructor(code: HistoryRefusalCode, message: string, hint: string) {
    super(message)
    this.name = 'HistoryRefused'
    this.code = code
    this.hint = hint
  }
}
