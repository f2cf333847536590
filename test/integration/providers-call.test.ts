import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  callProvider,
  type CredentialMaterial,
  interpretCall,
  materialFor,
  type ApiKind,
  type CallConclusion,
  type ProviderEndpoint,
  type RawOutcome,
} from '../../electron/providers/index.ts'
import { POLICIES } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import {
  endless,
  json,
  reset,
  silence,
  startProviderServer,
  text,
  type ProviderAnswer,
  type ProviderServer,
} from '../support/provider-server.ts'

const NOW_MS = 1_770_000_000_000
const KEY = 'sk-test-canary-0123456789abcdefXYZ"\\/'
const MODEL = 'big-1'

const ANSWERS: Readonly<Record<ApiKind, unknown>> = {
  'openai-completions': { choices: [{ message: { role: 'assistant', content: 'pong' }, finish_reason: 'stop' }] },
  'openai-responses': {
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'pong' }] }],
  },
  'anthropic-messages': { type: 'message', content: [{ type: 'text', text: 'pong' }], stop_reason: 'end_turn' },
  'google-generative-ai': { candidates: [{ content: { parts: [{ text: 'pong' }] }, finishReason: 'STOP' }] },
}

let server: ProviderServer

beforeEach(async () => {
  server = await startProviderServer(json(200, ANSWERS['openai-completions']))
})

afterEach(() => server.close())

function endpoint(api: ApiKind, changes: Partial<ProviderEndpoint> = {}): ProviderEndpoint {
  return {
    kind: 'endpoint',
    provider: 'alpha',
    api,
    baseUrl: server.origin,
    headers: {},
    secretHeaders: [],
    sendsBearer: false,
    defaultTestModel: null,
    source: 'configuration',
    ...changes,
  }
}

async function materialOf(at: ProviderEndpoint, credential: Record<string, unknown>): Promise<CredentialMaterial> {
  const made = await materialFor({
    credential,
    endpoint: at,
    model: MODEL,
    config: {},
    env: {},
    resolve: async () => ({ problem: { code: 'invalid_ref', message: '', hint: '' } }),
    nowMs: NOW_MS,
  })
  if (!('material' in made)) throw new Error(made.problem.code)
  return made.material
}

interface Call {
  readonly raw: RawOutcome
  readonly conclusion: CallConclusion
}

async function call(
  answer: ProviderAnswer,
  options: { api?: ApiKind; timeoutMs?: number; signal?: AbortSignal; endpoint?: Partial<ProviderEndpoint> } = {},
): Promise<Call> {
  server.answer = answer
  const at = endpoint(options.api ?? 'openai-completions', options.endpoint)
  const material = await materialOf(at, { type: 'api_key', key: KEY })
  const { timeoutMs, signal } = options
  const raw = await callProvider({ endpoint: at, model: MODEL, material, timeoutMs, signal })
  const context = { policy: POLICIES['openclaw-2026.9'], provider: at.provider, model: MODEL, nowMs: NOW_MS }
  return { raw, conclusion: interpretCall(raw, context) }
}

describe.each(Object.keys(ANSWERS) as ApiKind[])('a test call of %s', (api) => {
  test('succeeds with the smallest request', async () => {
    const { conclusion } = await call(json(200, ANSWERS[api]), { api })
    expect(conclusion).toMatchObject({ outcome: 'ok', status: 200, reason: null, message: null, model: MODEL })
    expect(conclusion.latencyMs).toBeGreaterThanOrEqual(0)
    expect(server.requests).toHaveLength(1)
    const [request] = server.requests
    expect(request?.method).toBe('POST')
    expect(request?.body).toContain('ping')
    expect(request?.body.length).toBeLessThan(200)
  })

  test.each([
    [401, 'auth'],
    [402, 'billing'],
    [403, 'auth'],
    [404, 'model_not_found'],
    [429, 'rate_limit'],
    [500, 'server_error'],
    [529, 'overloaded'],
  ] as const)('answered with %i fails for %s', async (status, reason) => {
    const { conclusion } = await call(json(status, { error: { message: 'Nothing to see here.' } }), { api })
    expect(conclusion).toMatchObject({ outcome: 'failed', status, reason, message: 'Nothing to see here.' })
    expect(conclusion.ruleId).not.toBeNull()
  })
})

test('each form is asked at its own path, with its own proof', async () => {
  const seen: Record<string, unknown> = {}
  for (const api of Object.keys(ANSWERS) as ApiKind[]) {
    server.requests.length = 0
    await call(json(200, ANSWERS[api]), { api })
    const [request] = server.requests
    const { authorization, 'x-api-key': apiKey, 'x-goog-api-key': googleKey } = request?.headers ?? {}
    seen[api] = { path: request?.path, authorization, apiKey, googleKey }
  }
  expect(seen).toEqual({
    'openai-completions': { path: '/chat/completions', authorization: `Bearer ${KEY}` },
    'openai-responses': { path: '/responses', authorization: `Bearer ${KEY}` },
    'anthropic-messages': { path: '/v1/messages', apiKey: KEY },
    'google-generative-ai': { path: `/models/${MODEL}:generateContent`, googleKey: KEY },
  })
})

