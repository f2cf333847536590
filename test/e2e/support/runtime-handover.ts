import type { ElectronRuntime } from '../../support/electron-runtime/index.ts'

const VARIABLE = 'SWITCHYARD_E2E_ELECTRON'

/** Passes the Electron found by the global setup on to the worker processes, which inherit its environment. */
export function handOverRuntime(runtime: ElectronRuntime): void {
  process.env[VARIABLE] = JSON.stringify(runtime)
}

export function handedOverRuntime(): ElectronRuntime {
  const text = process.env[VARIABLE]
  if (text === undefined) throw new Error('The global setup has not found an Electron')
  return JSON.parse(text) as ElectronRuntime
}
