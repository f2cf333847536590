import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  findImportSources,
  planImport,
  summaryOf,
  type FoundSources,
  type ImportSource,
} from '../../electron/import/index.ts'
import { MAX_FILE_BYTES } from '../../electron/openclaw/files/read-file.ts'
import { CURRENT, NO_STORE, outcomes } from '../support/import-sources.ts'
import {
  apiKey,
  fixtureDirectory,
  profiles,
  put,
  putAgentDatabase,
  putSharedDatabase,
  snapshotTree,
  stateDirectory,
  temporaryFolder,
} from '../support/openclaw-files.ts'

const AGENT = 'agents/main/agent'

async function find(place: string, withDatabases = true): Promise<FoundSources> {
  return await findImportSources(place, { env: {}, homeDir: '/nonexistent', withDatabases })
}

function shown({ sources }: FoundSources): string[] {
  return sources.map(({ kind, file, agentId }) => `${kind} ${file} ${agentId ?? '-'}`)
}

function problemOf(sources: readonly ImportSource[], file: string): ImportSource['problem'] {
  const found = sources.find((source) => source.file === file)
  if (!found) throw new Error(`No source ${file}`)
  return found.problem
}

describe('a state directory', () => {
  test('of a real release: its credentials and its routing state', async () => {
    const root = fixtureDirectory('2026.5.20')
    const before = snapshotTree(root)
    const found = await find(root)
    expect(shown(found)).toEqual([
      `auth_profiles ${AGENT}/auth-profiles.json main`,
      `auth_state ${AGENT}/auth-state.json main`,
    ])
    const plan = planImport(found.sources, NO_STORE, CURRENT)
    expect(outcomes(plan)).toEqual(
      ['alpha:work', 'alpha:home', 'beta:main', 'beta:spare'].map((id) => `${id} create new`),
    )
    expect(plan.routing.map(({ part, action }) => `${part} ${action}`)).toEqual(Array(4).fill('usageStats create'))
    expect(snapshotTree(root)).toEqual(before)
  })

  test.each(['2026.7.1', '2026.9.6'] as const)(
    'of %s: the stores in its databases, read without a trace',
    async (release) => {
      const root = fixtureDirectory(release)
      const before = snapshotTree(root)
      const found = await find(root)
      const plan = planImport(found.sources, NO_STORE, CURRENT)
      expect(plan.counts.create).toBeGreaterThan(0)
      expect([plan.counts.skip, plan.unusable]).toEqual([0, []])
      expect((await find(root, false)).sources).toEqual([])
      expect(snapshotTree(root)).toEqual(before)
    },
  )

  test('ST-14: several generations at once; all but the newest are leftovers', async () => {
    const root = stateDirectory({
      'agent/auth-profiles.json': profiles('a:single'),
      'credentials/oauth.json': { b: { access: 'made-up', refresh: 'made-up', expires: 4e12 } },
      [`${AGENT}/auth-profiles.json`]: profiles('c:file'),
      [`${AGENT}/auth-state.json`]: { lastGood: { c: 'c:file' } },
      [`${AGENT}/auth.json`]: { d: { key: 'made-up' } },
      'openclaw.json': "{ auth: { profiles: { 'e:config': { provider: 'e', mode: 'api_key', key: 'made-up' } } } }",
    })
    putAgentDatabase(root, { store: profiles('f:database') })
    putSharedDatabase(root, { 'authProfiles.store': profiles('g:shared') })
    const { sources } = await find(root)
    expect(sources.map(({ kind, isLeftover }) => [kind, isLeftover])).toEqual([
      ['agent_database', false],
      ['auth_profiles', true],
      ['single_auth_profiles', true],
      ['auth_flat', true],
      ['oauth', true],
      ['auth_state', true],
      ['shared_database', false],
      ['config', false],
    ])
    const withoutDatabases = (await find(root, false)).sources
    expect(withoutDatabases.filter(({ isLeftover }) => isLeftover).map(({ kind }) => kind)).toEqual([
      'single_auth_profiles',
      'auth_flat',
      'oauth',
    ])
    expect(planImport(sources, NO_STORE, CURRENT).counts.create).toBe(7)
  })

  test('ST-13: a database or file without profiles makes nothing a leftover', async () => {
    const root = stateDirectory({
      [`${AGENT}/auth-profiles.json`]: { version: 1, profiles: {} },
      [`${AGENT}/auth.json`]: { d: { key: 'made-up' } },
    })
    putAgentDatabase(root, { store: { version: 1, profiles: {} } })
    const { sources } = await find(root)
    expect(sources.filter(({ isLeftover }) => isLeftover)).toEqual([])
  })

  test("of several agents, each file is its agent's, configured folders included", async () => {
    const root = stateDirectory({
      'openclaw.json': "{ agents: { list: [{ id: 'ops', agentDir: 'elsewhere' }, { id: 'main' }] } }",
      'elsewhere/auth-profiles.json': profiles('a:1'),
      [`${AGENT}/auth-profiles.json`]: profiles('a:2'),
      'agents/home/agent/auth.json': { a: { key: 'made-up' } },
    })
    expect(shown(await find(root))).toEqual([
      'auth_profiles elsewhere/auth-profiles.json ops',
      `auth_profiles ${AGENT}/auth-profiles.json main`,
      'auth_flat agents/home/agent/auth.json home',
    ])
  })

  test('credentials in an included part of the configuration; edits elsewhere in it do not matter', async () => {
    const root = stateDirectory({
      'openclaw.json': "{ auth: { $include: './auth.json5' } }",
      'auth.json5': "{ profiles: { 'e:1': { provider: 'e', mode: 'token', token: 'made-up' } } }",
    })
    const [before] = (await find(root)).sources
    put(root, 'openclaw.json', "{ auth: { $include: './auth.json5' }, logging: {} }")
    const [after] = (await find(root)).sources
    put(root, 'auth.json5', "{ profiles: { 'e:1': { provider: 'e', mode: 'token', token: 'other' } } }")
    const [changed] = (await find(root)).sources
    expect([before?.kind, after?.revision]).toEqual(['config', before?.revision])
    expect(changed?.revision).not.toBe(before?.revision)
  })

  test('a configuration that only describes its profiles is no source', async () => {
    const root = stateDirectory({
      'openclaw.json': "{ auth: { profiles: { 'e:1': { provider: 'e', mode: 'oauth' } } } }",
    })
    expect(await find(root)).toMatchObject({ kind: 'state_directory', sources: [] })
  })
})

