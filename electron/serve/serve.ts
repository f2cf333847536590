import path from 'node:path'

import { launchConsoles } from '../consoles/index.ts'
import { parseLaunchOptions, type LaunchOptions } from '../launch-options.ts'
import { openInBrowser } from './open-in-browser.ts'
import { startConsoleServer } from './server.ts'
import { TAB_EDITION } from './tab-edition.ts'

declare const SWITCHYARD_VERSION: string

/** The browser edition's entry: the same hosts as on the desktop, behind HTTP and WebSocket on this machine. */
const request = parseLaunchOptions(process.argv.slice(2), 'browser')

if (request.kind === 'help') {
  process.stdout.write(request.text)
} else if (request.kind === 'mistake') {
  process.stderr.write(`${request.message}\n`)
  process.exitCode = 2
} else {
  await serve(request.options)
}

async function serve(options: LaunchOptions): Promise<void> {
  const consoles = launchConsoles(options, { runtime: 'node', version: SWITCHYARD_VERSION, edition: TAB_EDITION })
  const rendererFolder = path.join(import.meta.dirname, '..', 'renderer')
  const server = await startConsoleServer({ consoles, rendererFolder, port: options.port }).catch((error: unknown) => {
    process.stderr.write(`${listenFailure(error, options.port)}\n`)
    return undefined
  })
  if (server === undefined) {
    await consoles.close()
    process.exitCode = 1
    return
  }

  endOnSignal(async () => {
    await server.close()
    await consoles.close()
  })
  process.stdout.write(`Switchyard is open at ${server.url}\n`)
  process.stdout.write('The address holds the key to it: whoever has it can use the console. Ctrl+C ends it.\n')
  if (options.opensBrowser) await openInBrowser(server.url)
}

function listenFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or leave it out for a free one.`
  if (code === 'EACCES') return `Port ${port} is reserved for administrators. Choose another with --port.`
  return `The server could not start: ${error instanceof Error ? error.message : String(error)}`
}

/** The first signal ends everything in order; a second one, from an impatient user, at once. */
function endOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      void close().finally(() => process.exit(0))
    })
  }
}
