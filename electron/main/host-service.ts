import { app, safeStorage, type MessagePortMain } from 'electron'

import { createRouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'

import { FIRST_CONSOLE, launchConsoles, type HeldConsole } from '../consoles/index.ts'
import type { LaunchOptions } from '../launch-options.ts'
import { askForPath } from './ask-for-path.ts'
import type { ConsoleWindows } from './console-windows.ts'
import { createSafeStoragePort } from './safe-storage.ts'
import { showFailure } from './show-failure.ts'

/** The hosts as the rest of the main process uses them. */
export interface HostService {
  /** Answers the calls that arrive on the port for a console, until it closes. */
  readonly serve: (port: MessagePortMain, consoleId: string) => void
  /** Asks the user for a state directory and opens it in the window that was used last. */
  readonly chooseDirectory: () => Promise<void>
  /** Opens a directory in a window of its own, or shows the one that it is in; null: a window to choose in. */
  readonly openBeside: (directory: string | null) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Starts the hosts. This module brings in all that a host consists of; it is imported only after the window has begun
 * to load, so that neither waits for the other.
 */
export function startHostService(options: LaunchOptions, windows: ConsoleWindows): HostService {
  const consoles = launchConsoles(options, {
    runtime: 'electron',
    version: app.getVersion(),
    choose: (consoleId, what) => askForPath(what, windows.windowOf(consoleId)),
    safeStorage: createSafeStoragePort(safeStorage),
    edition: { place: 'window', graceMs: 0, present },
  })

  /** The window holds its console; one that is there has done so before. */
  function present({ id, release }: HeldConsole): null {
    if (windows.focus(id)) release()
    else windows.open(id, release)
    return null
  }

  return {
    serve(port, consoleId) {
      const held = consoles.hold(consoleId)
      if (held === undefined) return port.close()
      port.once('close', held.release)
      new RPCHandler(held.host.router).upgrade(port)
      port.start()
    },
    async chooseDirectory() {
      const window = windows.windowOf()
      const held = consoles.hold((window === null ? null : windows.consoleOf(window.webContents)) ?? FIRST_CONSOLE)
      if (held === undefined) return
      await createRouterClient(held.host.router).directory.choose({ what: 'directory' }).catch(showFailure)
      held.release()
    },
    async openBeside(directory) {
      await consoles.openBeside(directory).catch(showFailure)
    },
    close: () => consoles.close(),
  }
}
