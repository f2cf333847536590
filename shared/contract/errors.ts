import type { OrderConflict } from './editing.ts'

/** Why a directory, a support bundle or a log could not be opened. */
export interface OpenFailure {
  readonly path: string
  readonly code:
    | 'not_found'
    | 'not_a_directory'
    | 'no_permission'
    | 'not_a_state_directory'
    | 'unreadable'
    /** it is no bundle, a newer one, a damaged one, or larger than any */
    | 'bundle_refused'
    /** there is nothing to read: it is absent, may not be read, or is a folder without logs */
    | 'log_refused'
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
  /** This host has no dialog for folders and files. */
  'NO_DIALOG',
  /** What was to be edited is not what the editor started from; `conflict` says what is there. Nothing was written. */
  'CHANGED_OUTSIDE',
  /** What was asked cannot be done with this directory, file or profile. Nothing was written. */
  'NOT_EDITABLE',
  /** The file could not be written: read-only, full, no permission, held by another program. Nothing was written. */
  'WRITE_FAILED',
  /** What was entered cannot be used. */
  'INVALID_INPUT',
  /** There is no such profile, revision, preview or agent any more. */
  'NOT_FOUND',
  /** The vault has to be unlocked first. */
  'VAULT_LOCKED',
  /** The passphrase does not open it. */
  'WRONG_PASSPHRASE',
  /** What was sealed has been changed or damaged. */
  'TAMPERED',
] as const
export type HostErrorCode = (typeof HOST_ERROR_CODES)[number]

/** An error as a client sees it: what happened, and one sentence on what to do. */
export interface HostError {
  readonly code: HostErrorCode
  readonly message: string
  readonly data: {
    readonly hint: string
    readonly failure: OpenFailure | null
    /** `CHANGED_OUTSIDE` while saving an order. */
    readonly conflict: OrderConflict | null
  }
}
