import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  agentOf,
  apiKey,
  codesOf,
  fixtureDirectory,
  idsOf,
  problemOf,
  profiles,
  put,
  putAgentDatabase,
  putSharedDatabase,
  read,
  stateDirectory,
} from '../support/openclaw-files.ts'

const MAIN = 'agents/main/agent'
const FOUR = ['alpha:work', 'alpha:home', 'beta:main', 'beta:spare']

describe('what real releases have written', () => {
  test('2026.5.20: JSON files', async () => {
    const reading = await read(fixtureDirectory('2026.5.20'))
    expect(reading.problems).toEqual([])
    expect(reading.facts).toMatchObject({ era: 'J', openclawVersion: null, policyId: 'docs-2026.4', sharedStore: null })
    expect(agentOf(reading)).toMatchObject({
      isDefault: true,
      hasFolder: true,
      storeFile: `${MAIN}/auth-profiles.json`,
      storeState: 'present',
    })
    expect(idsOf(reading)).toEqual(FOUR)
    expect(agentOf(reading).store?.usageStats['beta:spare']).toMatchObject({
      disabledReason: 'billing',
      disabledUntilMs: 1_796_023_259_647,
    })
    expect(agentOf(reading).sessions).not.toHaveLength(0)
    expect(agentOf(reading).sessions[0]).toMatchObject({ key: 'agent:main:explicit:s-recover2', lastProvider: 'alpha' })
  })

  test('2026.7.1: a database for each agent', async () => {
    const reading = await read(fixtureDirectory('2026.7.1'))
    expect(reading.problems).toEqual([])
    expect(reading.facts).toMatchObject({ era: 'S1', openclawVersion: '2026.7.1-2', policyId: 'openclaw-2026.7' })
    expect(agentOf(reading)).toMatchObject({ storeFile: `${MAIN}/openclaw-agent.sqlite`, storeState: 'present' })
    expect(idsOf(reading)).toEqual(FOUR)
    expect(agentOf(reading).store?.usageStats['alpha:home']?.cooldownModel).toBe('big')
    expect(agentOf(reading).sessions).not.toHaveLength(0)
  })

  test('2026.9.6: a shared database', async () => {
    const reading = await read(fixtureDirectory('2026.9.6'))
    expect(reading.problems).toEqual([])
    expect(reading.facts).toMatchObject({
      era: 'S2',
      openclawVersion: '2026.9.6',
      policyId: 'openclaw-2026.9',
      sharedStoreFile: 'state/openclaw.sqlite',
    })
    expect(reading.facts.sharedStore?.profiles.map(({ id }) => id)).toEqual(FOUR)
    expect(reading.facts.sharedStore?.usageStats['beta:main']?.disabledReason).toBe('auth_permanent')
    expect(agentOf(reading)).toMatchObject({ storeState: 'absent', store: null })
    const { sessions } = agentOf(reading)
    expect(sessions.map(({ updatedAtMs }) => updatedAtMs)).toEqual(
      sessions.map(({ updatedAtMs }) => updatedAtMs).sort((a, b) => b - a),
    )
    expect(sessions.find(({ key }) => key === 'agent:main:explicit:s-ok')).toMatchObject({
      lastProvider: 'alpha',
      lastModel: 'big',
    })
  })
})

