import { describe, expect, test } from 'vitest'
import Database from 'better-sqlite3'
import { put, putAgentDatabase, putSharedDatabase, read, stateDirectory } from '../support/openclaw-files.ts'

const SHORTEST_PIECE = 5

/** A secret of its own for each place, of characters that occur nowhere else in a row. */
function createCanaries(): { plant(): string; readonly all: string[] } {
  const all: string[] = []
  return {
    all,
    plant() {
      const number = all.length
      const canary = Array.from({ length: 32 }, (_, index) =>
        String.fromCharCode(65 + ((index * 7 + number * 11 + ((index * number) % 5)) % 26)),
      ).join('')
      all.push(`sk-${canary}`)
      return `sk-${canary}`
    },
  }
}

function expectClean(output: unknown, canaries: readonly string[]): void {
  const text = JSON.stringify(output)
  for (const canary of canaries) {
    for (let start = 0; start + SHORTEST_PIECE <= canary.length; start += 1) {
      const piece = canary.slice(start, start + SHORTEST_PIECE)
      expect(text.includes(piece), `${piece} of ${canary}`).toBe(false)
    }
  }
}

function everyCredentialForm(secret: () => string): Record<string, unknown> {
  const ref = { source: 'env', provider: 'default', id: 'SOME_NAME' }
  return {
    'a:key': { type: 'api_key', provider: 'a', key: secret(), metadata: { note: secret() }, unknown: secret() },
    'a:alias': { mode: 'api_key', provider: 'a', apiKey: secret() },
    'a:unread': { type: 'api_key', provider: 'a', api_key: secret() },
    'a:beside-ref': { type: 'api_key', provider: 'a', keyRef: ref, key: secret() },
    'a:padded': { type: 'api_key', provider: 'a', key: ` ${secret()}\n` },
    'a:command': { type: 'api_key', provider: 'a', key: `openclaw onboard --auth-choice x --key ${secret()}` },
    'a:token': { type: 'token', provider: 'a', token: secret(), tokenRef: ref },
    'a:oauth': {
      type: 'oauth',
      provider: 'a',
      access: secret(),
      refresh: secret(),
      idToken: secret(),
      clientId: secret(),
      expires: secret(),
      oauthRef: { id: secret() },
    },
    'a:setup': { type: 'api_key', provider: 'a', key: secret(), setup: { replacement: true, configJson: secret() } },
    'bad:text': secret(),
    'bad:list': [secret()],
    'bad:type': { type: secret(), provider: 'a', key: secret() },
    'bad:provider': { type: 'api_key', key: secret() },
    'bad:key': { type: 'api_key', provider: 'a', key: { value: secret() } },
  }
}

function configWith(secret: () => string): object {
  return {
    auth: {
      profiles: {
        'a:key': { provider: 'a', mode: 'api_key', key: secret(), token: secret() },
        'a:odd': { provider: 'a', mode: secret() },
      },
    },
    models: {
      providers: {
        a: {
          apiKey: secret(),
          headers: { Authorization: `Bearer ${secret()}` },
          baseUrl: `https://user:${secret()}@host/v1`,
          auth: 'api-key',
          models: [{ id: 'm', headers: { x: secret() } }],
        },
      },
    },
    env: { SOME_NAME: secret(), vars: { OTHER_NAME: secret() } },
    gateway: { auth: { token: secret() } },
    agents: { defaults: { model: { primary: 'a/m', fallbacks: ['${UNSET_NAME}'] } } },
    channels: { telegram: { botToken: secret() } },
  }
}

function sessionWith(secret: () => string): object {
  return {
    updatedAt: 5,
    model: 'm',
    modelProvider: 'a',
    lastMessage: secret(),
    skillsSnapshot: { env: secret() },
    fallbackNotice: { reason: secret() },
  }
}

test('the search finds what it looks for', () => {
  const { plant, all } = createCanaries()
  const secret = plant()
  expect(new Set([secret, plant(), plant()]).size).toBe(3)
  expect(() => expectClean({ message: `unexpected ${secret.slice(10, 15)} here` }, all)).toThrow(secret)
  expect(() => expectClean({ tail: secret.slice(-4) }, all)).not.toThrow(secret)
})

