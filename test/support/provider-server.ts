import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type ProviderAnswer = (request: SeenRequest, response: ServerResponse) => void

/** A provider on this machine that answers as a test says and remembers what it was asked. */
export interface ProviderServer {
  readonly origin: string
  readonly requests: SeenRequest[]
  /** What it answers from now on. */
  answer: ProviderAnswer
  close(): Promise<void>
}

export async function startProviderServer(answer: ProviderAnswer): Promise<ProviderServer> {
  const requests: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => undefined)
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const seen = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body }
      requests.push(seen)
      provider.answer(seen, response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const provider: ProviderServer = {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return provider
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): ProviderAnswer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

export function text(status: number, body: string, headers: Record<string, string> = {}): ProviderAnswer {
  return (_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
}

/** Takes the request and says nothing more. */
export const silence: ProviderAnswer = () => undefined

/** Ends the connection in the middle of an answer. */
export const reset: ProviderAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"choices":')
  response.socket?.resetAndDestroy()
}

/** Answers as long as somebody reads. */
export const endless: ProviderAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices":[{"message":{"content":"')
  const block = 'x'.repeat(64 * 1024)
  const write = (): void => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', write)
  response.on('error', () => undefined)
  write()
}
