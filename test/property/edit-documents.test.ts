import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinState, splitState } from '../../electron/openclaw/edit/documents/embedded-state.ts'
import {
  storedOrderOf,
  usageOf,
  withoutProfile,
  withProfile,
  withStoredOrder,
  withUsage,
  type JsonRecord,
  type StoreDocuments,
} from '../../electron/openclaw/edit/index.ts'
import {
  EMPTY_USAGE_STATS,
  FAILURE_REASONS,
  ORDER_RULES_BY_RELEASE,
  readAuthStore,
  resolveAuthProvider,
  type AuthStore,
  type OrderRules,
  type UsageStats,
} from '../../shared/engine/index.ts'

function merged([one, other]: readonly [object, object]): JsonRecord {
  return { ...one, ...other }
}

function withDefaults(some: Partial<UsageStats>): UsageStats {
  return { ...EMPTY_USAGE_STATS, ...some }
}

function asCredentials([unknown, profiles]: readonly [object, object]): JsonRecord {
  return { ...unknown, version: 1, profiles }
}

/** What holds for edits of all documents, whatever else stands in them. */
const rules = fc.constantFrom(...Object.values(ORDER_RULES_BY_RELEASE))
const provider = fc.constantFrom('alpha', 'Alpha', 'novita', 'novita-ai', 'x-ai', 'xai', 'z.ai', 'zai', '__proto__')
const profileId = fc.constantFrom('alpha:a', 'alpha:b', 'novita:default', 'constructor', '__proto__', 'beta:🚉')
const list = fc.array(fc.oneof(profileId, fc.constant('  alpha:a ')), { maxLength: 5 })
/** OpenClaw writes no empty lists and no empty records. */
const writtenList = list.filter((ids) => ids.length > 0)
const fields = fc.dictionary(
  fc.string({ maxLength: 8 }).filter((key) => !['order', 'lastGood', 'usageStats', 'profiles'].includes(key)),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
)
const timeMs = fc.option(fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }), { nil: null })

const stats: fc.Arbitrary<UsageStats> = fc
  .record({
    lastUsedMs: timeMs,
    cooldownUntilMs: timeMs,
    cooldownReason: fc.option(fc.constantFrom(...FAILURE_REASONS), { nil: null }),
    errorCount: fc.option(fc.nat(50), { nil: null }),
    failureCounts: fc.dictionary(fc.constantFrom(...FAILURE_REASONS), fc.integer({ min: 1, max: 9 }), { maxKeys: 3 }),
  })
  .map(withDefaults)

const usageRecord = fc
  .tuple(fields, fc.record({ lastUsed: fc.nat(), errorCount: fc.nat() }, { requiredKeys: ['lastUsed'] }))
  .map(merged)

const sections = fc.record(
  {
    order: fc.dictionary(provider, writtenList),
    lastGood: fc.dictionary(provider, profileId),
    usageStats: fc.dictionary(profileId, usageRecord),
  },
  { requiredKeys: [] },
)
const state: fc.Arbitrary<JsonRecord | null> = fc.option(fc.tuple(fields, sections).map(merged), { nil: null })
const plainCredentials: fc.Arbitrary<JsonRecord> = fc.tuple(fields, fc.dictionary(profileId, fields)).map(asCredentials)
/** With routing state among the credentials, as the first releases had it. */
const credentials: fc.Arbitrary<JsonRecord> = fc.tuple(plainCredentials, sections).map(merged)
const documents: fc.Arbitrary<StoreDocuments> = fc.record({ credentials, state })

function plain<T>(value: T): T {
  return value === null ? value : (JSON.parse(JSON.stringify(value)) as T)
}

/** What the rules read; flaws of values that another document hides do not matter. */
function factsOf({ credentials: document, state: routing }: StoreDocuments, release: OrderRules): AuthStore {
  return { ...readAuthStore(document, routing ?? undefined, release), statsFlaws: [] }
}

function without(document: JsonRecord | null, key: string): JsonRecord {
  return Object.fromEntries(
    Object.entries(plain(document) ?? {}).filter(([name]) => name !== key && name !== 'version'),
  )
}

test('a stored order that is set is found again, and everything else stays', () => {
  fc.assert(
    fc.property(state, provider, list, rules, (before, id, ids, release) => {
      const after = withStoredOrder(before, id, ids, release)
      const tidy = [...new Set(ids.map((item) => item.trim()))]
      expect(storedOrderOf(after, id, release)).toEqual(tidy.length > 0 ? tidy : null)
      expect(without(after, 'order')).toEqual(without(before, 'order'))
      const key = resolveAuthProvider(id, release)
      const others = (document: JsonRecord | null): unknown[] =>
        Object.entries(document?.['order'] ?? {}).filter(([name]) => resolveAuthProvider(name, release) !== key)
      expect(others(after)).toEqual(others(before))
      expect(withStoredOrder(after, id, ids, release)).toEqual(after)
    }),
  )
})

test('usage that is set is found again, fields of newer releases stay, and so does everything else', () => {
  fc.assert(
    fc.property(state, profileId, fc.option(stats, { nil: null }), (before, id, next) => {
      const after = withUsage(before, id, next)
      expect(usageOf(after, id) ?? EMPTY_USAGE_STATS).toEqual(next ?? EMPTY_USAGE_STATS)
      expect(without(after, 'usageStats')).toEqual(without(before, 'usageStats'))
      expect(withUsage(after, id, next)).toEqual(after)
    }),
  )
})

test('a profile that is added and removed leaves no trace of itself', () => {
  fc.assert(
    fc.property(plainCredentials, state, fields, stats, rules, (before, beforeState, entry, usage, release) => {
      const id = 'new:one'
      const added: StoreDocuments = {
        credentials: withProfile(before, id, entry),
        state: withUsage(withStoredOrder(beforeState, 'new', [id], release), id, usage),
      }
      const after = withoutProfile(added, id)
      expect(plain(after.credentials)).toEqual(plain(before))
      for (const key of ['order', 'lastGood', 'usageStats']) {
        expect(after.state?.[key] ?? {}).toEqual(beforeState?.[key] ?? {})
      }
    }),
  )
})

test('state among the credentials: what nobody changes stays where it is, byte by byte', () => {
  fc.assert(
    fc.property(documents, (stored) => {
      const joined = joinState(stored)
      expect(JSON.stringify(splitState(stored, joined, joined))).toBe(JSON.stringify(stored))
    }),
  )
})

test('state among the credentials: the rules read from both documents what the change has made of them', () => {
  fc.assert(
    fc.property(documents, provider, list, profileId, stats, rules, (...[stored, id, ids, profile, usage, release]) => {
      const joined = joinState(stored)
      expect(factsOf(joined, release)).toEqual(factsOf(stored, release))
      const changed: StoreDocuments = {
        credentials: joined.credentials,
        state: withUsage(withStoredOrder(joined.state, id, ids, release), profile, usage),
      }
      expect(factsOf(splitState(stored, joined, changed), release)).toEqual(factsOf(changed, release))
    }),
  )
})
