import { contextBridge, ipcRenderer } from 'electron'

import { CONNECT_CHANNEL, VERSION_ARGUMENT } from './bridge.ts'

/** The few things used of the page this runs beside; Node's own types know no DOM. */
declare const window: {
  readonly location: { readonly origin: string }
  addEventListener(type: 'message', listener: (event: PostedMessage) => void): void
}
interface PostedMessage {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports: NonNullable<Parameters<typeof ipcRenderer.postMessage>[2]>
}

/**
 * All that the page learns of where it runs, and the one thing it can do: hand over a message port. The page posts
 * `{ type: 'switchyard:connect' }` with the port to its own window; nothing of Electron's is exposed to it.
 */
contextBridge.exposeInMainWorld('switchyard', {
  runtime: 'electron',
  platform: process.platform,
  version: versionArgument(),
})

window.addEventListener('message', (event) => {
  if (event.source !== window || event.origin !== window.location.origin) return
  if (!isConnectMessage(event.data) || event.ports.length !== 1) return
  ipcRenderer.postMessage(CONNECT_CHANNEL, null, event.ports)
})

function isConnectMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === CONNECT_CHANNEL
}

/** A sandboxed preload has no access to the app; the main process passes the version on the page's command line. */
function versionArgument(): string {
  return process.argv.find((argument) => argument.startsWith(VERSION_ARGUMENT))?.slice(VERSION_ARGUMENT.length) ?? ''
}