describe('an agent folder or a single file', () => {
  test('of an agent: everything in it', async () => {
    const root = stateDirectory({ 'auth-profiles.json': profiles('a:1'), 'auth-state.json': {} })
    putAgentDatabase(root, { store: profiles('b:1'), agentId: 'some-agent' }, 'openclaw-agent.sqlite')
    const found = await find(root)
    expect([found.kind, ...shown(found)]).toEqual([
      'agent_folder',
      'agent_database openclaw-agent.sqlite -',
      'auth_profiles auth-profiles.json -',
      'auth_state auth-state.json -',
    ])
  })

  test.each([
    ['auth-profiles.json', profiles('a:1'), 'auth_profiles'],
    ['auth-profiles.json.sqlite-import.1700000000000.bak', profiles('a:1'), 'auth_profiles'],
    ['saved.json', { a: { key: 'made-up' } }, 'auth_profiles'],
    ['auth.json', { a: { key: 'made-up' } }, 'auth_flat'],
    ['oauth.json', { a: { access: 'x', refresh: 'y', expires: 4e12 } }, 'oauth'],
    ['auth-state.json.bak', { lastGood: {} }, 'auth_state'],
    ['openclaw.json', { auth: { profiles: { 'a:1': { provider: 'a', key: 'made-up' } } } }, 'config'],
  ] as const)('%s', async (name, content, kind) => {
    const root = stateDirectory({ [name]: content })
    expect(shown(await find(path.join(root, name)))).toEqual([`${kind} ${name} -`])
  })

  test('a database that was copied somewhere else, of either kind', async () => {
    const root = temporaryFolder()
    putAgentDatabase(root, { store: profiles('a:1'), agentId: 'ops' }, 'copy.sqlite')
    putSharedDatabase(root, { 'authProfiles.store': profiles('b:1') })
    renameSync(path.join(root, 'state/openclaw.sqlite'), path.join(root, 'shared.sqlite'))
    expect(shown(await find(path.join(root, 'copy.sqlite')))).toEqual(['agent_database copy.sqlite -'])
    expect(shown(await find(path.join(root, 'shared.sqlite')))).toEqual(['shared_database shared.sqlite -'])
  })

  test.each([
    ['gone', 'not_found'],
    ['empty-folder', 'not_found'],
  ])('%s: %s', async (name, code) => {
    const root = temporaryFolder()
    mkdirSync(path.join(root, 'empty-folder'))
    await expect(find(path.join(root, name))).rejects.toMatchObject({ code })
  })
})

