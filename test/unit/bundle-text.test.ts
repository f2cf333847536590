import { describe, expect, test } from 'vitest'
import { createAliases, type Aliases } from '../../electron/bundle/aliases.ts'
import { createNameFinder } from '../../electron/bundle/name-finder.ts'
import { isModelName, isProviderName, versionOf, wordOf } from '../../electron/bundle/plain-names.ts'
import { createPrivateText } from '../../electron/bundle/private-text.ts'
import { shortHash } from '../../shared/engine/index.ts'

const cleaned = (text: string, note: (aliases: Aliases) => void = () => undefined): string => {
  const aliases = createAliases(false)
  note(aliases)
  return createPrivateText(aliases).clean(text)
}

describe('an error text is freed of', () => {
  test.each([
    ['addresses of people', 'Quota of me@example.com used up', 'Quota of person-1 used up'],
    ['the same address once more', 'me@example.com, ME@example.com', 'person-1, person-1'],
    ['hosts in addresses', 'POST http://gpu-box:11434/api/chat failed', 'POST http://host-1/… failed'],
    ['users in addresses', 'https://me:pass@example.org failed', 'https://host-1 failed'],
    ['hosts that system calls name', 'getaddrinfo ENOTFOUND gpubox', 'getaddrinfo ENOTFOUND host-1'],
    ['hosts with a port', 'connect to gpubox:8080', 'connect to host-1:8080'],
    ['IP addresses', 'connect ECONNREFUSED 10.1.2.3:443', 'connect ECONNREFUSED host-1'],
    ['longer IP addresses', 'connect ECONNREFUSED ::1 and fe80::1c2d%eth0', 'connect ECONNREFUSED host-1 and host-2'],
    ['paths', 'ENOENT /var/lib/assistant/openclaw.json', 'ENOENT …/openclaw.json'],
    ['folders', 'in /srv/secret-project', 'in …/…'],
    ['paths of Windows', String.raw`open C:\Users\me\a.log`, String.raw`open …\a.log`],
    ['secrets, to the last character', 'Incorrect API key sk-madeup-0123456789abcdef', 'Incorrect API key ***'],
    ['what others left of a secret', 'Incorrect API key: sk-tes…zzzz', 'Incorrect API key: ***'],
    ['ids', 'organization org-AbC123xyz exceeded', 'organization identity-1 exceeded'],
    ['ids of requests', 'request 5f2c1b8e-3a4d-4c5b-9e8f-0a1b2c3d4e5f', 'request identity-1'],
    ['hashes', `profile ${shortHash('x')} failed`, 'profile sha256:*** failed'],
    ['numbers of telephones', 'to +49 151 12345678 failed', 'to identity-1 failed'],
  ])('%s', (_, text, expected) => expect(cleaned(text)).toBe(expected))

  test('what is known, in any case and wherever it stands', () => {
    const note = (aliases: Aliases): void => {
      aliases.profile('openai:Work Account', 'openai')
      aliases.session('chat-81')
      aliases.other('name', 'Anna Example')
      aliases.other('host', 'studio-mac')
      aliases.agent('ops')
    }
    expect(cleaned('OPENAI:WORK ACCOUNT of anna example', note)).toBe('openai:account-1 of name-1')
    expect(cleaned(`${shortHash('openai:Work Account')} is locked`, note)).toBe('openai:account-1 is locked')
    expect(cleaned('xstudio-macx chat-81 chat-811 ops stops', note)).toBe('xhost-1x session-1 chat-811 agent-1 stops')
    expect(cleaned('/tmp/studio-mac/chat-81.jsonl', note)).toBe('…/session-1.jsonl')
  })

  test('nothing that tells what went wrong', () => {
    for (const text of [
      '429 Too Many Requests: limit 10 QPS, retry after 30s',
      'Your credit balance is too low to access the API. See https://console.anthropic.com',
      'status:429 code: insufficient_quota at 12:34:56',
      'The model gpt-5.5 does not exist (model_not_found)',
      'timeout of 60000 ms exceeded; reading package.json',
    ])
      expect(cleaned(text)).toBe(text)
  })

  test('everything, where a text has no end and no blanks', () => {
    expect(cleaned('me@example.com'.repeat(1000))).toBe('')
  })

  test('what comes after 400 characters, and signs that stand for aliases', () => {
    expect(cleaned('x '.repeat(1000)).length).toBeLessThanOrEqual(401)
    expect(cleaned('\uE0000\uE001 me@example.com')).toBe('0 person-1')
  })
})

