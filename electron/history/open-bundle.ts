import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import nodePath from 'node:path'
import type { PolicyId } from '../../shared/engine/index.ts'
import { createStateWatches, historyReader } from './history-reader.ts'
import type { TakenBundle } from './take-bundle.ts'
import type { HistoryReader } from './types.ts'
import { startWorker } from './worker-client.ts'

export interface BundleHistoryOptions {
  /** The rules that runs are explained by. */
  policyId(): PolicyId
  /** For defects only. */
  log(message: string, error: unknown): void
}

/** A support bundle that is open. */
export interface BundleHistory {
  /** What it tells besides its records. */
  readonly taken: TakenBundle
  /** The database that its records are stored in, until it is closed. */
  readonly file: string
  /** It can only be read. */
  readonly history: HistoryReader
  close(): Promise<void>
}

/**
 * Stores what is in a bundle in a database of its own in a private folder, which goes when it is closed.
 *
 * @throws {HistoryRefused} `invalid`: it is no bundle, a newer one, a damaged one, or too large; `not_found`: it cannot be read
 */
export async function openBundleHistory(path: string, options: BundleHistoryOptions): Promise<BundleHistory> {
  // Only its owner may look into a folder that is made this way.
  const folder = await mkdtemp(nodePath.join(tmpdir(), 'switchyard-shown-'))
  const file = nodePath.join(folder, 'switchyard.sqlite')
  let isClosed = false
  const watches = createStateWatches(() => worker.call('state'))
  const worker = startWorker(
    // What it holds has times of its own, whatever the clock of this machine shows.
    { file, clockShiftMs: 0 },
    (state) => watches.tell(state),
    (error) => {
      if (isClosed) return
      options.log('The history of a bundle ended', error)
      watches.end()
    },
  )

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    watches.end()
    await worker.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  try {
    const taken = await worker.call('takeBundle', path)
    return {
      taken,
      file,
      history: {
        ...historyReader(
          () => worker,
          watches,
          () => options.policyId(),
        ),
        // They were made where more is known than what got into the bundle.
        findings: () => Promise.resolve(taken.findings),
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
