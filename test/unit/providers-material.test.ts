import { describe, expect, test } from 'vitest'
import {
  endpointOf,
  materialFor,
  readExpiry,
  type ProviderEndpoint,
  type RefResolver,
} from '../../electron/providers/index.ts'
import { POLICIES, readAuthStore } from '../../shared/engine/index.ts'
import { signInOf } from '../../shared/engine/status/sign-in.ts'
import { bugCase } from '../support/bug-case.ts'

const NOW_MS = 1_770_000_000_000
const CANARY = 'made-up-canary-0123456789'
const HOUR_MS = 3_600_000

const resolve: RefResolver = async (ref) =>
  ref.id === 'GOOD'
    ? { secret: CANARY }
    : { problem: { code: 'variable_missing', message: `${ref.id} is not set.`, hint: 'Set it.' } }

function endpoint(provider: string, config: unknown = {}): ProviderEndpoint {
  const found = endpointOf({ config, provider, env: {} })
  if (found.kind !== 'endpoint') throw new Error(found.code)
  return found
}

async function send(credential: Record<string, unknown>, at = endpoint('groq'), config: unknown = {}) {
  const made = await materialFor({
    credential,
    endpoint: at,
    model: 'm',
    config,
    env: { REGION: 'eu' },
    resolve,
    nowMs: NOW_MS,
  })
  expect(JSON.stringify(made)).not.toContain(CANARY)
  return 'material' in made ? made.material.headers() : made.problem
}

test.each([
  ['a key', { type: 'api_key', key: ` ${CANARY}\n` }],
  ['a key under its other name', { type: 'api_key', apiKey: CANARY }],
  ['a key by reference', { type: 'api_key', keyRef: { source: 'env', provider: 'default', id: 'GOOD' } }],
  ['a reference in the place of a key', { type: 'api_key', key: { source: 'env', provider: 'default', id: 'GOOD' } }],
  ['a reference in short', { type: 'api_key', key: '${GOOD}' }],
  ['a reference beside a key', { type: 'api_key', key: 'old', keyRef: { source: 'env', id: 'GOOD' } }],
  ['a token', { type: 'token', token: CANARY, expires: NOW_MS + 1 }],
  ['a token by reference', { type: 'token', tokenRef: { source: 'env', id: 'GOOD' } }],
  ['a sign-in', { type: 'oauth', access: CANARY, refresh: 'x', expires: NOW_MS + 1 }],
  ['a sign-in without an end', { type: 'oauth', access: CANARY }],
])('%s is sent', async (_name, credential) => {
  expect(await send(credential)).toEqual({ authorization: `Bearer ${CANARY}` })
})

test.each([
  ['missing', { type: 'api_key' }],
  ['missing', { type: 'api_key', key: '  ' }],
  ['missing', { type: 'oauth' }],
  ['unsupported_type', { type: 'aws-sdk' }],
  ['unresolved_ref', { type: 'api_key', keyRef: { source: 'env', id: 'BAD' } }],
  ['unsendable', { type: 'api_key', key: `${CANARY}\nx` }],
  ['unsendable', { type: 'api_key', key: `│${CANARY}` }],
  ['expired', { type: 'token', token: CANARY, expires: NOW_MS }],
  ['invalid_expires', { type: 'token', token: CANARY, expires: 'soon' }],
  ['needs_refresh', { type: 'oauth', access: CANARY, refresh: CANARY, expires: NOW_MS }],
  ['needs_refresh', { type: 'oauth', refresh: CANARY }],
  ['expired', { type: 'oauth', access: CANARY, expires: NOW_MS - 1 }],
  ['unresolved_ref', { type: 'oauth', access: 'switchyard-vault:v1:SY_00000000000000000000000000000000' }],
])('%s: nothing is sent, and the reason is said', async (code, credential) => {
  expect(await send(credential)).toMatchObject({
    code,
    message: expect.stringMatching(/\.$/),
    hint: expect.any(String),
  })
})

test('tokens that OpenClaw put in the place of those it refreshes are not sent', async () => {
  const marker = (failed: string) =>
    `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:${failed}access:${'b'.repeat(64)}`
  expect(await send({ type: 'oauth', access: marker(''), expires: 1 })).toMatchObject({ code: 'refresh_pending' })
  expect(await send({ type: 'oauth', access: marker('failed:'), expires: 1 })).toMatchObject({ code: 'refresh_failed' })
})

