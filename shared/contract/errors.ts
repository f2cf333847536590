/** Why a directory could not be opened. */
export interface OpenFailure {
  readonly path: string
  readonly code: 'not_found' | 'not_a_directory' | 'no_permission' | 'not_a_state_directory' | 'unreadable'
  readonly message: string
  readonly hint: string
}

/**
 * Every error that a procedure of the host can answer with on purpose. Anything else is a defect: it reaches a client as
 * `INTERNAL_SERVER_ERROR` without details, which stay in the host's log.
 */
export const HOST_ERROR_CODES = [
  /** The directory cannot be opened; `failure` says why. What was open before stays open. */
  'OPEN_FAILED',
  /** The example could not be written to a temporary directory. */
  'EXAMPLE_FAILED',
  /** The procedure needs an open directory. */
  'NO_DIRECTORY',
  /** This host has no folder dialog. */
  'NO_DIALOG',
] as const
export type HostErrorCode = (typeof HOST_ERROR_CODES)[number]

/** An error as a client sees it: what happened, and one sentence on what to do. */
export interface HostError {
  readonly code: HostErrorCode
  readonly message: string
  readonly data: { readonly hint: string; readonly failure: OpenFailure | null }
}
