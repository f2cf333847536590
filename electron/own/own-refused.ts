export type OwnRefusalCode =
  /** something lies in the folder */
  'not_empty' | 'not_a_folder' | 'no_permission' | 'disk_full' | 'failed'

/** Why a directory of our own, or the list of them, could not be written. Nothing is left of the attempt. */
export class OwnRefused extends Error {
  readonly code: OwnRefusalCode
  readonly hint: string

  constructor(code: OwnRefusalCode, message: string, hint: string) {
    super(message)
    this.name = 'OwnRefused'
    this.code = code
    this.hint = hint
  }
}

/** What an error of the file system means; anything else is passed on as it is: a defect. */
export function asOwnRefused(error: unknown, what: string): unknown {
  const code = (error as { readonly code?: unknown } | null)?.code
  if (error instanceof OwnRefused || typeof code !== 'string') return error
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new OwnRefused('no_permission', `${what}: it cannot be written there.`, 'Choose a folder of your own.')
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return new OwnRefused('disk_full', `${what}: the disk is full.`, 'Free some space and try again.')
    case 'ENOTDIR':
    case 'ELOOP':
      return new OwnRefused('not_a_folder', `${what}: a part of the path is no folder.`, 'Choose another path.')
    case 'ENOTEMPTY':
    case 'EEXIST':
      return new OwnRefused(
        'not_empty',
        `${what}: something lies in that place.`,
        'Choose an empty folder or a new name.',
      )
    default:
      return new OwnRefused('failed', `${what}: the system reports ${code}.`, 'Check the place and try again.')
  }
}
