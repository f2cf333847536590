import { ORPCError } from '@orpc/server'
import type { HostError, HostErrorCode, OpenFailure } from '../../shared/contract/errors.ts'
import { WriteFailure } from '../files/index.ts'
import { HistoryRefused, type HistoryRefusalCode } from '../history/index.ts'
import { EditRefused, type EditRefusalCode } from '../openclaw/index.ts'
import { StoreRefused } from '../store/index.ts'
import { OwnRefused, type OwnRefusalCode } from '../own/index.ts'
import { TransferRefused, VaultRefused, type TransferRefusalCode, type VaultRefusalCode } from '../vault/index.ts'

export interface RefusalDetails {
  readonly hint: string
  readonly failure?: OpenFailure
  readonly conflict?: HostError['data']['conflict']
  readonly cause?: unknown
}

/** Thrown inside the host for what it answers with on purpose; the router turns it into the contract's error. */
export class Refusal extends Error {
  readonly code: HostErrorCode
  readonly data: HostError['data']

  constructor(code: HostErrorCode, message: string, { hint, failure, conflict, cause }: RefusalDetails) {
    super(message, { cause })
    this.name = 'Refusal'
    this.code = code
    this.data = { hint, failure: failure ?? null, conflict: conflict ?? null }
  }
}

export function openRefusal(failure: OpenFailure): Refusal {
  return new Refusal('OPEN_FAILED', failure.message, { hint: failure.hint, failure })
}

/** Anything but a refusal is a defect and passes on as it is: it reaches the client without details. */
export function refusalOf(error: unknown): never {
  const refusal = asRefusal(error)
  if (refusal === null) throw error
  const { code, message, data } = refusal
  throw new ORPCError(code, { defined: true, message, data })
}

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof EditRefused) return inWords(EDIT_CODES[error.code], error)
  if (error instanceof VaultRefused) return inWords(VAULT_CODES[error.code], error)
  if (error instanceof TransferRefused) return inWords(TRANSFER_CODES[error.code], error)
  if (error instanceof OwnRefused) return inWords(OWN_CODES[error.code], error)
  if (error instanceof HistoryRefused) return inWords(HISTORY_CODES[error.code], error)
  if (error instanceof StoreRefused) return inWords('NOT_EDITABLE', error)
  if (error instanceof WriteFailure) {
    const hint = 'Nothing was changed. Check that the place can be written to and has room.'
    return new Refusal('WRITE_FAILED', error.message, { hint, cause: error })
  }
  return null
}

function inWords(code: HostErrorCode, error: Error & { readonly hint: string }): Refusal {
  return new Refusal(code, error.message, { hint: error.hint, cause: error })
}

const EDIT_CODES: Readonly<Record<EditRefusalCode, HostErrorCode>> = {
  changed_outside: 'CHANGED_OUTSIDE',
  newer_schema: 'NOT_EDITABLE',
  unknown_layout: 'NOT_EDITABLE',
  unreadable: 'NOT_EDITABLE',
  in_include: 'NOT_EDITABLE',
  cannot_splice: 'NOT_EDITABLE',
  too_large: 'NOT_EDITABLE',
  shrinks: 'NOT_EDITABLE',
  busy: 'WRITE_FAILED',
  read_only: 'WRITE_FAILED',
  disk_full: 'WRITE_FAILED',
  no_permission: 'WRITE_FAILED',
  write_failed: 'WRITE_FAILED',
  not_found: 'NOT_FOUND',
  invalid: 'INVALID_INPUT',
}

const VAULT_CODES: Readonly<Record<VaultRefusalCode, HostErrorCode>> = {
  locked: 'VAULT_LOCKED',
  wrong_passphrase: 'WRONG_PASSPHRASE',
  tampered: 'TAMPERED',
  unavailable: 'NOT_EDITABLE',
  weak_passphrase: 'INVALID_INPUT',
  not_found: 'NOT_FOUND',
  already_set_up: 'INVALID_INPUT',
  last_protection: 'INVALID_INPUT',
}

const TRANSFER_CODES: Readonly<Record<TransferRefusalCode, HostErrorCode>> = {
  weak_passphrase: 'INVALID_INPUT',
  wrong_passphrase: 'WRONG_PASSPHRASE',
  tampered: 'TAMPERED',
  not_a_transfer_file: 'INVALID_INPUT',
  newer_version: 'NOT_EDITABLE',
  too_large: 'INVALID_INPUT',
  not_opened: 'VAULT_LOCKED',
}

const OWN_CODES: Readonly<Record<OwnRefusalCode, HostErrorCode>> = {
  not_empty: 'INVALID_INPUT',
  not_a_folder: 'INVALID_INPUT',
  no_permission: 'WRITE_FAILED',
  disk_full: 'WRITE_FAILED',
  failed: 'WRITE_FAILED',
}

const HISTORY_CODES: Readonly<Record<HistoryRefusalCode, HostErrorCode>> = {
  not_found: 'NOT_FOUND',
  invalid: 'INVALID_INPUT',
  write_failed: 'WRITE_FAILED',
  not_possible: 'NOT_EDITABLE',
}
