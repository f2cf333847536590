import { BrowserWindow, ipcMain, type IpcMainEvent, type MessagePortMain } from 'electron'

import { CONNECT_CHANNEL } from '../preload/bridge.ts'
import { isAppUrl } from './origin.ts'

/**
 * Lets the console's page speak to the host. The page sends one end of a message channel; from then on everything goes
 * through that, typed and validated by the contract. This is the only channel of the main process that listens.
 */
export function acceptRpcPorts(serve: (port: MessagePortMain) => void): void {
  ipcMain.on(CONNECT_CHANNEL, (event) => {
    const [port, ...others] = event.ports
    if (port === undefined) return
    if (isTrustedSender(event) && others.length === 0) return serve(port)

    process.stderr.write('Refused a connection that did not come from the console itself\n')
    for (const refused of event.ports) refused.close()
  })
}

/** Only the top frame of one of our windows, and only while it shows the console. */
function isTrustedSender(event: IpcMainEvent): boolean {
  const frame = event.senderFrame
  if (frame === null || frame.parent !== null || !isAppUrl(frame.url)) return false
  return BrowserWindow.getAllWindows().some((window) => window.webContents === event.sender)
}
