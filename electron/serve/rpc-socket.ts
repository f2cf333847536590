import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'

import { FIRST_CONSOLE, type Consoles } from '../consoles/index.ts'
import { offersKey, WEB_SOCKET_PROTOCOL } from './access-key.ts'
import { refuseForeignUpgrade, type Refusal } from './gate.ts'
import { writeRefusal } from './refusal.ts'

/** Without a number it is the first console. */
const RPC_ADDRESS = /^\/rpc(?:\?console=(\d{1,9}))?$/
const MAX_INBOUND_BYTES = 1024 * 1024
const MAX_CONNECTIONS = 32
/** A peer that vanished without closing is noticed after two of these. */
const PING_INTERVAL_MS = 30_000
/** A peer that reads so slowly is cut off; its page reconnects and starts from a fresh snapshot. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024

export interface RpcSocket {
  /** Takes over an HTTP upgrade: either a WebSocket that speaks to the host comes of it, or a refusal. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

export function createRpcSocket(options: {
  readonly consoles: Pick<Consoles, 'has' | 'hold'>
  readonly accessKey: string
  /** Known once the server listens. */
  readonly port: () => number
}): RpcSocket {
  const { consoles } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_INBOUND_BYTES,
    perMessageDeflate: false,
    // Never the key's protocol: the answer would repeat the key.
    handleProtocols: () => WEB_SOCKET_PROTOCOL,
  })
  const pinging = setInterval(() => sockets.clients.forEach(dropOrPing), PING_INTERVAL_MS)
  pinging.unref()

  return {
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const refusal = refuseForeignUpgrade(request.headers, options.port()) ?? refuseUpgrade(request, options)
      if (refusal !== undefined) return writeRefusal(socket, refusal)
      if (sockets.clients.size >= MAX_CONNECTIONS) return void socket.destroy()

      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        answeredPings.add(webSocket)
        webSocket.on('pong', () => answeredPings.add(webSocket))
        // A frame over the limit or out of protocol; the library closes the connection itself.
        webSocket.on('error', () => undefined)
        const held = consoles.hold(consoleOf(request) ?? '')
        if (held === undefined) return webSocket.terminate()
        webSocket.on('close', held.release)
        void new RPCHandler(held.host.router).upgrade(webSocket)
      })
    },
    close() {
      clearInterval(pinging)
      for (const webSocket of sockets.clients) webSocket.terminate()
      sockets.close()
    },
  }
}

/** The sockets that have shown a sign of life since the last ping. */
const answeredPings = new WeakSet<WebSocket>()

function dropOrPing(webSocket: WebSocket): void {
  if (!answeredPings.delete(webSocket) || webSocket.bufferedAmount > MAX_UNSENT_BYTES) return webSocket.terminate()
  webSocket.ping()
}

function refuseUpgrade(
  request: IncomingMessage,
  { accessKey, consoles }: { readonly accessKey: string; readonly consoles: Pick<Consoles, 'has'> },
): Refusal | undefined {
  const consoleId = consoleOf(request)
  if (consoleId === undefined) return { status: 404, reason: 'There is nothing to connect to here.' }
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  if (!offersKey(offered, accessKey)) return { status: 401, reason: 'The key is missing or wrong.' }
  if (!offered.includes(WEB_SOCKET_PROTOCOL)) return { status: 400, reason: `${WEB_SOCKET_PROTOCOL} is required.` }
  // Only whoever has the key learns which there are.
  if (!consoles.has(consoleId)) return { status: 404, reason: 'There is no such console.' }
  return undefined
}

/** The console that is asked for; undefined: the address leads to none. */
function consoleOf({ url = '' }: IncomingMessage): string | undefined {
  const address = RPC_ADDRESS.exec(url)
  return address === null ? undefined : (address[1] ?? FIRST_CONSOLE)
}
