import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withFileLock, WriteFailure } from '../../electron/files/index.ts'
import { EditRefused, type JsonRecord } from '../../electron/openclaw/edit/types.ts'
import {
  createOAuthRefresher,
  refreshLockFile,
  type OAuthRefresherPorts,
  type RefreshOutcome,
  type RefreshRequest,
} from '../../electron/providers/index.ts'
import { bugCase } from '../support/bug-case.ts'
import {
  json,
  reset,
  startProviderServer,
  text,
  type ProviderAnswer,
  type ProviderServer,
} from '../support/provider-server.ts'

const NOW_MS = 1_770_000_000_000
const HOUR_MS = 3_600_000
const OLD = 'canary-old-refresh-token-0001'

let root: string
let server: ProviderServer
/** What the store holds. */
let stored: JsonRecord | null

/** A server that swaps the refresh token with each use and knows a used one. */
function rotatingServer(): ProviderAnswer {
  let serial = 1
  let current = OLD
  return (seen, response) => {
    const given = new URLSearchParams(seen.body).get('refresh_token')
    if (given !== current)
      return json(400, { error: { code: 'refresh_token_reused', message: `${given} was used before` } })(seen, response)
    serial += 1
    current = `canary-refresh-token-${serial}`
    json(200, {
      access_token: `canary-access-token-${serial}`,
      refresh_token: current,
      expires_in: 3600,
      token_type: 'Bearer',
    })(seen, response)
  }
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'providers-refresh-'))
  server = await startProviderServer(rotatingServer())
  stored = signIn()
})

afterEach(async () => {
  await server.close()
  await chmod(root, 0o700)
  await rm(root, { recursive: true, force: true })
})

function signIn(changes: JsonRecord = {}): JsonRecord {
  return {
    type: 'oauth',
    provider: 'alpha',
    access: 'canary-old-access-token',
    refresh: OLD,
    expires: NOW_MS - 1,
    email: 'me@example.com',
    accountId: 'acct-1',
    clientId: 'client-1',
    tokenEndpoint: `${server.origin}/token`,
    ...changes,
  }
}

function request(changes: Partial<RefreshRequest> = {}): RefreshRequest {
  return {
    root,
    owner: 'agent:main',
    provider: 'alpha',
    profileId: 'alpha:default',
    read: async () => stored,
    save: async (next) => {
      stored = next
    },
    ...changes,
  }
}

function refresher(ports: Partial<OAuthRefresherPorts> = {}) {
  const { refresh } = createOAuthRefresher({ now: () => NOW_MS, ...ports })
  return async (changes: Partial<RefreshRequest> = {}): Promise<RefreshOutcome> => {
    const outcome = await refresh(request(changes))
    expect(inspect(outcome, { depth: 9 })).not.toContain('canary')
    return outcome
  }
}

const codeOf = (outcome: RefreshOutcome): string => (outcome.kind === 'failed' ? outcome.code : outcome.kind)

test('an ended sign-in is refreshed in the standard form, and everything else of it stays', async () => {
  expect(await refresher()()).toEqual({ kind: 'refreshed', expiresMs: NOW_MS + HOUR_MS })
  expect(stored).toEqual(
    signIn({ access: 'canary-access-token-2', refresh: 'canary-refresh-token-2', expires: NOW_MS + HOUR_MS }),
  )
  const [sent] = server.requests
  expect(sent?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: OLD,
    client_id: 'client-1',
  })
})

test('the old refresh token stays where no new one comes', async () => {
  server.answer = json(200, { access_token: 'canary-a', expires_in: 60 })
  await refresher()()
  expect(stored).toMatchObject({ access: 'canary-a', refresh: OLD, expires: NOW_MS + 60_000 })
})

test('a sign-in that holds is left alone, unless its token was refused', async () => {
  stored = signIn({ expires: NOW_MS + HOUR_MS })
  expect(await refresher()()).toEqual({ kind: 'still_valid', expiresMs: NOW_MS + HOUR_MS })
  expect(server.requests).toHaveLength(0)
  expect(codeOf(await refresher()({ rejectedAccess: 'canary-old-access-token' }))).toBe('refreshed')
  expect(server.requests).toHaveLength(1)
})