describe('generations side by side', () => {
  test('ST-14: the newest generation counts, the others are leftovers', async () => {
    const root = stateDirectory({
      'openclaw.json': {},
      'agent/auth-profiles.json': profiles('alpha:oldest'),
      'credentials/oauth.json': { alpha: { access: 'a', refresh: 'r', expires: 1 } },
      [`${MAIN}/auth-profiles.json`]: profiles('alpha:json'),
      [`${MAIN}/auth-state.json`]: { version: 1 },
    })
    putAgentDatabase(root, { store: profiles('alpha:sqlite') })
    const reading = await read(root)
    expect(reading.facts.era).toBe('S1')
    expect(idsOf(reading)).toEqual(['alpha:sqlite'])
    expect(reading.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'leftover_file agent/auth-profiles.json',
      `leftover_file ${MAIN}/auth-profiles.json`,
      `leftover_file ${MAIN}/auth-state.json`,
      'leftover_file credentials/oauth.json',
    ])
  })

  test('ST-14: the JSON pair counts before what is older', async () => {
    const root = stateDirectory({
      'agent/auth-profiles.json': profiles('alpha:oldest'),
      'credentials/oauth.json': { alpha: { access: 'a', refresh: 'r', expires: 1 } },
      [`${MAIN}/auth-profiles.json`]: { ...profiles('alpha:json'), usageStats: { 'alpha:json': { lastUsed: 5 } } },
      [`${MAIN}/auth-state.json`]: { version: 1, usageStats: { 'alpha:json': { lastUsed: 7 } } },
    })
    const reading = await read(root)
    expect(reading.facts.era).toBe('J')
    expect(idsOf(reading)).toEqual(['alpha:json'])
    expect(agentOf(reading).store?.usageStats['alpha:json']?.lastUsedMs).toBe(7)
    expect(codesOf(reading).filter((code) => code === 'leftover_file')).toHaveLength(2)
  })

  test('ST-14: routing state inside auth-profiles.json is read when auth-state.json is missing', async () => {
    const root = stateDirectory({
      [`${MAIN}/auth-profiles.json`]: {
        ...profiles('alpha:a', 'alpha:b'),
        order: { alpha: ['alpha:b', 'alpha:a'] },
        usageStats: { 'alpha:a': { lastUsed: 5 } },
      },
    })
    const { store } = agentOf(await read(root))
    expect(store?.order).toEqual({ alpha: ['alpha:b', 'alpha:a'] })
    expect(store?.usageStats['alpha:a']?.lastUsedMs).toBe(5)
  })

  test.each([
    ['agent/auth-profiles.json', profiles('alpha:x'), 'alpha:x'],
    [`${MAIN}/auth.json`, { alpha: { type: 'api_key', key: 'sk-0123456789abcdef' } }, 'alpha:default'],
    ['credentials/oauth.json', { alpha: { access: 'a', refresh: 'r', expires: 1_896_005_272_356 } }, 'alpha:default'],
  ])('ST-14: %s is the store where nothing newer is', async (file, content, id) => {
    const reading = await read(stateDirectory({ 'openclaw.json': {}, [file]: content }))
    expect(reading.facts.era).toBe('J')
    expect(idsOf(reading)).toEqual([id])
    expect(agentOf(reading).storeFile).toBe(file)
    expect(problemOf(reading, 'migration_required')).toMatchObject({ severity: 'info', file })
  })

  test('after an upgrade to databases, credentials left in JSON are not in use, and that is said', async () => {
    const root = stateDirectory({
      'openclaw.json': { meta: { lastTouchedVersion: '2026.7.1' } },
      [`${MAIN}/auth-profiles.json`]: profiles('alpha:a', 'beta:b'),
    })
    putAgentDatabase(root, {})
    const reading = await read(root)
    expect(agentOf(reading)).toMatchObject({ storeState: 'absent', store: null })
    expect(problemOf(reading, 'migration_required')).toMatchObject({
      severity: 'error',
      file: `${MAIN}/auth-profiles.json`,
      agentId: 'main',
      message: '2 credentials of "alpha", "beta" lie in the format of an older release; this OpenClaw does not use it.',
    })
    expect(problemOf(reading, 'migration_required').hint).toContain('openclaw doctor --fix')
  })

  test('an empty shared store and a legacy file with credentials: the upgrade is not finished', async () => {
    const root = stateDirectory({ 'openclaw.json': {}, [`${MAIN}/auth-profiles.json`]: profiles('alpha:a') })
    putSharedDatabase(root, { 'auth.sharedStore': { location: 'state-db' } })
    const reading = await read(root)
    expect(reading.facts).toMatchObject({ era: 'S2', sharedStoreFile: 'state/openclaw.sqlite' })
    expect(reading.facts.sharedStore?.profiles).toEqual([])
    expect(problemOf(reading, 'migration_required').severity).toBe('error')
  })

  test('a filled shared store makes the main agent’s old files leftovers; auth-state.json alone never blocks', async () => {
    const root = stateDirectory({
      'openclaw.json': {},
      [`${MAIN}/auth-profiles.json`]: profiles('alpha:old'),
      'agents/second/agent/auth-state.json': { version: 1 },
    })
    putSharedDatabase(root, {
      'auth.sharedStore': { location: 'state-db' },
      'authProfiles.store': profiles('alpha:new'),
    })
    const reading = await read(root)
    expect(codesOf(reading)).toEqual(['leftover_file', 'leftover_file'])
  })

  test('before the shared store has moved, agents inherit from the main agent', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putSharedDatabase(root, { 'auth.sharedStore': { location: 'legacy-main' } })
    putAgentDatabase(root, { schema: 23, appVersion: '2026.9.6', store: profiles('alpha:a') })
    const reading = await read(root)
    expect(reading.facts).toMatchObject({
      era: 'S2',
      openclawVersion: '2026.9.6',
      sharedStore: null,
      sharedStoreFile: null,
    })
    expect(idsOf(reading)).toEqual(['alpha:a'])
  })

  test('an unknown place of the shared store is an error', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putSharedDatabase(root, {
      'auth.sharedStore': { location: 'elsewhere' },
      'authProfiles.store': profiles('alpha:a'),
    })
    const reading = await read(root)
    expect(reading.facts.sharedStore).toBeNull()
    expect(problemOf(reading, 'wrong_shape')).toMatchObject({ severity: 'error', file: 'state/openclaw.sqlite' })
  })
})

