import { WriteFailure } from '../../files/index.ts'
import { EditRefused, type EditRefusalCode } from './types.ts'

interface Words {
  readonly code: EditRefusalCode
  /** Continues "… cannot be changed: ". */
  readonly cause: string
  readonly hint: string
}

/** Nothing of this has to do with a credential: no hint says "sign in again" (ST-09). */
const WRITE_FAILURES: Readonly<Record<WriteFailure['kind'], Words>> = {
  read_only: {
    code: 'read_only',
    cause: 'it is read-only',
    hint: 'Give your user the right to write it, or change it where it comes from.',
  },
  disk_full: {
    code: 'disk_full',
    cause: 'the disk is full',
    hint: 'Free some space and try again; nothing was changed.',
  },
  no_permission: {
    code: 'no_permission',
    cause: 'permission is denied',
    hint: 'Give your user the right to write in this folder, or start Switchyard as the user who runs OpenClaw.',
  },
  busy: {
    code: 'busy',
    cause: 'another program on this machine is changing it',
    hint: 'Try again in a moment; nothing was changed, and no credential is affected.',
  },
  failed: { code: 'write_failed', cause: 'writing failed', hint: 'Check the disk and try again; nothing was changed.' },
}

/** A failure to write as a refusal; any other error is handed back as it is. */
export function refusalOf(error: unknown, subject: string): unknown {
  if (!(error instanceof WriteFailure)) return error
  const { code, cause, hint } = WRITE_FAILURES[error.kind]
  const detail = error.kind === 'failed' && error.code !== null ? ` (${error.code})` : ''
  return new EditRefused(code, `${subject} cannot be changed: ${cause}${detail}.`, hint)
}

export function refuseUnreadable(subject: string, what: string): EditRefused {
  return new EditRefused(
    'unreadable',
    `${subject} ${what}, so it is not written over.`,
    'Restore it from a backup, or let "openclaw doctor" look at it.',
  )
}

/** Of the two only one would be written back. */
export function refuseDuplicateKey(subject: string): EditRefused {
  return new EditRefused(
    'unreadable',
    `${subject} has the same key twice, so it is not written over: one of the two would be lost.`,
    'Remove the one that is not meant; for a file, Problems says where it stands. Nothing was written.',
  )
}

export function refuseTooLarge(subject: string): EditRefused {
  return new EditRefused(
    'too_large',
    `${subject} is larger than any of its kind.`,
    'A file of this kind is small: check what has grown in it.',
  )
}

export function refuseNewer(subject: string, version: number, knownVersion: number): EditRefused {
  return new EditRefused(
    'newer_schema',
    `${subject} has schema version ${version}; this Switchyard knows up to ${knownVersion} and does not change it.`,
    'Update Switchyard.',
  )
}

export function refuseLayout(message: string, hint: string): EditRefused {
  return new EditRefused('unknown_layout', message, hint)
}

/** Credentials of an older release wait to be taken over, which a store of the new form would prevent. */
export function refuseBeforeMigration(subject: string): EditRefused {
  return refuseLayout(
    `${subject} is still empty while credentials of an older release wait to be taken over; writing to it would hide them.`,
    'Run "openclaw doctor --fix" first.',
  )
}
