import { buildConsole } from '../../electron/scripts/build-console.ts'
import { startDisplayIfNone } from '../support/display.ts'
import { resolveElectronRuntime } from '../support/electron-runtime/index.ts'
import { ensureSystemPackages } from '../support/system-packages.ts'
import { handOverRuntime } from './support/runtime-handover.ts'

/** Gets ready what all specs share: the system's packages, a screen, an Electron, and a current build. */
export default async function setUp(): Promise<() => void> {
  await ensureSystemPackages(['electron', 'browser', 'fonts'])
  handOverRuntime(await resolveElectronRuntime())
  await buildConsole()

  const display = await startDisplayIfNone()
  if (display !== undefined) process.env['DISPLAY'] = display.name
  return () => display?.close()
}