test('a ChatGPT subscription is not tried where only keys are taken', async () => {
  const credential = { type: 'oauth', access: CANARY, expires: NOW_MS + HOUR_MS }
  const config = { models: { providers: { openai: { baseUrl: 'https://api.openai.com/v1' } } } }
  expect(await send(credential, endpoint('openai'))).toMatchObject({ code: 'subscription_only' })
  expect(await send(credential, endpoint('openai', config))).toMatchObject({ code: 'subscription_only' })
  const proxy = { models: { providers: { openai: { baseUrl: 'https://proxy.example/v1' } } } }
  expect(await send(credential, endpoint('openai', proxy))).toHaveProperty('authorization')
})

test('RD-04: headers of the configuration are sent, each secret in them known', async () => {
  const config = {
    models: {
      providers: {
        alpha: {
          baseUrl: 'https://a.example',
          headers: {
            'X-Title': 'Console',
            'X-Team': 'a-long-value-of-its-own',
            'X-Region': '${REGION}',
            Authorization: { source: 'env', provider: 'default', id: 'GOOD' },
          },
        },
      },
    },
  }
  const at = endpoint('alpha', config)
  const made = await materialFor({
    credential: { type: 'api_key', key: 'k-0123456789' },
    endpoint: at,
    model: 'm',
    config,
    env: { REGION: 'eu-west' },
    resolve,
    nowMs: NOW_MS,
  })
  if (!('material' in made)) throw new Error(made.problem.code)
  expect(made.material.headers()).toEqual({
    authorization: CANARY,
    'x-title': 'Console',
    'x-team': 'a-long-value-of-its-own',
    'x-region': 'eu-west',
  })
  // A long value may be a secret under a name that does not say so.
  expect(made.material.mask(`${CANARY}, a-long-value-of-its-own and eu-west`)).not.toMatch(/canary|long|eu-west/)
  expect(made.material.mask('Console')).toBe('Console')
})

test('a header that cannot be resolved stops the call', async () => {
  const config = {
    models: { providers: { alpha: { baseUrl: 'https://a.example', headers: { 'X-Key': '$${', Cookie: '${UNSET}' } } } },
  }
  expect(await send({ type: 'api_key', key: CANARY }, endpoint('alpha', config), config)).toMatchObject({
    code: 'unresolved_ref',
    message: expect.stringContaining('cookie'),
  })
})

describe('OA-07: an expiry is found in three magnitudes', () => {
  const { input } = bugCase<
    { readonly now: number; readonly profiles: Readonly<Record<string, { readonly expires: number }>> },
    unknown
  >('OA-07')
  const expiryOf = (id: string) => readExpiry(input.profiles[`minimax-portal:${id}`]?.expires)

  test('ms and seconds mean the same instant, a span means none', () => {
    expect(expiryOf('a')).toEqual({ kind: 'span' })
    expect(expiryOf('b')).toEqual({ kind: 'at', atMs: input.now + HOUR_MS, wasSeconds: true })
    expect(expiryOf('c')).toEqual({ kind: 'at', atMs: input.now + HOUR_MS, wasSeconds: false })
  })

  test('a sign-in whose expiry is in seconds is sent while it holds; one with a span is refreshed first', async () => {
    const signIn = { type: 'oauth', access: CANARY, refresh: 'r' }
    expect(await send({ ...signIn, expires: 1_770_003_600 })).toEqual({ authorization: `Bearer ${CANARY}` })
    expect(await send({ ...signIn, expires: 3600 })).toMatchObject({ code: 'needs_refresh' })
  })

  test.each([undefined, null])('%s is no expiry', (value) => {
    expect(readExpiry(value)).toEqual({ kind: 'none' })
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 9e15, '1770003600000', {}])('%s is no time', (value) => {
    expect(readExpiry(value)).toEqual({ kind: 'invalid' })
  })
})

test('OA-08: what is shown of a sign-in is worked out from the stored end', () => {
  const { input } = bugCase<
    { readonly now: number; readonly profiles: Readonly<Record<string, { readonly expires: number }>> },
    unknown
  >('OA-08')
  const [[id, stored] = ['', { expires: 0 }]] = Object.entries(input.profiles)
  const credential = {
    type: 'oauth',
    provider: 'openai-codex',
    access: 'a-0123456789',
    refresh: 'r-0123456789',
    ...stored,
  }
  const store = readAuthStore({ version: 1, profiles: { [id]: credential } }, {}, POLICIES['openclaw-2026.9'].order)
  const signIn = signInOf(store.profiles[0] ?? null, input.now)
  expect(signIn).toEqual({ state: 'valid', expiresMs: stored.expires, isRenewable: true })
  const hours = Math.floor(((signIn.expiresMs ?? 0) - input.now) / HOUR_MS)
  expect([Math.floor(hours / 24), hours % 24]).toEqual([10, 13])
})