describe('sources that cannot be used', () => {
  test('ST-01: each says what is wrong with it and where, and nothing of what is in it', async () => {
    const secret = 'made-up-secret-0123456789'
    const root = stateDirectory({
      'agents/a/agent/auth-profiles.json': '',
      'agents/b/agent/auth-profiles.json': `{ "profiles": {\n  "x": { "key": "${secret}"`,
      'agents/c/agent/auth-profiles.json': `{ "profiles": {} }\n{ "key": "${secret}" }`,
      'agents/d/agent/auth-profiles.json': `{ "profiles":\n  { "x": ${secret} } }`,
      'agents/e/agent/auth-profiles.json': `{ profiles: { x: { key: '${secret}' } } }`,
      'agents/f/agent/auth-profiles.json': [secret],
      'agents/g/agent/auth.json': { profiles: { x: apiKey('x') } },
      'agents/h/agent/auth-state.json': '"text"',
      'agents/a/agent/auth-profiles.json.bak': '{}',
      'openclaw.json': '{ auth: {',
    })
    putAgentDatabase(root, { store: `{"profiles": ${secret}`, agentId: 'i' }, 'agents/i/agent/openclaw-agent.sqlite')
    put(root, 'agents/j/agent/openclaw-agent.sqlite', secret)
    const { sources } = await find(root)
    const problems = sources.map(({ file, problem }) => [
      file.replace('/agent/', '/').replace('agents/', ''),
      problem?.code,
      problem?.position?.line ?? null,
    ])
    expect(problems).toEqual([
      ['a/auth-profiles.json', 'empty', null],
      ['b/auth-profiles.json', 'cut_off', 2],
      ['c/auth-profiles.json', 'several_values', 2],
      ['d/auth-profiles.json', 'syntax', 2],
      ['e/auth-profiles.json', 'json5_only', 1],
      ['f/auth-profiles.json', 'wrong_shape', null],
      ['g/auth.json', 'wrong_shape', null],
      ['h/auth-state.json', 'wrong_shape', null],
      ['i/openclaw-agent.sqlite', 'database_unreadable', null],
      ['j/openclaw-agent.sqlite', 'database_unreadable', null],
      ['openclaw.json', 'cut_off', 1],
    ])
    expect(problemOf(sources, 'agents/a/agent/auth-profiles.json')?.backup).toBe('auth-profiles.json.bak')
    expect(JSON.stringify(sources)).not.toContain(secret)
    expect(planImport(sources, NO_STORE, CURRENT)).toMatchObject({ entries: [], changes: false })
  })

  test('a file of 50 MB is read; a broken one is only said to be broken', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`a:${index}`, { ...apiKey('a'), note: 'x'.repeat(100_000) }]),
    )
    const text = JSON.stringify({ version: 1, profiles: many })
    const root = stateDirectory({ 'good.json': text, 'broken.json': text.slice(0, -1) })
    const good = await find(path.join(root, 'good.json'))
    expect(planImport(good.sources, NO_STORE, CURRENT).counts.create).toBe(500)
    const broken = await find(path.join(root, 'broken.json'))
    expect(broken.sources.map(summaryOf)).toMatchObject([
      { sizeBytes: text.length - 1, problem: { code: 'syntax', position: null } },
    ])
  })

  test('a larger one is not read', async () => {
    const root = stateDirectory({ 'auth-profiles.json': Buffer.alloc(MAX_FILE_BYTES + 1, ' ') })
    const { sources } = await find(root)
    expect(sources.map(summaryOf)).toMatchObject([
      { sizeBytes: MAX_FILE_BYTES + 1, revision: null, problem: { code: 'too_large' } },
    ])
  })

  test('keys that are written twice are pointed at', async () => {
    const root = stateDirectory({ 'auth.json': '{ "a": { "key": "x" },\n  "a": { "key": "y" } }' })
    const { sources } = await find(root)
    expect(sources[0]?.duplicateKey).toEqual({ line: 2, column: 3 })
  })

  test('links that lead nowhere or in a circle are named', async () => {
    const root = temporaryFolder()
    symlinkSync('gone.json', path.join(root, 'auth.json'))
    symlinkSync('oauth.json', path.join(root, 'oauth.json'))
    const { sources } = await find(root)
    expect(sources.map(({ file, problem }) => [file, problem?.code])).toEqual([
      ['auth.json', 'unreadable'],
      ['oauth.json', 'unreadable'],
    ])
  })
})