describe('stores and layers', () => {
  test('ST-13: absent, empty and populated are three states', async () => {
    const root = stateDirectory({
      'openclaw.json': {},
      [`${MAIN}/auth-profiles.json`]: profiles('alpha:a'),
      'agents/empty/agent/auth-profiles.json': { version: 1, profiles: {} },
      'agents/none/sessions/sessions.json': {},
    })
    const reading = await read(root)
    expect(reading.facts.agents.map(({ id, storeState, storeFile }) => [id, storeState, storeFile])).toEqual([
      ['main', 'present', `${MAIN}/auth-profiles.json`],
      ['empty', 'empty', 'agents/empty/agent/auth-profiles.json'],
      ['none', 'absent', null],
    ])
    expect(reading.problems).toEqual([])
  })

  test('OR-08: the orders of all layers are kept apart', async () => {
    const root = stateDirectory({ 'openclaw.json': { auth: { order: { alpha: ['alpha:b', 'alpha:a'] } } } })
    putSharedDatabase(root, {
      'auth.sharedStore': { location: 'state-db' },
      'authProfiles.store': profiles('alpha:a', 'alpha:b'),
      'authProfiles.state': { version: 1, order: { alpha: ['alpha:a', 'alpha:b'] } },
    })
    putAgentDatabase(root, { schema: 23 })
    const { facts } = await read(root)
    expect(facts.sharedStore?.order).toEqual({ alpha: ['alpha:a', 'alpha:b'] })
    expect(facts.config.order).toEqual({ alpha: ['alpha:b', 'alpha:a'] })
    expect(agentOf({ facts }).store).toBeNull()
  })

  test('OR-18: a profile of the same id is read from each store, with the file that holds it', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const id = 'minimax-portal:default'
    putAgentDatabase(root, { store: profiles(id) })
    putAgentDatabase(root, { agentId: 'x', store: profiles(id) }, 'agents/x/agent/openclaw-agent.sqlite')
    const reading = await read(root)
    expect(idsOf(reading)).toEqual([id])
    expect(idsOf(reading, 'x')).toEqual([id])
    expect(agentOf(reading, 'x').storeFile).toBe('agents/x/agent/openclaw-agent.sqlite')
  })

  test('an agent that inherits everything still has routing state of its own', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putSharedDatabase(root, { 'auth.sharedStore': { location: 'state-db' }, 'authProfiles.store': profiles('alpha:a') })
    putAgentDatabase(root, { schema: 23, state: { version: 1, usageStats: { 'alpha:a': { cooldownUntil: 9e12 } } } })
    const agent = agentOf(await read(root))
    expect(agent).toMatchObject({ storeState: 'empty' })
    expect(agent.store?.usageStats['alpha:a']?.cooldownUntilMs).toBe(9e12)
  })

  test('OR-13: other spellings are understood; what cannot be used is reported by name', async () => {
    const root = stateDirectory({
      [`${MAIN}/auth-profiles.json`]: {
        version: 1,
        profiles: {
          'anthropic:api': { provider: 'anthropic', mode: 'api_key', apiKey: 'sk-0123456789abcdef' },
          'my-key': { provider: 'acme', type: 'api_key', api_key: 'sk-0123456789abcdef' },
          bad: { provider: 'acme', type: 'apiKey', key: 'sk-0123456789abcdef' },
        },
      },
    })
    const reading = await read(root)
    expect(idsOf(reading)).toEqual(['anthropic:api', 'my-key'])
    expect(problemOf(reading, 'rejected_entry').message).toBe('1 credential cannot be used (no known type): "bad".')
    expect(problemOf(reading, 'odd_entry').message).toContain('"my-key"')
  })

  test('OR-14: a pasted key with a bar and a line break is a flaw of the credential, not a failure', async () => {
    const root = stateDirectory({
      [`${MAIN}/auth-profiles.json`]: {
        version: 1,
        profiles: { 'openai:p': { type: 'api_key', provider: 'openai', key: ' sk-test\u2502\n' } },
      },
    })
    expect(agentOf(await read(root)).store?.profiles[0]?.key).toEqual({
      tail: null,
      isInVault: false,
      flaws: ['padded', 'unsendable_characters'],
    })
  })

  test('ST-12: impossible values are left out one by one and named', async () => {
    const root = stateDirectory({
      [`${MAIN}/auth-profiles.json`]: profiles('p:a', 'p:b', 'p:c', 'p:d', 'p:e', 'p:f'),
      [`${MAIN}/auth-state.json`]: `{"version":1,"usageStats":{"p:a":{"cooldownUntil":"NaN"},"p:b":{"cooldownUntil":null},
        "p:c":{"cooldownUntil":1e300},"p:d":{"cooldownUntil":"1770000060000"},"p:e":{"cooldownUntil":1770000060},
        "p:f":{"errorCount":-3,"lastUsed":"yesterday","cooldownReason":"timeout"}}}`,
    })
    const reading = await read(root)
    expect(idsOf(reading)).toHaveLength(6)
    expect(agentOf(reading).store?.usageStats['p:f']).toMatchObject({ errorCount: 0, cooldownReason: 'timeout' })
    const { message, severity } = problemOf(reading, 'stats_flaw')
    expect(severity).toBe('warning')
    expect(message).toContain('seconds where milliseconds belong')
    expect(message).toContain('"p:e cooldownUntil"')
    expect(message).not.toContain('1770000060')
  })
})

