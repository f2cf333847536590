import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { resolveElectronRuntime } from '../../support/electron-runtime/index.ts'

const START_TIMEOUT_MS = 30_000

export interface ElectronProcess {
  readonly pid: number
  readonly page: Page
  /** Epoch ms at which the process was started. */
  readonly startedAtMs: number
  close(): Promise<void>
}

/**
 * Starts an app without an attached debugger, which would slow its start, and connects to its page afterwards over the
 * debugging port.
 */
export async function startElectron(app: string, args: readonly string[] = []): Promise<ElectronProcess> {
  const runtime = await resolveElectronRuntime()
  const scratch = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OPENCLAW_')))
  const startedAtMs = Date.now()
  const child = spawn(
    runtime.executablePath,
    [...runtime.args, '--remote-debugging-port=0', `--user-data-dir=${join(scratch, 'profile')}`, app, ...args],
    { env: { ...env, ...runtime.env, HOME: scratch }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const browser = await chromium.connectOverCDP(await debuggerAddress(child))
  const context = browser.contexts()[0]
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
  if (!page || child.pid === undefined) throw new Error('The app opened no window')
  return {
    pid: child.pid,
    page,
    startedAtMs,
    async close() {
      const ended = once(child, 'exit')
      await browser.close()
      child.kill('SIGTERM')
      await ended
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
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
