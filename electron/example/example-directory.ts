import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configText } from './config-text.ts'
import { mainAgent } from './main-agent.ts'
import { opsAgent } from './ops-agent.ts'
import { researchAgent } from './research-agent.ts'
import { sharedStore } from './shared-store.ts'
import { writeAgentDatabase, writeSharedDatabase } from './write-databases.ts'

export interface ExampleDirectory {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Writes the example, in the layout of OpenClaw 2026.9, to a temporary folder that only the user can enter. Nothing is left
 * behind if it fails.
 *
 * @param nowMs epoch ms that every time in it is relative to
 */
export async function createExampleDirectory({ nowMs }: { readonly nowMs: number }): Promise<ExampleDirectory> {
  // The real path: on macOS the temporary folder lies behind a link, and a file watcher reports what is behind it.
  const path = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-example-')))
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })
  try {
    await writeFile(join(path, 'openclaw.json'), configText(nowMs), { mode: 0o600 })
    await mkdir(join(path, 'state'), { mode: 0o700 })
    writeSharedDatabase(join(path, 'state', 'openclaw.sqlite'), sharedStore(nowMs), nowMs)
    for (const agent of [mainAgent(nowMs), researchAgent(nowMs), opsAgent(nowMs)]) {
      const folder = join(path, 'agents', agent.id, 'agent')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      writeAgentDatabase(join(folder, 'openclaw-agent.sqlite'), agent, nowMs)
    }
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
