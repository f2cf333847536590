import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

import { hasDisplay } from '../has-display.ts'
import { parseLaunchOptions } from '../launch-options.ts'
import { buildConsoleOrExit } from './build-console.ts'
import { invocationFolder } from './invocation-folder.ts'
import { inProject, PROJECT_FOLDER } from './project-folders.ts'
import { serveInThisProcess } from './serve-in-this-process.ts'

/** The exit code that the system's loader gives a program when a shared library is missing. */
const EXIT_LIBRARY_MISSING = 127

/**
 * `npm start`: the console as a desktop app. Where there is no screen to show it on, or no Electron to be had, it is
 * served to a browser instead, as a console that does not come up helps nobody.
 */
const args = process.argv.slice(2)
const request = parseLaunchOptions(args, 'desktop')
if (request.kind === 'run') {
  await buildConsoleOrExit()
  const reason = await startDesktop()
  if (reason !== undefined) {
    process.stderr.write(`[switchyard] ${reason}\n[switchyard] Serving the console to a browser instead.\n`)
    await serveInThisProcess()
  }
} else {
  process.stderr.write(request.kind === 'help' ? request.text : `${request.message}\n`)
  process.exitCode = request.kind === 'help' ? 0 : 2
}

/** Runs the desktop app to its end; returns a reason where it could not start. */
async function startDesktop(): Promise<string | undefined> {
  if (!hasDisplay()) return 'There is no display here (DISPLAY and WAYLAND_DISPLAY are not set).'

  let runtime: ElectronRuntime
  try {
    runtime = await findElectron()
  } catch (error) {
    return `There is no Electron to be had: ${error instanceof Error ? error.message : String(error)}`
  }
  return runElectron(runtime)
}

/** What is needed to start an Electron. */
interface ElectronRuntime {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * Finding one is the tests' business: the packaged app brings its own, and knows nothing of other ways. Hence no static
 * import, which would make it part of the product.
 */
async function findElectron(): Promise<ElectronRuntime> {
  const finder = pathToFileURL(inProject('test', 'support', 'electron-runtime', 'index.ts')).href
  const { resolveElectronRuntime } = (await import(finder)) as { resolveElectronRuntime(): Promise<ElectronRuntime> }
  return resolveElectronRuntime()
}

async function runElectron(runtime: ElectronRuntime): Promise<string | undefined> {
  const electron = spawn(runtime.executablePath, [...runtime.args, PROJECT_FOLDER, ...args], {
    cwd: invocationFolder(),
    env: { ...process.env, ...runtime.env },
    stdio: 'inherit',
  })
  // Ctrl+C reaches both processes by itself; this one waits for the other's orderly end.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => electron.kill('SIGTERM'))

  const exitCode = await new Promise<number | null>((resolve, reject) => {
    electron.once('error', reject)
    electron.once('exit', resolve)
  })
  if (exitCode === EXIT_LIBRARY_MISSING) return 'Electron could not start: a system library is missing (see above).'
  process.exitCode = exitCode ?? 1
  return undefined
}
