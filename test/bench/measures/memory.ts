import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../../../electron/scripts/project-folders.ts'
import { startServe } from '../../e2e/support/serve-process.ts'
import { writeStateDirectory } from '../../support/write-state-directory.ts'
import type { Benchmark } from '../measure.ts'
import { startElectron } from '../support/electron-process.ts'
import { residentMib, treeMemoryMib } from '../support/process-memory.ts'
import { withDisplay } from '../support/with-display.ts'

/** How long an app is left alone before it counts as idle. */
const SETTLE_MS = 6000

/** Idle memory of the desktop app beside an empty window of the same Electron, and of the host under plain Node.js. */
export const memoryBenchmark: Benchmark = {
  name: 'memory',
  run: () =>
    withDisplay(async () => {
      if (process.platform !== 'linux') throw new Error('memory is read from /proc, which only Linux has')
      const scratch = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
      const state = join(scratch, 'state')
      writeStateDirectory(state, 'S1', { agents: 3, profilesPerAgent: 10 }, Date.now())
      try {
        const emptyMib = await appMemoryMib(writeEmptyApp(join(scratch, 'empty')), [])
        const consoleMib = await appMemoryMib(PROJECT_FOLDER, [state])
        return [
          { name: 'empty Electron window, all processes', value: emptyMib, unit: 'MiB', target: null },
          { name: 'desktop app idle, all processes', value: consoleMib, unit: 'MiB', target: null },
          { name: 'desktop app beside an empty window', value: consoleMib / emptyMib, unit: '×', target: 1.25 },
          { name: 'host under Node.js, idle', value: await hostMemoryMib(state), unit: 'MiB', target: 90 },
        ] as const
      } finally {
        rmSync(scratch, { recursive: true, force: true })
      }
    }),
}

async function appMemoryMib(app: string, args: readonly string[]): Promise<number> {
  const running = await startElectron(app, args)
  try {
    await settle()
    return treeMemoryMib(running.pid)
  } finally {
    await running.close()
  }
}

async function hostMemoryMib(state: string): Promise<number> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const serve = await startServe({ directory: state }, env)
  try {
    await settle()
    return residentMib(serve.pid)
  } finally {
    await serve.close()
  }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}

/** The least that shows a window, in the size of the console's. */
function writeEmptyApp(folder: string): string {
  const main = `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 860 }).loadFile('empty.html'))
`
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', main: 'main.js' }))
  writeFileSync(join(folder, 'main.js'), main)
  writeFileSync(join(folder, 'empty.html'), '<!doctype html><title>Empty</title>')
  return folder
}
