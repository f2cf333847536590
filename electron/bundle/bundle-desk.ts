import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdtemp, open, rm } from 'node:fs/promises'
import { constants } from 'node:fs'
import { tmpdir } from 'node:os'
import nodePath from 'node:path'
import type { BundleOptions, BundlePreview, SaveBundleInput, SavedBundle } from '../../shared/contract/history/index.ts'
import { BundleRefused } from './bundle-refused.ts'
import type { BundleSource } from './bundle-source.ts'
import { writeBundle, type BundleWatch } from './write-bundle.ts'

/**
 * Makes bundles: first a preview, which is the bundle itself in a private folder, then the file where somebody wants it. So
 * what is saved is what was seen.
 */
export interface BundleDesk {
  /** The preview before it is not kept. @throws {BundleRefused} `too_large`, `write_failed`, `cancelled` */
  preview(source: BundleSource, options: BundleOptions, watch?: BundleWatch): Promise<BundlePreview>
  /** @throws {BundleRefused} `no_preview`, `exists`, `write_failed` */
  save(input: SaveBundleInput): Promise<SavedBundle>
  /** Removes what is left of the preview. */
  close(): Promise<void>
}

interface Draft {
  readonly id: string
  readonly folder: string
  readonly file: string
  readonly bytes: number
}

export function createBundleDesk(): BundleDesk {
  let draft: Draft | null = null

  async function discard(): Promise<void> {
    const folder = draft?.folder
    draft = null
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }

  return {
    async preview(source, options, watch) {
      await discard()
      // Only its owner may look into a folder that is made this way.
      const folder = await written(mkdtemp(nodePath.join(tmpdir(), 'switchyard-bundle-')))
      const file = nodePath.join(folder, 'bundle.zip')
      try {
        const { parts, aliasCount, bytes } = await written(writeBundle(file, source, options, watch ?? null))
        await discard()
        draft = { id: randomUUID(), folder, file, bytes }
        return { id: draft.id, parts, aliasCount }
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
    async save({ previewId, path }) {
      if (draft?.id !== previewId) throw new BundleRefused('no_preview')
      await placeNew(draft.file, path)
      return { path, bytes: draft.bytes }
    },
    close: discard,
  }
}

/** Puts a copy of a file where none is yet, in one step: it is there whole or not at all. */
async function placeNew(file: string, target: string): Promise<void> {
  const beside = nodePath.join(nodePath.dirname(target), `.${nodePath.basename(target)}.${randomUUID()}.tmp`)
  try {
    await copyFile(file, beside, constants.COPYFILE_EXCL)
    const copy = await open(beside, 'r+')
    try {
      await copy.chmod(0o600)
      await copy.sync()
    } finally {
      await copy.close()
    }
    await linkOrCopy(beside, target)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new BundleRefused('exists') : new BundleRefused('write_failed')
  } finally {
    await rm(beside, { force: true })
  }
}

/** Some file systems know no second name of a file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'])

async function written<T>(task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    throw codeOf(error) === null ? error : new BundleRefused('write_failed')
  }
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error)) return null
  return 'code' in error && typeof error.code === 'string' ? error.code : null
}