describe('names that may stand as they are', () => {
  test.each(['openai', 'openai-codex', 'amazon-bedrock', 'z.ai'])('provider %s', (name) =>
    expect(isProviderName(name)).toBe(true),
  )
  test.each(['gpu.lan', '10.0.0.1', 'me@example.com', 'Anna', 'sk-madeup0123456789', ''])('not provider %s', (name) =>
    expect(isProviderName(name)).toBe(false),
  )
  test.each(['gpt-5.5', 'meta-llama/Llama-3.3-70B', 'claude-opus-4-6', 'qwen2.5:7b', 'openrouter/auto'])(
    'model %s',
    (name) => expect(isModelName(name)).toBe(true),
  )
  test.each([
    'ft:gpt-4o:acme::1',
    '/home/me/a.gguf',
    'me@example.com',
    'http://box/m',
    'box.local/m',
    '10.0.0.1:80',
    'a b',
  ])('not model %s', (name) => expect(isModelName(name)).toBe(false))
  test.each(['rate_limit', 'timeout', 'ECONNRESET', 'insufficient_quota', 'AbortError', '429'])('word %s', (word) =>
    expect(wordOf(word)).toBe(word),
  )
  test.each(['anna', 'Anna', 'my-host', 'gpu7', 'two words', 'a@b.example', 'x'.repeat(99)])('not word %s', (word) =>
    expect(wordOf(word)).toBe('other'),
  )
  test('versions', () => {
    expect(['2026.7.1', '2026.7.1-2', '2026.9.6-beta.2'].map(versionOf)).toEqual([
      '2026.7.1',
      '2026.7.1-2',
      '2026.9.6-beta.2',
    ])
    expect(['2026.7.1-annas-build', 'v1', null].map(versionOf)).toEqual([null, null, null])
  })
})

describe('aliases', () => {
  test('are the same for an id and its hash, whichever comes first (RD-06)', () => {
    const id = 'openai:me@example.com'
    for (const pair of [
      [id, shortHash(id)],
      [shortHash(id), id],
    ]) {
      const aliases = createAliases(false)
      expect(pair.map((name) => aliases.profile(name, 'openai'))).toEqual(['openai:account-1', 'openai:account-1'])
    }
  })

  test('keep what a reference to a model consists of', () => {
    const aliases = createAliases(false)
    aliases.other('model-alias', 'fast')
    expect(
      [
        'openai/gpt-5.5',
        'Fast',
        'openai/gpt-5.5@openai:me@example.com',
        'google/claude@20260101@a:b',
        'gpt-5.5',
        'home.lan/x',
      ].map(aliases.modelRef),
    ).toEqual([
      'openai/gpt-5.5',
      'model-alias-1',
      'openai/gpt-5.5@openai:account-1',
      'google/claude@20260101@google:account-1',
      'gpt-5.5',
      'provider-1/x',
    ])
  })

  test('leave sessions alone where that is asked for', () => {
    expect(createAliases(true).session('chat-81')).toBe('chat-81')
    expect(createAliases(false).session('chat-81')).toBe('session-1')
  })

  test('are none for a provider or model with the name of the machine in it', () => {
    const aliases = createAliases(false)
    aliases.other('host', 'studio-mac')
    expect([aliases.provider('studio-mac-llm'), aliases.model('on-studio-mac')]).toEqual(['provider-1', 'model-1'])
  })
})

test('names are found longest first, short ones only by themselves', () => {
  const finder = createNameFinder()
  finder.add('anna', 'A', false)
  finder.add('anna-laptop', 'B', false)
  finder.add('İstanbul', 'C', false)
  finder.add('ab', 'D', false)
  expect(finder.replaceIn('ANNA annab Anna-Laptop xanna-laptopx İSTANBUL ab', (alias) => `<${alias}>`)).toBe(
    '<A> annab <B> x<B>x <C> ab',
  )
})
