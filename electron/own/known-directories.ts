import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { KnownDirectory } from '../../shared/contract/types.ts'
import { replaceFile, withFileLock, writeFailureOf } from '../files/index.ts'
import { isOwnDirectory } from './own-directory.ts'

/** A directory as the list has it. */
export type ListedDirectory = Omit<KnownDirectory, 'isOpenElsewhere'>

/**
 * The directories that were made here or opened lately, in `directories.json` of the data folder. A list that is damaged
 * counts as empty; with the next change it is kept aside. What cannot be written throws `WriteFailure`.
 */
export interface KnownDirectories {
  /** Last opened first. Own ones in the data folder are among them, also where the list was lost. */
  list(): Promise<readonly ListedDirectory[]>
  /** Notes that a directory is being opened. `name` absent: as it was. Own ones stay, of others the latest. */
  remember(directory: string, kind: KnownDirectory['kind'], name?: string | null): Promise<void>
  /** Takes a directory off the list; nothing of it is deleted. */
  forget(directory: string): Promise<void>
  /** A path that is free, for a new directory of our own of this name. */
  suggestPath(name: string): string
}

const MAX_ATTACHED = 30
const MAX_NAME_LENGTH = 64
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

const fileSchema = z.object({
  version: z.literal(1),
  directories: z.array(
    z.object({
      path: z.string().min(1),
      kind: z.enum(['own', 'attached']),
      name: z.string().nullable(),
      lastOpenedMs: z.number(),
      /** Its user took it off the list; it is not put back for lying in the data folder. */
      isForgotten: z.boolean().optional(),
    }),
  ),
})
type Entry = z.infer<typeof fileSchema>['directories'][number]

export interface KnownDirectoriesOptions {
  readonly dataFolder: string
  readonly clock: { now(): number }
}

export function createKnownDirectories({ dataFolder, clock }: KnownDirectoriesOptions): KnownDirectories {
  const file = path.join(dataFolder, 'directories.json')
  const ownFolder = path.join(dataFolder, 'directories')

  /** Other processes keep the same list: what is changed is what is there at that moment. */
  async function change(edit: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> {
    try {
      await mkdir(dataFolder, { recursive: true, mode: 0o700 })
      await withFileLock(file, async () => {
        const known = await read()
        // Kept, so that a person or a newer Switchyard can still make something of it.
        if (known === null) await rename(file, `${file}.damaged-${Math.trunc(clock.now())}-${randomUUID()}`)
        const directories = bounded(edit(known ?? []))
        await replaceFile(file, `${JSON.stringify({ version: 1, directories }, null, 2)}\n`)
      })
    } catch (error) {
      throw writeFailureOf(error)
    }
  }

  /** null: what is there is not such a list. */
  async function read(): Promise<readonly Entry[] | null> {
    try {
      return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).directories
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      if (error instanceof SyntaxError || error instanceof z.ZodError) return null
      throw error
    }
  }

  /** Own directories that nobody has written down. */
  async function unlisted(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const names = await readdir(ownFolder).catch(() => [])
    const listed = new Set(entries.map((entry) => entry.path))
    const folder = await realPath(ownFolder)
    return names
      .map((name) => path.join(folder, name))
      .filter((directory) => !listed.has(directory) && isOwnDirectory(directory))
      .map((directory) => ({ path: directory, kind: 'own', name: path.basename(directory), lastOpenedMs: 0 }))
  }

  return {
    async list() {
      const entries = (await read().catch(() => null)) ?? []
      return [...entries, ...(await unlisted(entries))]
        .filter(({ isForgotten }) => isForgotten !== true)
        .sort((a, b) => b.lastOpenedMs - a.lastOpenedMs)
        .map((entry) => ({
          path: entry.path,
          kind: entry.kind,
          name: entry.name,
          lastOpenedMs: entry.lastOpenedMs,
          isThere: existsSync(entry.path),
        }))
    },

    async remember(directory, kind, name) {
      const real = await realPath(directory)
      await change((entries) => {
        const known = entries.find((entry) => entry.path === real)
        const others = entries.filter((entry) => entry !== known)
        return [{ path: real, kind, name: name ?? known?.name ?? null, lastOpenedMs: clock.now() }, ...others]
      })
    },

    async forget(directory) {
      const real = await realPath(directory)
      const isFoundAgain = path.dirname(real) === (await realPath(ownFolder))
      await change((entries) => {
        const others = entries.filter((entry) => entry.path !== real && entry.path !== directory)
        if (!isFoundAgain) return others
        return [...others, { path: real, kind: 'own', name: null, lastOpenedMs: 0, isForgotten: true }]
      })
    },

    suggestPath(name) {
      const base = folderName(name)
      for (let number = 1; ; number += 1) {
        const candidate = path.join(ownFolder, number === 1 ? base : `${base}-${number}`)
        if (!existsSync(candidate)) return candidate
      }
    },
  }
}

/** Own directories always stay; the others make room, the longest unopened first. */
function bounded(entries: readonly Entry[]): readonly Entry[] {
  const attached = entries
    .filter(({ kind }) => kind === 'attached')
    .sort((a, b) => b.lastOpenedMs - a.lastOpenedMs)
    .slice(0, MAX_ATTACHED)
  return entries.filter((entry) => entry.kind === 'own' || attached.includes(entry))
}

/** A name for a folder on every system. */
function folderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-+|-+$/g, '')
  if (plain === '') return 'directory'
  return RESERVED_ON_WINDOWS.test(plain) ? `${plain}-directory` : plain
}

async function realPath(directory: string): Promise<string> {
  return await realpath(directory).catch(() => path.resolve(directory))
}
