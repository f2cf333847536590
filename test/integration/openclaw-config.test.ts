import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { codesOf, problemOf, put, read, stateDirectory, temporaryFolder } from '../support/openclaw-files.ts'

interface FaultInput {
  readonly bytes: string
  readonly bytesHex: string
  readonly value: object
}

const BUG_CASES = new URL('../vectors/bug-cases.json', import.meta.url)
const inputsById = new Map(
  (JSON.parse(readFileSync(BUG_CASES, 'utf8')) as { id: string; input: FaultInput }[]).map(({ id, input }) => [
    id,
    input,
  ]),
)

/** The input of a reported fault. */
function caseOf(id: string): FaultInput {
  const input = inputsById.get(id)
  if (!input) throw new Error(`No case ${id}`)
  return input
}

function withConfig(content: unknown): string {
  return stateDirectory({ 'openclaw.json': content, 'agents/main/sessions/sessions.json': {} })
}

const PRIMARY = { agents: { defaults: { model: { primary: 'p/a' } } } }

function primaryOf(reading: Awaited<ReturnType<typeof read>>): string | null {
  return reading.facts.config.defaults.model?.primary ?? null
}

describe('JSON5', () => {
  test('CF-01: a byte order mark in front', async () => {
    const reading = await read(withConfig(Buffer.from(caseOf('CF-01').bytesHex, 'hex')))
    expect(problemOf(reading, 'text_encoding')).toMatchObject({ severity: 'info', file: 'openclaw.json' })
    expect(codesOf(reading)).not.toContain('syntax_error')
  })

  test.each([['little'], ['big']])('CF-01: UTF-16 with a byte order mark, %s end first', async (end) => {
    const bytes = Buffer.from(`\ufeff${JSON.stringify(PRIMARY)}`, 'utf16le')
    const reading = await read(withConfig(end === 'big' ? bytes.swap16() : bytes))
    expect(primaryOf(reading)).toBe('p/a')
    expect(problemOf(reading, 'text_encoding')).toMatchObject({ severity: 'warning', file: 'openclaw.json' })
  })

  test('CF-02: trailing commas, comments and bare keys are fine', async () => {
    expect(codesOf(await read(withConfig(caseOf('CF-02').bytes)))).toEqual(['no_store'])
    const text = `// mine\n{ agents: { defaults: { model: { primary: 'p/a', }, }, }, }`
    expect(primaryOf(await read(withConfig(text)))).toBe('p/a')
  })

  test('CF-02: an error is told with its place, and everything else is still there', async () => {
    const reading = await read(withConfig('{\n  agents: {\n    defaults: }\n}'))
    expect(problemOf(reading, 'syntax_error')).toMatchObject({
      severity: 'error',
      file: 'openclaw.json',
      line: 3,
      column: 15,
      message: 'The configuration is not valid JSON5: unexpected } here.',
    })
    expect(reading.facts.agents).toHaveLength(1)
  })

  test('CF-10: a line break inside a text', async () => {
    expect(problemOf(await read(withConfig(caseOf('CF-10').bytes)), 'syntax_error')).toMatchObject({
      line: 2,
      column: 13,
      message: 'The configuration is not valid JSON5: a quoted text runs over the end of its line.',
    })
  })

  test('ST-02: two values in one file: neither is taken, and the last good version is named', async () => {
    const root = withConfig(caseOf('ST-02').bytes)
    put(root, 'openclaw.json.last-good', {})
    const reading = await read(root)
    expect(primaryOf(reading)).toBeNull()
    expect(problemOf(reading, 'several_values')).toMatchObject({ severity: 'error', line: 2, column: 1 })
    expect(problemOf(reading, 'several_values').hint).toContain('openclaw.json.last-good')
  })

  test('keys written twice', async () => {
    const reading = await read(withConfig(`{ agents: {},\n  "agents": ${JSON.stringify(PRIMARY.agents)} }`))
    expect(primaryOf(reading)).toBe('p/a')
    expect(problemOf(reading, 'duplicate_key')).toMatchObject({ severity: 'warning', line: 2, column: 3 })
  })

  test('CF-12: a legal configuration is no problem of reading', async () => {
    const reading = await read(withConfig(caseOf('CF-12').value))
    expect(codesOf(reading)).toEqual(['no_store'])
    expect(reading.facts.config.agents[0]?.model?.primary).toBe('google-antigravity/gemini-3-flash')
  })

  test('there is none', async () => {
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    expect(problemOf(await read(root), 'file_missing').severity).toBe('info')
  })

  test('the old name is read where the new one is not there', async () => {
    expect(primaryOf(await read(stateDirectory({ 'clawdbot.json': PRIMARY })))).toBe('p/a')
    expect(primaryOf(await read(stateDirectory({ 'clawdbot.json': PRIMARY, 'openclaw.json': {} })))).toBeNull()
  })

  test('OPENCLAW_CONFIG_PATH counts for the directory of the environment and no other', async () => {
    const other = put(temporaryFolder(), 'mine.json5', PRIMARY)
    const root = withConfig({})
    expect(primaryOf(await read(root, { OPENCLAW_CONFIG_PATH: other, OPENCLAW_STATE_DIR: root }))).toBe('p/a')
    expect(primaryOf(await read(root, { OPENCLAW_CONFIG_PATH: other }))).toBeNull()
  })

  test('a configuration that is a link is watched where it lies', async () => {
    const repository = temporaryFolder()
    const file = put(repository, 'dotfiles/openclaw.json', PRIMARY)
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    symlinkSync(file, path.join(root, 'openclaw.json'))
    const reading = await read(root)
    expect(primaryOf(reading)).toBe('p/a')
    expect(reading.watchPaths).toContain(path.dirname(file))
  })
})

