import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../openclaw/files/read-file.ts'
import { fileKind, holdsNothing } from './file-kind.ts'
import { FILE_KINDS, type FileKind, type NotScanned, type NotScannedWhy } from './types.ts'

export interface ListedFile {
  readonly path: string
  /** Relative to the root, with forward slashes; absolute where it lies elsewhere. */
  readonly name: string
  readonly kind: FileKind
  readonly sizeBytes: number
  /** Names in its folder. */
  readonly siblings: ReadonlySet<string>
}

export interface FileList {
  /** Those that can hold credentials first. */
  readonly files: readonly ListedFile[]
  readonly notScanned: readonly NotScanned[]
}

const MAX_DEPTH = 16
/** What others keep here by the thousand. */
const LEFT_OUT_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Every regular file of a directory, links to files included, links to folders not. */
export async function listFiles(root: string, extraFiles: readonly string[]): Promise<FileList> {
  const found = new Map<string, ListedFile>()
  const notScanned: NotScanned[] = []
  const skip = (file: string, why: NotScannedWhy): void => {
    notScanned.push({ file: nameIn(root, file), why })
  }

  async function add(file: string, siblings: ReadonlySet<string>): Promise<void> {
    const name = nameIn(root, file)
    if (holdsNothing(name)) return
    try {
      const real = await realpath(file)
      const stats = await stat(real)
      if (found.has(real)) return
      if (!stats.isFile()) skip(file, 'not_a_file')
      else if (/\.(?:gz|zst|xz|bz2|zip)$/i.test(name)) skip(file, 'compressed')
      else found.set(real, { path: file, name, kind: fileKind(name), sizeBytes: stats.size, siblings })
    } catch (error) {
      // What is gone by now holds nothing any more.
      if (errorCode(error) !== 'ENOENT') skip(file, reasonOf(error))
    }
  }

  async function walk(folder: string, depth: number): Promise<void> {
    let entries
    try {
      entries = await readdir(folder, { withFileTypes: true })
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') skip(folder, reasonOf(error))
      return
    }
    const siblings = new Set(entries.map((entry) => entry.name))
    for (const entry of entries) {
      const file = path.join(folder, entry.name)
      if (!entry.isDirectory()) {
        if (!entry.isSymbolicLink() || !(await isFolder(file))) await add(file, siblings)
      } else if (LEFT_OUT_FOLDERS.has(entry.name) || depth === MAX_DEPTH) skip(file, 'folder_left_out')
      else await walk(file, depth + 1)
    }
  }

  await walk(root, 0)
  for (const file of extraFiles) {
    const siblings = await readdir(path.dirname(file)).catch(() => [])
    await add(file, new Set(siblings))
  }
  const rank = ({ kind }: ListedFile): number => FILE_KINDS.indexOf(kind)
  return { files: [...found.values()].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1)), notScanned }
}

export function reasonOf(error: unknown): NotScannedWhy {
  const code = errorCode(error)
  return code === 'EACCES' || code === 'EPERM' ? 'no_permission' : 'unreadable'
}

function nameIn(root: string, file: string): string {
  const relative = path.relative(root, file)
  const isInside = relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
  const name = isInside ? (relative === '' ? '.' : relative) : file
  return path.sep === '/' ? name : name.split(path.sep).join('/')
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory()
  } catch {
    return false
  }
}