test('a sign-in of Anthropic is sent as bearer, with the header that says so', async () => {
  server.answer = json(200, ANSWERS['anthropic-messages'])
  const at = endpoint('anthropic-messages')
  const expires = NOW_MS + 3_600_000
  const signIns = [
    { type: 'oauth', access: 'made-up-access-token', expires },
    { type: 'token', token: 'made-up-access-token', expires },
    { type: 'api_key', key: 'sk-ant-oat-made-up-token' },
  ]
  for (const credential of signIns)
    await callProvider({ endpoint: at, model: MODEL, material: await materialOf(at, credential) })
  expect(server.requests).toHaveLength(3)
  for (const { headers } of server.requests) {
    expect(headers.authorization).toMatch(/^Bearer (?:made-up-access-token|sk-ant-oat-made-up-token)$/)
    expect(headers['anthropic-beta']).toBe('oauth-2025-04-20')
    expect(headers['x-api-key']).toBeUndefined()
  }
})

test('a wait that the provider asks for is told as an instant', async () => {
  const { conclusion } = await call(json(429, { error: { message: 'Too many requests' } }, { 'retry-after': '90' }))
  expect(conclusion).toMatchObject({ reason: 'rate_limit', retryAtMs: NOW_MS + 90_000 })
})

test.each([
  ['an error object', { error: { message: 'Rate limit exceeded, slow down', code: 429 } }, 'rate_limit'],
  [
    'an error of Anthropic',
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    'auth',
  ],
  ['an error that is a sentence', { error: 'insufficient credits' }, 'billing'],
])('a success with %s inside is a failure', async (_name, body, reason) => {
  const { conclusion } = await call(json(200, body))
  expect(conclusion).toMatchObject({ outcome: 'failed', status: 200, reason })
})

test('an error event inside of a stream is a failure', async () => {
  const body =
    'data: {"choices":[{"delta":{"content":"po"}}]}\n\ndata: {"error":{"message":"quota exceeded","code":429}}\n\n'
  const { conclusion } = await call(text(200, body, { 'content-type': 'text/event-stream' }))
  expect(conclusion).toMatchObject({ outcome: 'failed', reason: 'rate_limit' })
})

test.each([
  ['no words', { choices: [{ message: { content: '' }, finish_reason: 'stop' }] }],
  ['no choices', { choices: [] }],
])('a success with %s is a failure', async (_name, body) => {
  const { conclusion } = await call(json(200, body))
  expect(conclusion).toMatchObject({ outcome: 'failed', status: 200, reason: 'empty_response', ruleId: null })
})

test('a success without a body is a failure', async () => {
  const { conclusion } = await call(text(200, ''))
  expect(conclusion).toMatchObject({ outcome: 'failed', reason: 'empty_response' })
})

test('a model that used its few tokens for thinking has answered', async () => {
  const { conclusion } = await call(json(200, { choices: [{ message: { content: '' }, finish_reason: 'length' }] }))
  expect(conclusion.outcome).toBe('ok')
})

test('a page in the place of an answer is a failure, and its markup is not shown', async () => {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body>hello</body></html>'
  const success = await call(text(200, page, { 'content-type': 'text/html' }))
  expect(success.conclusion).toMatchObject({ outcome: 'failed', status: 200 })
  const refused = await call(text(502, page, { 'content-type': 'text/html' }))
  expect(refused.conclusion).toMatchObject({ outcome: 'failed', status: 502, reason: 'server_error' })
  for (const { conclusion } of [success, refused]) expect(conclusion.message).not.toContain('<')
})

test('a provider that says nothing is given up after the time limit', async () => {
  const { raw, conclusion } = await call(silence, { timeoutMs: 50 })
  expect(raw).toMatchObject({ kind: 'no_response', abortedBy: 'request_timer' })
  expect(conclusion).toMatchObject({ outcome: 'failed', status: null, reason: 'timeout' })
})

test('the time limit holds for the body too', async () => {
  const startOnly: ProviderAnswer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{')
  }
  const { conclusion } = await call(startOnly, { timeoutMs: 50 })
  expect(conclusion).toMatchObject({ outcome: 'failed', reason: 'timeout' })
})

test('a connection that breaks off is a failure of the network', async () => {
  const { raw, conclusion } = await call(reset)
  expect(raw).toMatchObject({ kind: 'no_response', error: { code: 'ECONNRESET' }, abortedBy: null })
  expect(conclusion).toMatchObject({ outcome: 'failed', status: null, reason: 'timeout' })
})

test('a server that is not there is told with the code of the system', async () => {
  const gone = await startProviderServer(silence)
  await gone.close()
  const { raw, conclusion } = await call(silence, { endpoint: { baseUrl: gone.origin } })
  expect(raw).toMatchObject({ kind: 'no_response', error: { code: 'ECONNREFUSED' } })
  expect(conclusion).toMatchObject({ outcome: 'failed', status: null })
  expect(conclusion.message).toContain('ECONNREFUSED')
})

