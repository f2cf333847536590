import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { Connection, HostClient } from './host-client.ts'

/** The message with which the page hands one end of a channel to the desktop's preload script. */
const CONNECT_MESSAGE = { type: 'switchyard:connect' } as const

/** Connects to the host inside the desktop app. */
export function connectByMessagePort(): Connection {
  const { port1, port2 } = new MessageChannel()
  const closed = new Promise<void>((resolve) => port1.addEventListener('close', () => resolve()))
  port1.start()
  window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2])
  const client: HostClient = createORPCClient(new RPCLink({ port: port1 }))
  return { client, opened: Promise.resolve(), closed, close: () => port1.close() }
}
