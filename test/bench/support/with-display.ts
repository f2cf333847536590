import { buildConsole } from '../../../electron/scripts/build-console.ts'
import { startDisplayIfNone } from '../../support/display.ts'
import { ensureSystemPackages } from '../../support/system-packages.ts'

/** Runs measures of the desktop app: a current build, and a screen if the machine has none. */
export async function withDisplay<T>(measure: () => Promise<T>): Promise<T> {
  await ensureSystemPackages(['electron', 'fonts'])
  await buildConsole()
  const display = await startDisplayIfNone()
  if (display) process.env['DISPLAY'] = display.name
  try {
    return await measure()
  } finally {
    display?.close()
    if (display) delete process.env['DISPLAY']
  }
}
