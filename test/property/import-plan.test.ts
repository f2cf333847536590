import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IMPORT_WHYS, planImport, type ImportOptions, type ImportSource } from '../../electron/import/index.ts'
import type { JsonRecord, StoreDocuments } from '../../electron/openclaw/edit/types.ts'
import { CURRENT, imported, profilesOf, source } from '../support/import-sources.ts'

const provider = fc.constantFrom('openai', 'openai-codex', 'codex', 'anthropic', 'claude-cli', 'Demo')
const profileId = fc
  .tuple(provider, fc.constantFrom('default', 'a', 'chatgpt-a', 'chatgpt-a-2', 'codex-cli', 'cli-a'))
  .map(([name, suffix]) => `${name}:${suffix}`)
const secret = fc.constantFrom('made-up-1', 'made-up-2', ' made-up-3\n', '', ' ', '│')
const reference = fc.constant({ source: 'env', id: 'DEMO_KEY' })
const material = fc.oneof({ weight: 5, arbitrary: secret }, reference, fc.constant(7))

const entry: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        type: fc.constantFrom('api_key', 'token', 'oauth', 'apiKey', 'aws-sdk', 'later'),
        provider,
        key: material,
        apiKey: material,
        keyRef: reference,
        token: material,
        access: material,
        refresh: material,
        accountId: fc.constantFrom('one', 'two'),
        expires: fc.constantFrom(-1, 3600, 1_770_003_600, 1_770_003_600_000, 'soon'),
        note: fc.constant('x'),
      },
      { requiredKeys: ['provider'] },
    ),
  },
  fc.constantFrom<unknown>(null, 'text', 7, []),
)

const entries = fc.dictionary(profileId, entry, { maxKeys: 6 })
const routing = fc.record(
  {
    order: fc.dictionary(provider, fc.array(profileId, { maxLength: 3 }), { maxKeys: 3 }),
    lastGood: fc.dictionary(provider, profileId, { maxKeys: 3 }),
    usageStats: fc.dictionary(profileId, fc.record({ errorCount: fc.nat(5) }, { requiredKeys: [] }), { maxKeys: 3 }),
  },
  { requiredKeys: [] },
)
const flat = fc.dictionary(provider, entry, { maxKeys: 4 })

const anySource: fc.Arbitrary<ImportSource> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('agent_database' as const, 'auth_profiles' as const, 'single_auth_profiles' as const),
      entries,
      routing,
    )
    .map(([kind, profiles, state]) => source(kind, { version: 1, profiles, ...state })),
  fc
    .tuple(fc.constantFrom('auth_profiles' as const, 'auth_flat' as const, 'oauth' as const), flat)
    .map(([kind, document]) => source(kind, document)),
  entries.map((profiles) => source('config', { auth: { profiles } })),
  routing.map((state) => source('auth_state', state)),
)
const sources = fc.array(anySource, { maxLength: 4 })
const target: fc.Arbitrary<StoreDocuments> = fc.record({
  credentials: fc.option(entries.map((profiles): JsonRecord => ({ version: 1, profiles }))),
  state: fc.option(routing.map((state): JsonRecord => state)),
})
const options: fc.Arbitrary<ImportOptions> = fc.record({ rules: fc.constant(CURRENT.rules), unifyOpenAi: fc.boolean() })

describe('a plan', () => {
  test('is done after it was applied: the second one writes nothing', () => {
    fc.assert(
      fc.property(sources, target, options, (from, to, how) => {
        const first = imported(from, to, how)
        const second = imported(from, first, how)
        expect(second.plan.changes).toBe(false)
        expect([second.credentials, second.state]).toEqual([first.credentials, first.state])
      }),
      { numRuns: 1000 },
    )
  })

  test('never takes away or overwrites, but for what has nothing to sign in with', () => {
    fc.assert(
      fc.property(sources, target, options, (from, to, how) => {
        const { plan, ...after } = imported(from, to, how)
        const replaced = new Set(
          plan.entries.filter(({ action }) => action === 'replace').map((line) => line.profileId),
        )
        const profiles = profilesOf(after)
        for (const [id, value] of Object.entries(profilesOf(to)))
          if (!replaced.has(id)) expect(profiles[id]).toBe(value)
        for (const part of ['order', 'lastGood', 'usageStats'])
          expect(after.state?.[part] ?? {}).toMatchObject(to.state?.[part] ?? {})
      }),
      { numRuns: 500 },
    )
  })

  test('has one line for each entry of each source, and one credential for each line that writes', () => {
    fc.assert(
      fc.property(sources, target, options, (from, to, how) => {
        const { plan, ...after } = imported(from, to, how)
        const written = plan.entries.filter(({ action }) => action === 'create' || action === 'replace')
        expect(new Set(written.map((line) => line.profileId)).size).toBe(written.length)
        const added = Object.keys(profilesOf(after)).length - Object.keys(profilesOf(to)).length
        expect(added).toBe(plan.counts.create)
        expect(Object.values(plan.counts).reduce((sum, count) => sum + count, 0)).toBe(plan.entries.length)
        for (const { why } of plan.entries) expect(IMPORT_WHYS).toContain(why)
        for (const line of written) expect(profilesOf(after)[line.profileId]).toMatchObject({ type: line.type })
      }),
      { numRuns: 500 },
    )
  })

  test('depends on what the sources are, not on the order they are named in, and shows no secret', () => {
    const distinct = fc.uniqueArray(anySource, { selector: ({ kind }) => kind, maxLength: 4 })
    fc.assert(
      fc.property(distinct, target, options, (from, to, how) => {
        const plan = planImport(from, to, how)
        expect(planImport(from.toReversed(), to, how)).toEqual(plan)
        expect(JSON.stringify(plan)).not.toContain('made-up')
      }),
      { numRuns: 300 },
    )
  })
})
