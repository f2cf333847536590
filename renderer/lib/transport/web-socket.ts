import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { Admission } from './admission.ts'
import type { Connection, HostClient } from './host-client.ts'

const PROTOCOL = 'switchyard.v1'

/** Connects to a host behind the browser edition's server, showing the key as a subprotocol. */
export function connectByWebSocket({ key, console }: Admission): Connection {
  const url = new URL('/rpc', window.location.href)
  if (console !== null) url.searchParams.set('console', console)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url, [PROTOCOL, `key.${key}`])
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }))
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('close', () => reject(new Error('The connection could not be opened.')), { once: true })
  })
  const client: HostClient = createORPCClient(new RPCLink({ websocket: socket }))
  return { client, opened, closed, close: () => socket.close() }
}
