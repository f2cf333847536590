import { app, safeStorage, type MessagePortMain } from 'electron'

import { createRouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'

import { launchHost } from '../launch-host.ts'
import type { LaunchOptions } from '../launch-options.ts'
import { chooseBundle, chooseDirectory } from './choose-directory.ts'
import { createSafeStoragePort } from './safe-storage.ts'
import { showFailure } from './show-failure.ts'

/** The host as the rest of the main process uses it. */
export interface HostService {
  /** Answers the calls that arrive on the port until it closes. */
  readonly serve: (port: MessagePortMain) => void
  /** Asks the user for a state directory and opens it. */
  readonly chooseDirectory: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Starts the host. This module brings in all that the host consists of; it is imported only after the window has begun
 * to load, so that neither waits for the other.
 */
export function startHostService(options: LaunchOptions): HostService {
  const host = launchHost(options, {
    runtime: 'electron',
    version: app.getVersion(),
    chooseDirectory,
    chooseBundle,
    safeStorage: createSafeStoragePort(safeStorage),
  })
  const client = createRouterClient(host.router)
  const handler = new RPCHandler(host.router)
  return {
    serve(port) {
      handler.upgrade(port)
      port.start()
    },
    async chooseDirectory() {
      await client.directory.choose().catch(showFailure)
    },
    close: () => host.close(),
  }
}
