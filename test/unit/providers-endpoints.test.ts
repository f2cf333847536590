import { readFileSync } from 'node:fs'
import JSON5 from 'json5'
import { describe, expect, test } from 'vitest'
import { addressKind, checkUrl } from '../../electron/providers/address-rules.ts'
import { endpointOf, type EndpointQuestion } from '../../electron/providers/index.ts'

const ask = (config: unknown, provider: string, more: Partial<EndpointQuestion> = {}) =>
  endpointOf({ config, provider, env: {}, ...more })

const configured = (entry: unknown) => ({ models: { providers: { alpha: entry } } })

test.each(['2026.5.20', '2026.7.1', '2026.9.6'])('the providers of a directory of %s are found', (release) => {
  const file = new URL(`../fixtures/openclaw-${release}/state/openclaw.json`, import.meta.url)
  const config: unknown = JSON5.parse(readFileSync(file, 'utf8'))
  expect(ask(config, 'Alpha ')).toEqual({
    kind: 'endpoint',
    provider: 'alpha',
    api: 'openai-completions',
    baseUrl: 'http://127.0.0.1:9101/v1',
    headers: {},
    secretHeaders: [],
    sendsBearer: false,
    defaultTestModel: 'big',
    source: 'configuration',
  })
  expect(ask(config, 'beta')).toMatchObject({ defaultTestModel: 'chat' })
  expect(ask(config, 'gamma')).toMatchObject({ kind: 'unknown_endpoint', code: 'not_configured' })
})

test.each([
  ['openai', 'openai-responses', 'https://api.openai.com/v1'],
  ['anthropic', 'anthropic-messages', 'https://api.anthropic.com'],
  ['google', 'google-generative-ai', 'https://generativelanguage.googleapis.com/v1beta'],
  ['openrouter', 'openai-completions', 'https://openrouter.ai/api/v1'],
  ['z.ai', 'openai-completions', 'https://api.z.ai/api/paas/v4'],
  ['ollama', 'openai-completions', 'http://127.0.0.1:11434/v1'],
])('%s is known without any configuration', (provider, api, baseUrl) => {
  for (const config of [null, 'x', {}, { models: { providers: { [provider]: { models: [] } } } }])
    expect(ask(config, provider)).toMatchObject({ kind: 'endpoint', api, baseUrl, source: 'built_in' })
})

test.each(['github-copilot', 'openai-codex', 'google-gemini-cli', 'amazon-bedrock'])(
  '%s cannot be called with a stored credential, and the reason is said',
  (provider) => {
    expect(ask({}, provider)).toMatchObject({
      kind: 'unknown_endpoint',
      code: 'not_callable',
      message: expect.stringContaining('cannot be tried'),
    })
  },
)

test('ids that every object has configure nothing', () => {
  for (const provider of ['constructor', '__proto__', 'toString'])
    expect(ask({ models: { providers: {} } }, provider)).toMatchObject({ code: 'not_configured' })
})

test('the configuration comes before what is built in, and a model may have a form of its own', () => {
  const config = {
    models: {
      providers: {
        OpenAI: {
          baseUrl: 'https://proxy.example/openai/',
          api: 'openai-completions',
          authHeader: true,
          models: [{ id: 'm1' }, { id: 'm2', api: 'anthropic-messages' }],
        },
      },
    },
  }
  expect(ask(config, 'openai')).toMatchObject({
    api: 'openai-completions',
    baseUrl: 'https://proxy.example/openai',
    sendsBearer: true,
    defaultTestModel: 'm1',
    source: 'configuration',
  })
  expect(ask(config, 'openai', { model: 'm2' })).toMatchObject({ api: 'anthropic-messages' })
})

test('a form that is not known is not guessed', () => {
  expect(ask(configured({ baseUrl: 'https://a.example', api: 'bedrock-converse-stream' }), 'alpha')).toMatchObject({
    kind: 'unknown_endpoint',
    code: 'unknown_api',
  })
})

test('addresses that are commonly written short are completed', () => {
  expect(ask(configured({ baseUrl: 'http://localhost:11434', api: 'ollama' }), 'alpha')).toMatchObject({
    api: 'openai-completions',
    baseUrl: 'http://localhost:11434/v1',
  })
  const google = { baseUrl: 'https://generativelanguage.googleapis.com', api: 'google-generative-ai' }
  expect(ask(configured(google), 'alpha')).toMatchObject({
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  })
})

test('variables in an address are replaced, and an unset one is told by no value', () => {
  const config = configured({ baseUrl: 'https://${HOST_NAME}/v1' })
  expect(ask(config, 'alpha', { env: { HOST_NAME: 'a.example' } })).toMatchObject({ baseUrl: 'https://a.example/v1' })
  expect(ask(config, 'alpha')).toMatchObject({ kind: 'unknown_endpoint', code: 'unset_variable' })
})

test('headers that may hold secrets are named and not kept', () => {
  const canary = 'made-up-canary-value'
  const endpoint = ask(
    configured({
      baseUrl: 'https://a.example',
      headers: {
        'X-Title': 'Console',
        'X-Api-Key': canary,
        Cookie: canary,
        'X-Region': '${REGION}',
        'X-Ref': { source: 'env', provider: 'default', id: 'A' },
        'bad name': canary,
        Host: 'b.example',
      },
    }),
    'alpha',
  )
  expect(endpoint).toMatchObject({
    headers: { 'x-title': 'Console' },
    secretHeaders: ['x-api-key', 'cookie', 'x-region', 'x-ref'],
  })
  expect(JSON.stringify(endpoint)).not.toContain(canary)
})

describe('addresses', () => {
  test.each([
    ['https://a.example/v1', null],
    ['http://127.0.0.1:8080', null],
    ['http://[::1]:8080', null],
    ['http://192.168.1.20:1234/v1', null],
    ['http://[fd12::5]/v1', null],
    ['https://10.0.0.5', null],
    ['http://nas.local:11434', null],
    ['nonsense', 'not_a_url'],
    ['ftp://a.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:made-up-canary@a.example', 'has_credentials'],
    ['https://a.example/?key=made-up-canary', 'has_query'],
    ['https://a.example/#x', 'has_query'],
    ['http://203.0.113.5', 'plain_http'],
    ['http://169.254.169.254', 'forbidden_address'],
    ['https://169.254.169.254', 'forbidden_address'],
    ['http://0xA9FEA9FE', 'forbidden_address'],
    ['http://2852039166', 'forbidden_address'],
    ['http://[::ffff:169.254.169.254]', 'forbidden_address'],
    ['http://[fe80::1]', 'forbidden_address'],
    ['http://[fd00:ec2::254]', 'forbidden_address'],
    ['http://100.100.100.200', 'forbidden_address'],
    ['http://0.0.0.0:80', 'forbidden_address'],
    ['http://[::]', 'forbidden_address'],
    ['http://224.0.0.1', 'forbidden_address'],
  ])('%s: %s', (url, code) => {
    const checked = checkUrl(url)
    expect('problem' in checked ? checked.problem.code : null).toBe(code)
    expect(JSON.stringify(checked)).not.toContain('canary')
    const endpoint = ask(configured({ baseUrl: url }), 'alpha')
    expect(endpoint.kind).toBe(code === null ? 'endpoint' : 'unknown_endpoint')
    expect(JSON.stringify(endpoint)).not.toContain('canary')
  })

  test.each([
    ['127.8.9.10', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['172.31.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['fe80::1%eth0', 'never'],
    ['2001:db8::1', 'public'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['a.example', 'never'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind)
  })
})
