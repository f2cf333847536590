import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSwitchyardStore, type SwitchyardStore } from '../store/index.ts'
import type { Clock } from './clock.ts'

/** Where the console keeps what it remembers of whatever is open. */
export interface Memory {
  readonly store: SwitchyardStore
  close(): Promise<void>
}

/** A memory in a private folder, which goes when it is closed. */
export async function openTemporaryMemory(clock: Clock): Promise<Memory> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-memory-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    const store = openSwitchyardStore(path.join(folder, 'switchyard.sqlite'), { clock })
    return {
      store,
      async close() {
        store.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