describe('variables', () => {
  test('CF-07: an unset variable elsewhere hides nothing', async () => {
    const reading = await read(withConfig(caseOf('CF-07').value))
    expect(primaryOf(reading)).toBe('p/a')
    expect(codesOf(reading)).toEqual(['no_store'])
  })

  test('CF-07: one that decides about failover is named, unless it is set somewhere', async () => {
    const root = withConfig({
      env: { FROM_ENV: 'x', vars: { FROM_VARS: 'x' } },
      agents: { defaults: { model: { primary: '${PRIMARY_MODEL}', fallbacks: ['p/$${ESCAPED}'] } } },
      models: {
        providers: {
          p: { apiKey: '${MISSING_KEY}', baseUrl: '${FROM_ENV}${FROM_VARS}${FROM_DOTENV}${FROM_PROCESS}' },
        },
      },
    })
    put(root, '.env', '# comment\nexport FROM_DOTENV=x\n')
    const reading = await read(root, { FROM_PROCESS: 'x' })
    expect(primaryOf(reading)).toBe('${PRIMARY_MODEL}')
    expect(problemOf(reading, 'env_unresolved')).toMatchObject({
      severity: 'info',
      message: 'The configuration refers to variables that are not set here: "MISSING_KEY", "PRIMARY_MODEL".',
    })
  })

  test('CF-09: values under env are texts, whatever they look like', async () => {
    const root = withConfig(caseOf('CF-09').value)
    put(root, 'secrets/xai-api-key.txt', 'must-never-be-read')
    const reading = await read(root)
    expect(codesOf(reading)).toEqual(['no_store'])
    expect(JSON.stringify(reading)).not.toContain('xai-api-key')
  })
})

