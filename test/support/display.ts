import { spawn } from 'node:child_process'

import { ensureSystemPackages } from './system-packages.ts'

const START_TIMEOUT_MS = 15_000
const SCREEN = '1920x1200x24'

export interface VirtualDisplay {
  /** The value for DISPLAY. */
  readonly name: string
  close(): void
}

/**
 * Starts a virtual screen where Linux has none, so that real windows can be opened in tests. Undefined where there is a
 * screen already. The caller sets DISPLAY.
 */
export async function startDisplayIfNone(): Promise<VirtualDisplay | undefined> {
  if (process.platform !== 'linux' || process.env['DISPLAY']) return undefined
  await ensureSystemPackages(['display'])

  // The server picks a free number by itself and writes it to the given descriptor once it accepts connections.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Xvfb did not start in time')), START_TIMEOUT_MS)
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with exit code ${code}`)))
    server.stdio[3]?.once('data', (data: Buffer) => {
      clearTimeout(timer)
      resolve(data.toString().trim())
    })
  })
  return { name: `:${number}`, close: () => void server.kill() }
}
