import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSend, type ResolveName } from '../../electron/providers/http-request.ts'
import { askUsage } from '../../electron/providers/index.ts'
import { json, silence, startProviderServer, text, type ProviderServer } from '../support/provider-server.ts'

const NOW_MS = 1_770_000_000_000
const CANARY = 'canary-access-token-0001'

let server: ProviderServer

beforeEach(async () => {
  server = await startProviderServer(json(200, {}))
})

afterEach(() => server.close())

/** Names lead where a test says. */
const leadsTo =
  (...addresses: string[]): ResolveName =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const get = (resolveName: ResolveName, protocol = 'http:') =>
  createSend(resolveName)({
    url: new URL(`${protocol}//provider.test:${new URL(server.origin).port}/`),
    method: 'GET',
    headers: {},
    body: null,
    timeoutMs: 5000,
    maxBodyBytes: 1000,
  })

test('a name that leads to a metadata service is not connected to, whatever it said before', async () => {
  for (const address of ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254', 'fe80::1', '0.0.0.0'])
    for (const protocol of ['http:', 'https:'])
      expect(await get(leadsTo(address), protocol)).toMatchObject({
        kind: 'refused',
        problem: { code: 'forbidden_address' },
      })
  expect(server.requests).toHaveLength(0)
})

test('a name that leads into the internet is not called without encryption', async () => {
  expect(await get(leadsTo('203.0.113.9'))).toMatchObject({ kind: 'refused', problem: { code: 'plain_http' } })
})

test('of several addresses only those that may be called are, and the name is resolved once', async () => {
  let resolved = 0
  const result = await get((hostname, options, callback) => {
    resolved += 1
    leadsTo('169.254.169.254', '203.0.113.9', '127.0.0.1')(hostname, options, callback)
  })
  expect(result).toMatchObject({ kind: 'response', status: 200 })
  expect(server.requests).toHaveLength(1)
  expect(resolved).toBe(1)
})

test('a name that cannot be resolved is a failure of the network', async () => {
  const unknown: ResolveName = (_hostname, _options, callback) =>
    callback(Object.assign(new Error('getaddrinfo ENOTFOUND provider.test'), { code: 'ENOTFOUND' }), [])
  expect(await get(unknown)).toMatchObject({ kind: 'failed', error: { code: 'ENOTFOUND' } })
})

test('bytes that are no HTTP are told without them', async () => {
  server.answer = (_request, response) => response.socket?.end(`HTTP/1.1 200 OK\r\nbad header ${CANARY}\r\n\r\n`)
  const result = await get(leadsTo('127.0.0.1'))
  expect(result.kind).toBe('failed')
  expect(inspect(result, { depth: 9, showHidden: true })).not.toContain(CANARY)
})

test('a server that leaves HTTP, or closes without a word, is a failure of the network', async () => {
  for (const bytes of ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n', '']) {
    server.answer = (_request, response) => response.socket?.end(bytes)
    expect(await get(leadsTo('127.0.0.1'))).toMatchObject({
      kind: 'failed',
      abortedBy: null,
      error: { code: 'ECONNRESET' },
    })
  }
})

test('usage is asked with the token and the account, and only the answer comes back', async () => {
  const limit = { limit_reached: true, primary_window: { used_percent: 100, reset_after_seconds: 60 } }
  server.answer = json(200, { rate_limit: limit, echo: CANARY })
  const url = new URL(`${server.origin}/backend-api/wham/usage`)
  const probe = await askUsage({ access: CANARY, accountId: 'acct-1', nowMs: NOW_MS, url })
  expect(probe).toEqual({ outcome: 'exhausted', untilMs: NOW_MS + 60_000 })
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: '/backend-api/wham/usage',
      headers: { authorization: `Bearer ${CANARY}`, originator: 'openclaw', 'chatgpt-account-id': 'acct-1' },
    },
  ])
})

test.each([
  [401, 'token_expired'],
  [403, 'account_dead'],
  [429, 'http_error'],
  [500, 'http_error'],
  [302, 'http_error'],
  [200, 'failed'],
] as const)('usage answered with %i and %s', async (status, outcome) => {
  server.answer = text(status, CANARY, { location: 'https://provider.example/' })
  expect(await askUsage({ access: CANARY, accountId: null, nowMs: NOW_MS, url: new URL(server.origin) })).toEqual({
    outcome,
  })
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]?.headers).not.toHaveProperty('chatgpt-account-id')
})

test('usage that cannot be asked is a failed probe', async () => {
  const stopped = AbortSignal.abort()
  server.answer = silence
  const question = { access: CANARY, accountId: null, nowMs: NOW_MS, url: new URL(server.origin) }
  expect(await askUsage({ ...question, signal: stopped })).toEqual({ outcome: 'failed' })
  await server.close()
  expect(await askUsage(question)).toEqual({ outcome: 'failed' })
})
