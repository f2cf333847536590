import { browserPlaces, takeAdmission, type Admission } from './admission.ts'
import { ConnectionRefused, type Connection } from './host-client.ts'
import { connectByMessagePort } from './message-port.ts'
import { connectByWebSocket } from './web-socket.ts'

declare global {
  interface Window {
    /** What the desktop's preload script tells the page; absent in a browser. */
    readonly switchyard?: { readonly runtime: 'electron'; readonly platform: string; readonly version: string }
  }
}

/** Opens wires to the host, one after the other; null: this page may not connect at all, for want of a key. */
export type Connect = () => Promise<Connection>

/** Finds out where the page runs and how it reaches its host from there. */
export function pickTransport(): Connect | null {
  if (window.switchyard?.runtime === 'electron') {
    return async () => connectByMessagePort()
  }
  const admission = takeAdmission(browserPlaces())
  return admission === null ? null : () => openWebSocket(admission)
}

async function openWebSocket(admission: Admission): Promise<Connection> {
  const connection = connectByWebSocket(admission)
  try {
    await connection.opened
    return connection
  } catch (cause) {
    // A browser does not say why an upgrade failed. A server that answers otherwise is there and did not take the key.
    if (await isServerThere()) throw new ConnectionRefused('The key was not accepted.', { cause })
    throw cause
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    const response = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    return response.ok
  } catch {
    return false
  }
}
