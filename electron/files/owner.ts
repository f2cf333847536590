import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { FileCalls } from './file-calls.ts'

export type Owner = Pick<Stats, 'uid' | 'gid'>

/** Whose a new file in a folder should be: a console that runs as root makes it for the user whose folder it is. */
export async function ownerInFolder(folder: string, calls: FileCalls): Promise<Owner> {
  const uid = process.getuid?.() ?? 0
  return uid === 0 && process.getuid !== undefined ? await calls.stat(folder) : { uid, gid: process.getgid?.() ?? 0 }
}

/** Gives a file to its owner, so that a gateway of another user than this one can still read it. */
export async function giveTo(handle: FileHandle, { uid, gid }: Owner): Promise<void> {
  const made = await handle.stat()
  if (made.uid !== uid) await handle.chown(uid, gid)
  // A group that this user is not in cannot be given; without rights of the group it does not matter.
  else if (made.gid !== gid) await handle.chown(uid, gid).catch(() => undefined)
}
