export type WriteFailureKind =
  /** the file, or the file system it lies on, must not be written */
  | 'read_only'
  | 'disk_full'
  | 'no_permission'
  /** somebody else holds the lock; it has nothing to do with credentials */
  | 'busy'
  | 'failed'

const KINDS: Readonly<Record<string, WriteFailureKind>> = {
  EROFS: 'read_only',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
}

const SENTENCES: Readonly<Record<WriteFailureKind, string>> = {
  read_only: 'The file is read-only.',
  disk_full: 'There is no room left on the disk.',
  no_permission: 'Permission to write the file is denied.',
  busy: 'Another program holds the lock of the file.',
  failed: 'The file could not be written.',
}

/** A file was not written; what was there before is still there. */
export class WriteFailure extends Error {
  readonly kind: WriteFailureKind
  /** That of the operating system; null: none of its doing. */
  readonly code: string | null

  constructor(kind: WriteFailureKind, code: string | null = null) {
    super(SENTENCES[kind])
    this.name = 'WriteFailure'
    this.kind = kind
    this.code = code
  }
}

/** An error of the operating system as a failure; any other error is handed back as it is. */
export function writeFailureOf(error: unknown): unknown {
  const code = systemCode(error)
  return code === null || error instanceof WriteFailure ? error : new WriteFailure(KINDS[code] ?? 'failed', code)
}

/** The code of an error that the operating system has caused; null: it has another cause. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, syscall } = error as NodeJS.ErrnoException
  return typeof code === 'string' && typeof syscall === 'string' ? code : null
}
