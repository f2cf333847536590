import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'

import { createConsoles, type Consoles } from '../../electron/consoles/index.ts'
import { createHost } from '../../electron/host/index.ts'
import { startConsoleServer, type ConsoleServer } from '../../electron/serve/server.ts'
import { TAB_EDITION } from '../../electron/serve/tab-edition.ts'
import type { Contract } from '../../shared/contract/index.ts'

let scratch: string
let consoles: Consoles
let server: ConsoleServer

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'switchyard-serve-'))
  const rendererFolder = path.join(scratch, 'renderer')
  const homeDir = path.join(scratch, 'home')
  await mkdir(rendererFolder)
  await mkdir(homeDir)
  await writeFile(path.join(rendererFolder, 'index.html'), '<title>Switchyard</title>')
  await writeFile(path.join(scratch, 'secret.txt'), 'secret')

  consoles = createConsoles({
    edition: TAB_EDITION,
    first: {},
    createHost: (_id, start, beside) =>
      createHost({ runtime: 'node', version: '1.2.3', env: {}, homeDir, ...start, beside }),
  })
  await consoles.hold('1')?.host.ready
  server = await startConsoleServer({ consoles, rendererFolder, port: 0 })
})

afterAll(async () => {
  await server.close()
  await consoles.close()
  await rm(scratch, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `fetch` would tidy up the path and refuse to set Host, which is what these tests are about. */
function send(options: { path?: string; method?: string; headers?: Record<string, string> }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { path: urlPath = '/', method = 'GET', headers = {} } = options
    request({ host: '127.0.0.1', port: server.port, path: urlPath, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', reject)
      .end()
  })
}

/** The status that an upgrade is refused with, or the protocol that it is accepted with. */
function upgrade(options: {
  path?: string
  protocols?: string[]
  headers?: Record<string, string>
}): Promise<number | string> {
  const { path: urlPath = '/rpc', protocols = ownProtocols(), headers = { Origin: server.origin } } = options
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${urlPath}`, protocols, { headers })
    socket.on('open', () => {
      resolve(socket.protocol)
      socket.terminate()
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', reject)
  })
}

function ownProtocols(): string[] {
  return ['switchyard.v1', `key.${server.accessKey}`]
}

describe('every request', () => {
  test('is answered under the two names of this machine, with headers that shut others out', async () => {
    const { status, headers, body } = await send({})

    expect({ status, body }).toEqual({ status: 200, body: '<title>Switchyard</title>' })
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining(`connect-src 'self' ws://127.0.0.1:${server.port};`),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(await send({ headers: { Host: `localhost:${server.port}` } })).toMatchObject({ status: 200 })
  })

  test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost', '127.0.0.1.evil.example'])(
    'is refused for host %s',
    async (name) => {
      expect(await send({ headers: { Host: name } })).toMatchObject({ status: 421 })
    },
  )

  test('is refused without a host', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'))
      socket.once('data', (data) => resolve(data.toString()))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('is refused from another origin or site, unless it opens the page as a whole', async () => {
    expect(await send({ headers: { Origin: 'https://evil.example' } })).toMatchObject({ status: 403 })
    expect(await send({ headers: { Origin: 'null' } })).toMatchObject({ status: 403 })
    expect(await send({ headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' } })).toMatchObject({
      status: 403,
    })
    const embedding = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }
    expect(await send({ headers: embedding })).toMatchObject({ status: 403 })
    expect(await send({ headers: { ...embedding, 'Sec-Fetch-Dest': 'document' } })).toMatchObject({ status: 200 })
    expect(await send({ headers: { Origin: server.origin } })).toMatchObject({ status: 200 })
  })

  test('only reads', async () => {
    expect(await send({ method: 'POST' })).toMatchObject({ status: 405 })
    expect(await send({ method: 'OPTIONS' })).toMatchObject({ status: 405 })
    expect(await send({ method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/..%5csecret.txt', '//secret.txt'])(
    'stays inside the served folder: %s',
    async (urlPath) => {
      expect(await send({ path: urlPath })).toMatchObject({ status: 404, body: 'Not found\n' })
    },
  )
})

describe('a connection to the host', () => {
  test('opens with the key, and answers with the protocol alone', async () => {
    expect(await upgrade({})).toBe('switchyard.v1')
  })

  test('answers calls', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, ownProtocols(), {
      headers: { Origin: server.origin },
    })
    const client: ContractRouterClient<Contract> = createORPCClient(
      new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
    )

    expect(await client.host.info()).toMatchObject({ version: '1.2.3', runtime: 'node', canChooseDirectory: false })
    socket.terminate()
  })

  test('is refused with a missing or wrong key', async () => {
    expect(await upgrade({ protocols: ['switchyard.v1'] })).toBe(401)
    expect(await upgrade({ protocols: ['switchyard.v1', 'key.'] })).toBe(401)
    expect(await upgrade({ protocols: ['switchyard.v1', `key.${'A'.repeat(43)}`] })).toBe(401)
    expect(await upgrade({ protocols: ['switchyard.v1', `key.${server.accessKey}A`] })).toBe(401)
  })

  test('is refused without an origin or from another one, whatever the key', async () => {
    expect(await upgrade({ headers: {} })).toBe(403)
    expect(await upgrade({ headers: { Origin: 'https://evil.example' } })).toBe(403)
    expect(await upgrade({ headers: { Origin: `http://localhost:${server.port}` } })).toBe(403)
    expect(await upgrade({ headers: { Origin: server.origin, Host: 'evil.example' } })).toBe(421)
  })

  test('is refused anywhere else and for other protocols', async () => {
    for (const address of ['/', '/rpc/', '/rpc?console=', '/rpc?console=x', '/rpc?console=1&console=1', '/rpc?x=1'])
      expect([address, await upgrade({ path: address })]).toEqual([address, 404])
    expect(await upgrade({ protocols: [`key.${server.accessKey}`] })).toBe(400)
  })

  test('leads to the console that is asked for, which nobody without the key can find out about', async () => {
    expect(await upgrade({ path: '/rpc?console=1' })).toBe('switchyard.v1')
    expect(await upgrade({ path: '/rpc?console=2' })).toBe(404)
    for (const address of ['/rpc?console=1', '/rpc?console=2'])
      expect(await upgrade({ path: address, protocols: ['switchyard.v1', `key.${'A'.repeat(43)}`] })).toBe(401)
    expect(await consoles.openBeside(null)).toBe('/#console=2')
    expect(await upgrade({ path: '/rpc?console=2' })).toBe('switchyard.v1')
    const strange = { path: '/rpc?console=2', headers: { Origin: 'https://evil.example' } }
    expect(await upgrade(strange)).toBe(403)
  })

  test('ends when a message is larger than any the console sends', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, ownProtocols(), {
      headers: { Origin: server.origin },
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.on('error', () => undefined)
    socket.send('x'.repeat(1024 * 1024 + 1))

    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1009)
  })
})

describe('the server', () => {
  test('puts a new key of 256 bits into the fragment of its address', () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/#key=${server.accessKey}`)
    expect(Buffer.from(server.accessKey, 'base64url')).toHaveLength(32)
  })

  test('cannot be reached from other machines', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    const outcomes = await Promise.all(
      // Another address of the loopback network stands in where there is no other interface.
      [...others.map(({ address }) => address), '127.0.0.2'].map(
        (address) =>
          new Promise((resolve) => {
            const socket = connect(server.port, address, () => resolve('connected'))
            socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
          }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'connected')).toEqual([])
  })

  test('says so when its port is taken', async () => {
    const second = startConsoleServer({ consoles, rendererFolder: scratch, port: server.port })
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
