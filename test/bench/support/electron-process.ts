import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { resolveElectronRuntime, type ElectronRuntime } from '../../support/electron-runtime/index.ts'

const START_TIMEOUT_MS = 30_000

export interface ElectronProcess {
  readonly pid: number
  /** Epoch ms at which the process was started. */
  readonly startedAtMs: number
  /** Connects to its window. Nothing is attached before, so that a debugger slows and fattens nothing. */
  page(): Promise<Page>
  close(): Promise<void>
}

/** Starts an app with a profile of its own. */
export async function startElectron(app: string, args: readonly string[] = []): Promise<ElectronProcess> {
  const electron = await findRuntime()
  const scratch = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OPENCLAW_')))
  const startedAtMs = Date.now()
  const child = spawn(
    electron.executablePath,
    [...electron.args, '--remote-debugging-port=0', `--user-data-dir=${join(scratch, 'profile')}`, app, ...args],
    { env: { ...env, ...electron.env, HOME: scratch }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await debuggerAddress(child)
  let browser: Browser | undefined
  return {
    pid: child.pid ?? 0,
    startedAtMs,
    async page() {
      browser = await chromium.connectOverCDP(address)
      const context = browser.contexts()[0]
      const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
      if (!page) throw new Error('The app opened no window')
      return page
    },
    async close() {
      const ended = once(child, 'exit')
      await browser?.close()
      child.kill('SIGTERM')
      await ended
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

let runtime: Promise<ElectronRuntime> | undefined

/** Looked for once: where there is no network, looking takes a while. */
function findRuntime(): Promise<ElectronRuntime> {
  runtime ??= resolveElectronRuntime()
  return runtime
}

function debuggerAddress(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`Electron did not start. It printed:\n${output}`))
    const timer = setTimeout(fail, START_TIMEOUT_MS)
    child.once('exit', fail)
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