describe('no secret, nor a piece of one, gets out of the reader', () => {
  test('of the JSON generation', async () => {
    const { plant, all } = createCanaries()
    const root = stateDirectory({
      'openclaw.json': configWith(plant),
      '.env': `SOME_KEY=${plant()}\n`,
      'agents/main/agent/auth-profiles.json': { version: 1, profiles: everyCredentialForm(plant) },
      'agents/main/agent/auth-state.json': {
        usageStats: { 'a:key': { cooldownUntil: plant(), cooldownReason: plant() } },
      },
      'agents/main/agent/auth.json': { a: { key: plant() } },
      'credentials/oauth.json': { a: { access: plant(), refresh: plant() } },
      'agents/main/sessions/sessions.json': { 'agent:main:main': sessionWith(plant) },
      'agents/flat/agent/auth-profiles.json': { a: { apiKey: plant() } },
    })
    const reading = await read(root)
    expect(reading.facts.era).toBe('J')
    expect(reading.problems.length).toBeGreaterThan(4)
    expect(all.length).toBeGreaterThan(40)
    expectClean(reading, all)
  })

  test('of the generations with databases', async () => {
    const { plant, all } = createCanaries()
    const root = stateDirectory({
      'openclaw.json': configWith(plant),
      'agents/other/agent/auth-profiles.json': { version: 1, profiles: everyCredentialForm(plant) },
    })
    const file = putAgentDatabase(root, {
      schema: 23,
      appVersion: plant(),
      isWal: true,
      store: { version: 1, profiles: everyCredentialForm(plant) },
    })
    const db = new Database(file)
    db.exec('CREATE TABLE session_nodes (session_key TEXT PRIMARY KEY, entry_json TEXT, updated_at INTEGER)')
    const insert = db.prepare('INSERT INTO session_nodes VALUES (?, ?, 5)')
    insert.run('agent:main:main', JSON.stringify(sessionWith(plant)))
    insert.run('agent:main:broken', `{"model": "m", "x": ${plant()}`)
    db.close()
    putSharedDatabase(root, {
      'auth.sharedStore': { location: 'state-db' },
      'authProfiles.store': { version: 1, profiles: everyCredentialForm(plant) },
      'authProfiles.state': `{"usageStats": ${plant()}`,
      'model-accounts': { token: plant() },
    })
    const reading = await read(root)
    expect(reading.facts.era).toBe('S2')
    expect(reading.facts.agents[0]?.sessions).toHaveLength(2)
    expectClean(reading, all)
  })

  test.each([
    ['behind the error', (secret: string) => `{"version":1,"profiles":{"a:b":{"key":: "${secret}"}}}`],
    ['at the error', (secret: string) => `{"version":1,"profiles":{"a:b":{"key":${secret}}}}`],
    ['before the error', (secret: string) => `{"version":1,"profiles":{"a:b":{"key":"${secret}"`],
    ['in front of everything', (secret: string) => `${secret} {"version":1}`],
    ['after everything', (secret: string) => `{"version":1,"profiles":{}} ${secret}`],
    ['as a line', (secret: string) => `{"version":1,"profiles":{"a:b":{"key":"\n${secret}\n"}}}`],
    [
      'as a key written twice',
      (secret: string) =>
        `{"version":1,"profiles":{"a:b":{"${secret}":1,"${secret}":2,"type":"api_key","provider":"a"}}}`,
    ],
  ])('of a file with an error, %s', async (_name, textWith) => {
    const { plant, all } = createCanaries()
    const root = stateDirectory({
      'openclaw.json': textWith(plant()),
      'agents/main/agent/auth-profiles.json': textWith(plant()),
      'agents/main/agent/auth-state.json': textWith(plant()),
      'agents/main/sessions/sessions.json': textWith(plant()),
    })
    put(root, 'agents/cell/agent/note.txt', '')
    const reading = await read(root)
    expect(reading.problems.length).toBeGreaterThan(0)
    expectClean(reading, all)
  })
})
