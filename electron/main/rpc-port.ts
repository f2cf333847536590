import { ipcMain, type IpcMainEvent, type MessagePortMain } from 'electron'

import { CONNECT_CHANNEL } from '../preload/bridge.ts'
import type { ConsoleWindows } from './console-windows.ts'
import { isAppUrl } from './origin.ts'

/**
 * Lets the page of a window speak to the host of its console. The page sends one end of a message channel; from then on everything goes
 * through that, typed and validated by the contract. This is the only channel of the main process that listens.
 */
export function acceptRpcPorts(
  windows: Pick<ConsoleWindows, 'consoleOf'>,
  serve: (port: MessagePortMain, consoleId: string) => void,
): void {
  /** Only the top frame of one of our windows, and only while it shows the console. */
  function trustedConsole({ sender, senderFrame }: IpcMainEvent): string | null {
    if (senderFrame === null || senderFrame.parent !== null || !isAppUrl(senderFrame.url)) return null
    return windows.consoleOf(sender)
  }

  ipcMain.on(CONNECT_CHANNEL, (event) => {
    const [port, ...others] = event.ports
    if (port === undefined) return
    const consoleId = trustedConsole(event)
    if (consoleId !== null && others.length === 0) return serve(port, consoleId)

    process.stderr.write('Refused a connection that did not come from the console itself\n')
    for (const refused of event.ports) refused.close()
  })
}