describe('OA-07: the end of a token is stored as epoch ms', () => {
  test.each([
    ['seconds', 3600, NOW_MS + HOUR_MS],
    ['seconds as text', '3600', NOW_MS + HOUR_MS],
    ['an instant in seconds', (NOW_MS + HOUR_MS) / 1000, NOW_MS + HOUR_MS],
    ['an instant in ms', NOW_MS + HOUR_MS, NOW_MS + HOUR_MS],
    ['nothing', undefined, NOW_MS + HOUR_MS],
    ['nonsense', 'soon', NOW_MS + HOUR_MS],
  ])('%s', async (_name, expiresIn, expected) => {
    server.answer = json(200, { access_token: 'canary-a', refresh_token: 'canary-r', expires_in: expiresIn })
    expect(await refresher()()).toEqual({ kind: 'refreshed', expiresMs: expected })
    expect(stored).toMatchObject({ expires: expected })
  })

  test('and one found in seconds is understood', async () => {
    stored = signIn({ expires: NOW_MS / 1000 + 3600 })
    expect(await refresher()()).toEqual({ kind: 'still_valid', expiresMs: NOW_MS + HOUR_MS })
  })
})

describe('OA-03: many who refresh one sign-in', () => {
  const { expected } = bugCase<unknown, { readonly refreshCalls: number }>('OA-03')

  test('at once, in one process, make one call', async () => {
    const refresh = refresher()
    const outcomes = await Promise.all(Array.from({ length: 18 }, () => refresh()))
    expect(server.requests).toHaveLength(expected.refreshCalls)
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['refreshed']))
  })

  test('with a copy in each of 18 stores make one call, and each store has the new tokens', async () => {
    const copies = Array.from({ length: 18 }, () => signIn())
    const refresh = refresher()
    const outcomes = await Promise.all(
      copies.map((_copy, index) =>
        refresh({
          owner: `agent:${index}`,
          read: async () => copies[index] ?? null,
          save: async (next) => {
            copies[index] = next
          },
          readCopies: async () => copies.filter((_other, place) => place !== index),
        }),
      ),
    )
    expect(server.requests).toHaveLength(expected.refreshCalls)
    expect(outcomes.map(codeOf).sort()).toEqual([...Array.from({ length: 17 }, () => 'adopted'), 'refreshed'])
    for (const copy of copies)
      expect(copy).toMatchObject({ access: 'canary-access-token-2', expires: NOW_MS + HOUR_MS })
  })

  test('that do not know of each other take turns by the lock file', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => refresher()()))
    expect(server.requests).toHaveLength(expected.refreshCalls)
    expect(outcomes.map(codeOf).sort()).toEqual(['adopted', 'adopted', 'adopted', 'refreshed'])
  })

  test('in several processes make one call', async () => {
    const file = path.join(root, 'credential.json')
    await writeFile(file, JSON.stringify(signIn({ expires: 1 })))
    const script = new URL('../support/refresh-process.ts', import.meta.url).pathname
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [script, root, file, 'alpha:default'], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
    const answers = children.map(({ stdout }) => once(stdout, 'data'))
    for (const { stdin } of children) stdin.write('go\n')
    const outcomes = (await Promise.all(answers)).map(([line]) => JSON.parse(String(line)) as RefreshOutcome)
    await Promise.all(children.map(async (child) => child.exitCode ?? (await once(child, 'exit'))))
    expect(server.requests).toHaveLength(expected.refreshCalls)
    expect(outcomes.map(codeOf).sort()).toEqual(['adopted', 'adopted', 'refreshed'])
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ refresh: 'canary-refresh-token-2' })
    expect((await readdir(path.join(root, 'locks', 'oauth-refresh'))).filter((name) => name.endsWith('.lock'))).toEqual(
      [],
    )
  })

  test('a token that somebody without our lock used up is no dead login', async () => {
    server.answer = (seen, response) => {
      stored = signIn({ access: 'canary-theirs', refresh: 'canary-their-refresh', expires: NOW_MS + HOUR_MS })
      json(400, { error: 'invalid_grant', error_description: `${OLD} was used before` })(seen, response)
    }
    expect(await refresher()()).toEqual({ kind: 'adopted', expiresMs: NOW_MS + HOUR_MS })
    expect(stored).toMatchObject({ access: 'canary-theirs' })
  })

  test('the lock of two profiles is never the same', () => {
    const names = [
      ['a', 'b:c'],
      ['a:b', 'c'],
      ['ab', 'c'],
      ['a', 'bc'],
    ].map(([provider = '', profileId = '']) => refreshLockFile({ root, provider, profileId }))
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(path.basename(name)).toMatch(/^sha256-[0-9a-f]{64}$/)
  })
})

