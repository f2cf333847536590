import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForeignSite {
  url(path: string): string
  /** What has been asked for so far, without what browsers ask for by themselves. */
  requestedPaths(): string[]
  close(): Promise<void>
}

/** Another origin, to prove that the console never goes there. `/redirect` answers with a redirect within the site. */
export async function startForeignSite(): Promise<ForeignSite> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') paths.push(request.url ?? '')
    if (request.url === '/redirect') response.writeHead(302, { Location: '/landed' }).end()
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Foreign</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    requestedPaths: () => [...paths],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