describe('includes', () => {
  test('are merged, anywhere, one after the other; what stands beside them wins', async () => {
    const root = withConfig(`{
      $include: ['./a.json5', 'parts/b.json'],
      auth: { order: { alpha: ['alpha:own'] } },
      agents: { $include: 'parts/agents.json5' },
    }`)
    put(
      root,
      'a.json5',
      `{ auth: { order: { alpha: ['alpha:a'], beta: ['beta:a'] } }, meta: { lastTouchedVersion: '2026.5.1' } }`,
    )
    put(root, 'parts/b.json', {
      auth: { profiles: { 'alpha:b': { provider: 'alpha', mode: 'token' } } },
      meta: { lastTouchedVersion: '2026.7.1' },
    })
    put(root, 'parts/agents.json5', `{ $include: './list.json', defaults: { model: 'p/a' } }`)
    put(root, 'parts/list.json', { list: [{ id: 'ops' }] })
    const reading = await read(root)
    const { config } = reading.facts
    expect(config.order).toEqual({ alpha: ['alpha:a', 'alpha:own'], beta: ['beta:a'] })
    expect(config.profiles.map(({ id }) => id)).toEqual(['alpha:b'])
    expect(config.agents.map(({ id }) => id)).toEqual(['ops'])
    expect(config.defaults.model?.primary).toBe('p/a')
    expect(config.lastTouchedVersion).toBe('2026.7.1')
    expect(reading.watchPaths).toContain(path.join(root, 'parts'))
    expect(codesOf(reading)).toEqual(['no_store'])
  })

  test('what cannot be included is left out, and the rest stays', async () => {
    const outside = temporaryFolder()
    put(outside, 'secret.json', { auth: { order: { stolen: ['x'] } } })
    const root = withConfig({
      ...PRIMARY,
      auth: { $include: ['gone.json', '../outside.json', 'link.json', 'self.json', 'bad.json'] },
      models: { $include: 5 },
    })
    symlinkSync(path.join(outside, 'secret.json'), path.join(root, 'link.json'))
    put(root, 'self.json', { $include: './self.json', order: { alpha: ['alpha:self'] } })
    put(root, 'bad.json', '{ "order": ')
    const reading = await read(root)
    expect(primaryOf(reading)).toBe('p/a')
    expect(reading.facts.config.order).toEqual({ alpha: ['alpha:self'] })
    expect(reading.problems.map(({ code, file, message }) => `${code} ${file}: ${message}`)).toEqual([
      'syntax_error bad.json: The included file is not valid JSON5: it ends in the middle.',
      'include_unresolved openclaw.json: The included file "../outside.json" lies outside the state directory; it is passed over.',
      'include_unresolved openclaw.json: The included file "gone.json" does not exist; it is passed over.',
      'include_unresolved openclaw.json: The included file "link.json" lies outside the state directory; it is passed over.',
      'include_unresolved openclaw.json: An "$include" is neither a path nor a list of paths; it is passed over.',
      'include_unresolved self.json: The included file "./self.json" includes itself; it is passed over.',
    ])
  })

  test('are not followed for ever', async () => {
    const root = withConfig({ ...PRIMARY, $include: '1.json' })
    for (let level = 1; level <= 14; level += 1) {
      put(root, `${level}.json`, { $include: `${level + 1}.json`, auth: { order: { [`p${level}`]: ['x'] } } })
    }
    const reading = await read(root)
    expect(Object.keys(reading.facts.config.order)).toHaveLength(10)
    expect(problemOf(reading, 'include_unresolved').message).toContain('more than 10 levels deep')
  })

  test('of a state directory that is a link stay inside it', async () => {
    const root = withConfig({ $include: 'inner/a.json' })
    put(root, 'inner/a.json', PRIMARY)
    const folder = temporaryFolder()
    mkdirSync(path.join(folder, 'x'))
    const link = path.join(folder, 'x', 'state')
    symlinkSync(root, link)
    expect(primaryOf(await read(link))).toBe('p/a')
  })

  test('keys that are special to the language are ordinary keys', async () => {
    const root = withConfig(
      `{ "$include": "a.json", "__proto__": { "x": 1 }, "auth": { "order": { "constructor": ["a"] } } }`,
    )
    put(root, 'a.json', '{ "__proto__": { "polluted": true }, "auth": { "order": { "__proto__": ["b"] } } }')
    const { config } = (await read(root)).facts
    expect(Object.keys(config.order).sort()).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

test('a configuration that nests without end breaks nothing', async () => {
  const depth = 50_000
  const reading = await read(
    withConfig(`{"auth":${'['.repeat(depth)}${']'.repeat(depth)},"agents":{"defaults":{"model":"p/a"}}}`),
  )
  expect(primaryOf(reading)).toBe('p/a')
})