describe('OA-05: nobody else is taken for the account', () => {
  test('a copy of another person, or of nobody in particular, is not adopted', async () => {
    server.answer = json(400, { error: 'invalid_grant' })
    const fresh = { access: 'canary-x', refresh: 'canary-y', expires: NOW_MS + HOUR_MS }
    const copies = [
      signIn({ ...fresh, accountId: 'acct-2' }),
      signIn({ ...fresh, email: 'you@example.com' }),
      signIn({ ...fresh, accountId: undefined, email: undefined }),
      signIn({ ...fresh, provider: 'beta' }),
      signIn({ ...fresh, type: 'token' }),
      signIn({ ...fresh, expires: NOW_MS }),
    ]
    const before = stored
    expect(await refresher()({ readCopies: async () => copies })).toMatchObject({
      code: 'needs_sign_in',
      hint: 'Sign in to this account again.',
    })
    expect(stored).toBe(before)
  })

  test.each([
    ['removed', null],
    ['a key now', { type: 'api_key', provider: 'alpha', key: 'canary' }],
    ['of another provider now', { type: 'oauth', provider: 'beta', access: 'canary' }],
  ])('an account that is %s is not touched', async (_name, now) => {
    stored = now
    expect(codeOf(await refresher()())).toBe('gone')
    expect(stored).toBe(now)
    expect(server.requests).toHaveLength(0)
  })
})

describe('ST-09: a lock that somebody holds', () => {
  test('is said to be held, and nobody is told to sign in again', async () => {
    const busy = (error: Error) =>
      refresher({
        withLock: async () => {
          throw error
        },
      })()
    const outcomes = [await busy(new WriteFailure('busy')), await busy(new EditRefused('busy', 'm', 'h'))]
    for (const outcome of outcomes) {
      expect(codeOf(outcome)).toBe('busy')
      expect(JSON.stringify(outcome)).not.toMatch(/sign in|re-?authenticate/i)
    }
    expect(server.requests).toHaveLength(0)
  })

  test('is waited for', async () => {
    const file = refreshLockFile({ root, provider: 'alpha', profileId: 'alpha:default' })
    await mkdir(path.dirname(file), { recursive: true })
    const waiting = await withFileLock(file, async () => {
      const outcome = refresher()()
      await Promise.resolve()
      expect(server.requests).toHaveLength(0)
      // In an object, as a promise would be waited for inside of the lock.
      return { outcome }
    })
    expect(codeOf(await waiting.outcome)).toBe('refreshed')
  })

  test('a directory that takes no changes is told before anything is fetched', async () => {
    const inTheWay = path.join(root, 'locks')
    await writeFile(inTheWay, '')
    expect(codeOf(await refresher()())).toBe('cannot_write')
    expect(server.requests).toHaveLength(0)
  })
})

describe('new tokens are never lost', () => {
  test('they are stored before anything is reported', async () => {
    const order: string[] = []
    await refresher()({
      save: async (next) => {
        await Promise.resolve()
        order.push('saved')
        stored = next
      },
    }).then(() => order.push('reported'))
    expect(order).toEqual(['saved', 'reported'])
  })

  test('what could not be stored is stored with the next attempt, without another call', async () => {
    const refresh = refresher()
    const failing = async (): Promise<void> => {
      throw new Error(`no room for ${OLD}`)
    }
    expect(codeOf(await refresh({ save: failing }))).toBe('not_saved')
    expect(codeOf(await refresh({ save: failing }))).toBe('not_saved')
    expect(codeOf(await refresh())).toBe('refreshed')
    expect(server.requests).toHaveLength(1)
    expect(stored).toMatchObject({ refresh: 'canary-refresh-token-2' })
  })

  test('what was kept does not replace a newer sign-in', async () => {
    const refresh = refresher()
    await refresh({
      save: async () => {
        throw new Error('no room')
      },
    })
    stored = signIn({ access: 'canary-newer', refresh: 'canary-newer-refresh', expires: NOW_MS + HOUR_MS })
    expect(codeOf(await refresh())).toBe('still_valid')
    expect(stored).toMatchObject({ access: 'canary-newer' })
  })
})

