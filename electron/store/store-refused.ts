export type StoreRefusalCode =
  /** written by a newer Switchyard */
  | 'newer'
  | 'damaged'
  /** not a database of Switchyard */
  | 'foreign'
  /** it cannot be created, read or written here, or another program holds it */
  | 'unwritable'

/** Why Switchyard's own database cannot be used. Message and hint are for people; nothing in the file was changed. */
export class StoreRefused extends Error {
  readonly code: StoreRefusalCode
  readonly hint: string
  readonly file: string

  constructor(code: StoreRefusalCode, file: string, message: string, hint: string) {
    super(message)
    this.name = 'StoreRefused'
    this.code = code
    this.hint = hint
    this.file = file
  }
}

const CANNOT_BE_USED = "Switchyard's database cannot be used"

export function newerStore(file: string, version: number, knownVersion: number): StoreRefused {
  return new StoreRefused(
    'newer',
    file,
    `Switchyard's database has version ${version}; this Switchyard knows up to ${knownVersion}.`,
    'Update Switchyard. The database was left as it is.',
  )
}

export function foreignStore(file: string): StoreRefused {
  return new StoreRefused(
    'foreign',
    file,
    "The file is not Switchyard's database.",
    'Check which program has put it here, and move it away.',
  )
}

export function damagedStore(file: string): StoreRefused {
  return new StoreRefused(
    'damaged',
    file,
    "Switchyard's database is damaged.",
    'Restore it from a backup, or move it away: a new one is made then, with an empty history.',
  )
}

/**
 * What an error of SQLite or of the file system means. Its own message is not passed on: it may quote what was stored.
 *
 * @returns the error itself where it is none of theirs: a defect
 */
export function asStoreRefused(error: unknown, file: string): unknown {
  if (error instanceof StoreRefused) return error
  const code = (error as { readonly code?: unknown } | null)?.code
  if (typeof code !== 'string') return error
  if (/^SQLITE_(?:CORRUPT|FORMAT|IOERR_SHORT_READ)/.test(code)) return damagedStore(file)
  if (code === 'SQLITE_NOTADB') return foreignStore(file)
  const words = WORDS.find(({ codes }) => codes.test(code))
  return words ? new StoreRefused('unwritable', file, `${CANNOT_BE_USED}: ${words.cause}.`, words.hint) : error
}

const WORDS: readonly { readonly codes: RegExp; readonly cause: string; readonly hint: string }[] = [
  {
    codes: /^SQLITE_(?:BUSY|LOCKED)|^EBUSY$/,
    cause: 'another program holds it',
    hint: 'Close the other program and try again.',
  },
  { codes: /^SQLITE_FULL|^ENOSPC$|^EDQUOT$/, cause: 'the disk is full', hint: 'Free some space and try again.' },
  {
    codes: /^SQLITE_(?:READONLY|PERM|AUTH)|^EACCES$|^EPERM$|^EROFS$/,
    cause: 'it cannot be written',
    hint: 'Give your user the right to write the file and its folder.',
  },
  {
    codes: /^SQLITE_CANTOPEN|^EISDIR$|^ENOTDIR$|^ENOENT$|^EEXIST$|^ELOOP$|^ENAMETOOLONG$/,
    cause: 'it cannot be opened',
    hint: 'A regular file belongs in this place, in a folder that your user can write.',
  },
  {
    codes: /^SQLITE_IOERR|^EIO$|^SQLITE_(?:NOLFS|PROTOCOL)/,
    cause: 'the disk reports an error',
    hint: 'Check the disk, and whether its file system suits a database.',
  },
]

/** The same functions, with the errors of SQLite told as refusals. */
export function refusing<T extends object>(file: string, api: T): T {
  const wrapped = Object.entries(api).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function' ? refusingCall(file, member as Call) : member,
  ])
  return Object.fromEntries(wrapped) as T
}

type Call = (...args: readonly unknown[]) => unknown

function refusingCall(file: string, call: Call): Call {
  return (...args) => {
    try {
      return call(...args)
    } catch (error) {
      throw asStoreRefused(error, file)
    }
  }
}
