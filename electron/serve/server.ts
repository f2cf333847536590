import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Consoles } from '../consoles/index.ts'
import { respondWithAsset } from '../web-assets/index.ts'
import { createAccessKey } from './access-key.ts'
import { refuseForeignRequest } from './gate.ts'
import { sendRefusal } from './refusal.ts'
import { createRpcSocket } from './rpc-socket.ts'

/** Only this machine can connect. There is no option to widen it: that would need transport encryption and accounts. */
const LISTEN_ADDRESS = '127.0.0.1'
const MAX_CONNECTIONS = 64
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 5_000
const MAX_HEADER_BYTES = 16 * 1024

export interface ConsoleServer {
  readonly port: number
  readonly origin: string
  /** The address to open. The key stands in the fragment, which browsers neither send nor log. */
  readonly url: string
  readonly accessKey: string
  close(): Promise<void>
}

/** Serves the renderer's files and, behind the key, the consoles. Rejects when the port is taken. */
export async function startConsoleServer(options: {
  readonly consoles: Pick<Consoles, 'has' | 'hold'>
  readonly rendererFolder: string
  /** 0 takes any free port. */
  readonly port: number
}): Promise<ConsoleServer> {
  const accessKey = createAccessKey()
  let port = options.port

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => void answer(request, response, { port, rendererFolder: options.rendererFolder }),
  )
  server.maxConnections = MAX_CONNECTIONS
  const rpcSocket = createRpcSocket({ consoles: options.consoles, accessKey, port: () => port })
  server.on('upgrade', rpcSocket.handleUpgrade)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LISTEN_ADDRESS, resolve)
  })
  port = (server.address() as AddressInfo).port

  const origin = `http://${LISTEN_ADDRESS}:${port}`
  return {
    port,
    origin,
    url: `${origin}/#key=${accessKey}`,
    accessKey,
    close() {
      rpcSocket.close()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { port, rendererFolder }: { port: number; rendererFolder: string },
): Promise<void> {
  const refusal = refuseForeignRequest(request.headers, port)
  if (refusal !== undefined) return sendRefusal(response, refusal)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return sendRefusal(response, { status: 405, reason: 'Only GET and HEAD are answered here.' })
  }

  const urlPath = (request.url ?? '').split('?', 1)[0] ?? ''
  const asset = await respondWithAsset({
    rootFolder: rendererFolder,
    urlPath,
    // Not every browser counts a WebSocket to the page's own origin as 'self'.
    connectSources: [`ws://${request.headers.host}`],
  })
  response.writeHead(asset.status, { ...asset.headers, 'Content-Length': asset.body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : asset.body)
}
