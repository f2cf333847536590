import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { OUTPUT_FOLDER, PROJECT_FOLDER } from '../../../electron/scripts/project-folders.ts'
import { consoleArguments, type ConsoleOptions } from './console-options.ts'

const START_TIMEOUT_MS = 30_000

export interface ServeProcess {
  /** The printed address, with the key. */
  readonly url: string
  readonly pid: number
  /** What it has printed so far. */
  output(): string
  close(): Promise<void>
}

/** Starts the browser edition's server, as a user would, and waits for the address that it prints. */
export async function startServe(options: ConsoleOptions, env: Record<string, string>): Promise<ServeProcess> {
  const server = spawn(
    process.execPath,
    [path.join(OUTPUT_FOLDER, 'serve', 'serve.js'), ...consoleArguments(options), '--port', '0', '--no-open'],
    { cwd: PROJECT_FOLDER, env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS)
    const fail = (what: string): void => reject(new Error(`The browser edition ${what}. It printed:\n${output}`))
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = /http:\/\/127\.0\.0\.1:\d+\/#key=\S+/.exec(output)?.[0]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('exit', (code) => fail(`ended with exit code ${code}`))
  })

  return {
    url,
    pid: server.pid ?? 0,
    output: () => output,
    async close() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}