test.each([
  [400, { error: 'invalid_grant', error_description: OLD }, 'needs_sign_in'],
  [401, { error: { code: 'refresh_token_expired', message: OLD } }, 'needs_sign_in'],
  [401, { error: { type: 'invalid_grant' } }, 'needs_sign_in'],
  [401, { error: 'invalid_client' }, 'not_supported'],
  [400, { error: 'invalid_request' }, 'try_again'],
  [429, { error: 'invalid_grant' }, 'try_again'],
  [500, { error: 'invalid_grant' }, 'try_again'],
  [200, { error: 'invalid_grant' }, 'needs_sign_in'],
  [200, { access_token: ' ' }, 'try_again'],
  [200, { token: OLD }, 'try_again'],
  [200, [], 'try_again'],
] as const)('an answer of %i with %j: %s', async (status, body, code) => {
  server.answer = json(status, body)
  const before = stored
  expect(codeOf(await refresher()())).toBe(code)
  expect(stored).toBe(before)
})

test('a page, a broken connection and silence say nothing about the sign-in', async () => {
  for (const answer of [text(403, `<html>${OLD}</html>`), text(200, 'ok'), reset]) {
    server.answer = answer
    expect(codeOf(await refresher()())).toBe('try_again')
  }
  server.answer = () => undefined
  expect(codeOf(await refresher({ timeoutMs: 50 })())).toBe('try_again')
  await server.close()
  expect(codeOf(await refresher()())).toBe('try_again')
})

test('a wait that the server asks for is told', async () => {
  server.answer = text(429, '', { 'retry-after': '120' })
  expect(await refresher()()).toMatchObject({ code: 'try_again', retryAtMs: NOW_MS + 120_000 })
})

test('what cannot be refreshed is not tried', async () => {
  const marker = (failed: string) =>
    `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:${failed}access:${'b'.repeat(64)}`
  const cases: readonly [JsonRecord, string][] = [
    [{ refresh: undefined }, 'needs_sign_in'],
    [{ access: marker('') }, 'busy'],
    [{ access: marker('failed:') }, 'needs_sign_in'],
    [{ refresh: 'switchyard-vault:v1:SY_1' }, 'try_again'],
    [{ tokenEndpoint: undefined }, 'not_supported'],
    [{ tokenEndpoint: 'http://169.254.169.254/token' }, 'not_supported'],
    [{ tokenEndpoint: 'http://203.0.113.7/token' }, 'not_supported'],
  ]
  for (const [changes, code] of cases) {
    stored = signIn(changes)
    expect([Object.keys(changes), codeOf(await refresher()())]).toEqual([Object.keys(changes), code])
  }
  expect(server.requests).toHaveLength(0)
})

test('a store that cannot be read is told without what it said', async () => {
  const read = async (): Promise<JsonRecord> => {
    throw new Error(OLD)
  }
  expect(codeOf(await refresher()({ read }))).toBe('try_again')
})

test.each([
  ['openai', 'https://auth.openai.com/oauth/token', 'application/x-www-form-urlencoded'],
  ['anthropic', 'https://console.anthropic.com/v1/oauth/token', 'application/json'],
])('the sign-in of %s is refreshed where it is known to be', async (provider, url, type) => {
  stored = signIn({ provider, tokenEndpoint: undefined, clientId: undefined })
  const sent: unknown[] = []
  const refresh = refresher({
    send: async (outgoing) => {
      sent.push({ url: outgoing.url.href, type: outgoing.headers['content-type'] })
      expect(outgoing.body).toMatch(/client_id/)
      const body = JSON.stringify({ access_token: 'canary-a', expires_in: 60 })
      return { kind: 'response', status: 200, headers: {}, body, isCut: false, tookMs: 1 }
    },
  })
  expect(codeOf(await refresh({ provider }))).toBe('refreshed')
  expect(sent).toEqual([{ url, type }])
})