describe('agents', () => {
  test('all folders and all configured agents, the default one first', async () => {
    const root = stateDirectory({
      'openclaw.json': {
        agents: {
          list: [
            { id: 'Zed', name: 'Z' },
            { id: 'ops', default: true },
          ],
          entries: { keyed: { agentDir: 'elsewhere/keyed' } },
        },
      },
      'elsewhere/keyed/auth-profiles.json': profiles('alpha:keyed'),
      'agents/main/agent/auth-profiles.json': profiles('alpha:main'),
      'agents/.cache/x.json': {},
      'agents/notes.txt': 'no folder',
      'agents/Büro 🚉/agent/auth-profiles.json': profiles('alpha:stray'),
    })
    const reading = await read(root)
    expect(reading.facts.agents.map(({ id, isDefault, hasFolder }) => [id, isDefault, hasFolder])).toEqual([
      ['ops', true, false],
      ['zed', false, false],
      ['keyed', false, false],
      ['main', false, true],
    ])
    expect(agentOf(reading, 'zed').name).toBe('Z')
    expect(idsOf(reading, 'keyed')).toEqual(['alpha:keyed'])
    expect(idsOf(reading)).toEqual(['alpha:main'])
    expect(problemOf(reading, 'odd_entry')).toMatchObject({ severity: 'info', file: 'agents/Büro 🚉' })
  })

  test('without any mention, the default agent is main', async () => {
    const reading = await read(stateDirectory({ 'openclaw.json': {} }))
    expect(reading.facts.agents).toMatchObject([
      { id: 'main', isDefault: true, hasFolder: false, storeState: 'absent' },
    ])
    expect(codesOf(reading)).toEqual(['no_store'])
  })

  test('ids with any characters are ids and nothing else', async () => {
    const ids = [
      'a:🚉',
      'a:\u05d0\u202e',
      `a:'"\`;--`,
      'a/../../b:c',
      '__proto__',
      'constructor',
      'toString',
      `a:${'x'.repeat(5000)}`,
    ]
    const entries = ids.map((id) => `${JSON.stringify(id)}:${JSON.stringify(apiKey('alpha'))}`).join(',')
    const stats = ids.map((id) => `${JSON.stringify(id)}:{"lastUsed":5}`).join(',')
    const root = stateDirectory({
      [`${MAIN}/auth-profiles.json`]: `{"version":1,"profiles":{${entries},"bad\u202e":1}}`,
      [`${MAIN}/auth-state.json`]: `{"version":1,"usageStats":{${stats}},"order":{"__proto__":["a:🚉"]}}`,
      'openclaw.json':
        '{"__proto__":{"polluted":true},"auth":{"order":{"__proto__":["x"]}},"agents":{"list":[{"id":"__proto__"}]}}',
    })
    const reading = await read(root)
    expect(idsOf(reading)).toEqual(ids)
    expect(Object.keys(agentOf(reading).store?.usageStats ?? {})).toEqual(ids)
    expect(Object.hasOwn(agentOf(reading).store?.order ?? {}, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(problemOf(reading, 'rejected_entry').message).not.toContain('\u202e')
    expect(JSON.parse(JSON.stringify(reading.facts))).toEqual(reading.facts)
  })

  test('session.store may lie elsewhere and serve several agents', async () => {
    const entry = { updatedAt: 5, modelProvider: 'alpha', model: 'm' }
    const root = stateDirectory({
      'openclaw.json': { session: { store: 'shared-sessions.json' }, meta: { lastTouchedVersion: '2026.7.1' } },
      'shared-sessions.json': { 'agent:main:main': entry, 'agent:other:main': entry, global: entry },
      'agents/main/agent/.keep': '',
    })
    expect(agentOf(await read(root)).sessions.map(({ key }) => key)).toEqual(['agent:main:main', 'global'])
  })

  test('the twenty newest sessions are enough', async () => {
    const sessions = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`agent:main:s${index}`, { updatedAt: index, model: 'm' }]),
    )
    const root = stateDirectory({ 'openclaw.json': {}, 'agents/main/sessions/sessions.json': sessions })
    put(root, `${MAIN}/auth-profiles.json`, profiles('alpha:a'))
    const { sessions: read20 } = agentOf(await read(root))
    expect(read20.map(({ updatedAtMs }) => updatedAtMs)).toEqual(Array.from({ length: 20 }, (_, index) => 49 - index))
  })
})

test('what has to be watched are the directories that exist', async () => {
  const root = fixtureDirectory('2026.9.6')
  const { watchPaths } = await read(root)
  expect(watchPaths.map((item) => path.relative(root, item))).toEqual([
    '',
    'agents',
    'agents/main',
    'agents/main/agent',
    'state',
  ])
})
