import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { historyThreadConfig } from '../../electron/scripts/bundles.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'test-output', 'history-thread')

/** Where the built thread lies, as an address. */
export const HISTORY_THREAD = pathToFileURL(join(FOLDER, 'history-worker.js')).href

/**
 * Builds the thread of the history before the tests, and again when they run again. Run from its sources, each thread would
 * bring Node.js's WebAssembly for stripping types, and threads that come and go with WebAssembly crash Node.js 24 now and
 * then (nodejs/node#64500).
 */
export async function setup(project: TestProject): Promise<void> {
  const buildThread = async (): Promise<void> => {
    await build(historyThreadConfig(FOLDER))
  }
  project.onTestsRerun(buildThread)
  await buildThread()
}