test('whoever asked can stop the call, also before it began', async () => {
  const controller = new AbortController()
  const stopping: ProviderAnswer = () => controller.abort()
  const during = await call(stopping, { signal: controller.signal })
  const before = await call(silence, { signal: controller.signal })
  for (const { raw, conclusion } of [during, before]) {
    expect(raw).toMatchObject({ kind: 'no_response', abortedBy: 'caller' })
    expect(conclusion).toMatchObject({ outcome: 'failed', reason: null, message: 'The test was stopped.' })
  }
})

test.each(['http://127.0.0.1:9/elsewhere?token=abc', 'https://provider.example/v2'])(
  'a redirect to %s is not followed',
  async (location) => {
    const { conclusion } = await call(text(307, '', { location }))
    expect(server.requests).toHaveLength(1)
    expect(conclusion).toMatchObject({ outcome: 'failed', status: 307 })
    expect(conclusion.message).toContain(new URL(location).origin)
    expect(conclusion.message).not.toContain('abc')
  },
)

test('of an answer without end only a part is read', async () => {
  const { raw, conclusion } = await call(endless)
  if (raw.kind !== 'response') throw new Error(raw.kind)
  expect(raw.isCut).toBe(true)
  expect(raw.body.length).toBeLessThanOrEqual(256 * 1024)
  expect(raw.body.length).toBeGreaterThan(255 * 1024)
  expect(conclusion).toMatchObject({ outcome: 'failed', status: 200 })
  expect(conclusion.message?.length).toBeLessThan(200)
})

test('nothing is sent to an address that no provider has, whatever its name', async () => {
  for (const baseUrl of ['http://169.254.169.254/v1', 'https://[fe80::1]/v1', 'http://203.0.113.5/v1']) {
    const { raw, conclusion } = await call(silence, { endpoint: { baseUrl } })
    expect(raw.kind).toBe('refused')
    expect(conclusion).toMatchObject({ outcome: 'failed', reason: null, status: null })
    expect(conclusion.message).toMatch(/^Nothing was sent\./)
  }
})

test('a name of this machine is resolved, and may be called without encryption', async () => {
  const { conclusion } = await call(json(200, ANSWERS['openai-completions']), {
    endpoint: { baseUrl: server.origin.replace('127.0.0.1', 'localhost') },
  })
  expect(conclusion.outcome).toBe('ok')
})

describe('a provider that repeats the key', () => {
  const { input } = bugCase<{ readonly status: number; readonly message: string }, unknown>('RD-07')
  const escaped = JSON.stringify(KEY).slice(1, -1)
  const forms = {
    plain: text(input.status, input.message.replace(/sk-test-\S+/, KEY)),
    json: json(input.status, { error: { message: input.message.replace(/sk-test-\S+/, KEY) } }),
    success: json(200, { error: { message: `bad key ${KEY}` } }),
    page: text(500, `<!doctype html><html><title>Oops ${KEY}</title></html>`),
    url: text(400, `GET /v1?key=${encodeURIComponent(KEY)} failed`),
    base64: text(401, `authorization: ${Buffer.from(KEY).toString('base64')}`),
    header: text(401, 'no', { 'x-echo': encodeURIComponent(KEY), 'www-authenticate': `Bearer realm="${KEY}"` }),
    foreign: text(200, `key is ${KEY}`),
    redirect: text(302, '', { location: `https://provider.example/${encodeURIComponent(KEY)}` }),
    endless: ((request, response) => {
      response.writeHead(500)
      response.end(`${request.headers.authorization} `.repeat(10_000))
    }) satisfies ProviderAnswer,
  }
  const shapes = [KEY, escaped, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64').replace(/=+$/, '')]

  test.each(Object.entries(forms))(
    'RD-07, RD-03: in the form %s it is nowhere in what is returned',
    async (_name, answer) => {
      const { raw, conclusion } = await call(answer)
      expect(conclusion.outcome).toBe('failed')
      for (const shown of [JSON.stringify({ raw, conclusion }), inspect({ raw, conclusion }, { depth: 9 })])
        for (const shape of shapes) expect(shown).not.toContain(shape)
    },
  )
})

test('of a key at the place where reading stops, not even a part is kept', async () => {
  const body = KEY.repeat(10_000)
  const { raw } = await call(text(500, body))
  if (raw.kind !== 'response') throw new Error(raw.kind)
  expect(raw.isCut).toBe(true)
  expect(raw.body).not.toContain(KEY.slice(0, 8))
})

test('what is sent is not shown by printing it', async () => {
  const material = await materialOf(endpoint('openai-completions'), { type: 'api_key', key: KEY })
  expect(JSON.stringify({ material })).not.toContain('canary')
  expect(inspect(material, { depth: 9, showHidden: true })).not.toContain('canary')
  expect(JSON.stringify(Object.entries(material))).not.toContain('canary')
})
