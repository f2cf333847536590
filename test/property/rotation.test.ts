import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createRotation,
  effectiveStore,
  ORDER_RULES_BY_RELEASE,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  resolveOrder,
  type Policy,
  type ProfileOrder,
  type Release,
} from '../../shared/engine/index.ts'

/**
 * What holds for every order, whatever the directory looks like. The ids are few, so that lists, stores and records
 * really meet.
 */
const NOW_MS = 1_770_000_000_000
const id = fc.constantFrom('p:a', 'p:b', 'p:c', 'p:d', 'p:e', 'q:x')
const time = fc.oneof(fc.integer({ min: NOW_MS - 1000, max: NOW_MS + 1000 }), fc.constant(NOW_MS))
const credential = fc.oneof(
  fc.record({ type: fc.constant('api_key'), provider: fc.constantFrom('p', 'q'), key: fc.constantFrom('sk', ' ') }),
  fc.record(
    { type: fc.constant('token'), provider: fc.constant('p'), token: fc.constant('t'), expires: time },
    { requiredKeys: ['type', 'provider', 'token'] },
  ),
  fc.record({ type: fc.constant('oauth'), provider: fc.constant('p'), access: fc.constant('a'), expires: time }),
)
const usage = fc.record(
  {
    lastUsed: fc.integer({ min: NOW_MS - 5, max: NOW_MS }),
    cooldownUntil: time,
    cooldownReason: fc.constantFrom('rate_limit', 'timeout', 'auth'),
    cooldownModel: fc.constantFrom('big', 'small'),
    disabledUntil: time,
    blockedUntil: time,
  },
  { requiredKeys: [] },
)
const scenario = fc.record({
  release: fc.constantFrom(...(Object.keys(ORDER_RULES_BY_RELEASE) as Release[])),
  profiles: fc.dictionary(id, credential),
  usageStats: fc.dictionary(id, usage),
  lastGood: fc.option(id, { nil: undefined }),
  storedOrder: fc.option(fc.array(id, { minLength: 1 }), { nil: undefined }),
  configOrder: fc.option(fc.array(id), { nil: undefined }),
  configured: fc.array(id, { maxLength: 2 }),
  preferred: fc.option(id, { nil: undefined }),
  model: fc.constantFrom(undefined, 'big', 'small'),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

function resolve(input: Scenario, nowMs = NOW_MS): ProfileOrder {
  const rules = ORDER_RULES_BY_RELEASE[input.release]
  const policy: Policy = { ...POLICIES['openclaw-2026.9'], order: rules }
  const state = {
    usageStats: input.usageStats,
    ...(input.lastGood ? { lastGood: { p: input.lastGood } } : {}),
    ...(input.storedOrder ? { order: { p: input.storedOrder } } : {}),
  }
  const config = readFailoverConfig({
    auth: {
      profiles: Object.fromEntries(input.configured.map((name) => [name, { provider: 'p', mode: 'api_key' }])),
      ...(input.configOrder ? { order: { p: input.configOrder } } : {}),
    },
  })
  const store = effectiveStore(null, readAuthStore({ profiles: input.profiles }, state, rules), rules)
  return resolveOrder(createRotation(policy, config, store), {
    provider: 'p',
    nowMs,
    model: input.model,
    preferredProfileId: input.preferred,
  })
}
const idsOf = ({ entries }: ProfileOrder): string[] => entries.map(({ profileId }) => profileId)

describe('every order', () => {
  test('names each profile once, and no profile both in and out', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const order = resolve(input)
        const all = [...idsOf(order), ...order.excluded.map(({ profileId }) => profileId)]
        expect(new Set(all).size).toBe(all.length)
      }),
    ))

  test('accounts for every stored profile of the provider', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const order = resolve(input)
        const all = new Set([...idsOf(order), ...order.excluded.map(({ profileId }) => profileId)])
        const own = Object.entries(input.profiles).flatMap(([name, { provider }]) => (provider === 'p' ? [name] : []))
        expect(own.filter((name) => !all.has(name))).toEqual([])
      }),
    ))

  test('puts usable profiles before waiting ones, and those by their return', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const order = resolve({ ...input, preferred: undefined })
        const untils = order.entries.map(({ unusableUntilMs }) => unusableUntilMs)
        expect(untils).toEqual(untils.toSorted((a, b) => a - b))
      }),
    ))

  test('keeps the usable part of an explicit order as written', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const order = resolve({ ...input, preferred: undefined })
        const listed = order.entries.filter(({ rule }) => rule === 'listed').map(({ listIndex }) => listIndex)
        expect(listed).toEqual(listed.toSorted((a, b) => a - b))
      }),
    ))

  test('is never extended by a preference, only led by it', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const plain = idsOf(resolve({ ...input, preferred: undefined }))
        const preferred = idsOf(resolve(input))
        expect(preferred.toSorted()).toEqual(plain.toSorted())
        if (input.preferred && plain.includes(input.preferred)) expect(preferred[0]).toBe(input.preferred)
      }),
    ))

  test('does not care which profile was good last', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        expect(idsOf(resolve(input))).toEqual(idsOf(resolve({ ...input, lastGood: undefined })))
      }),
    ))

  test('forgets windows once they have passed', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const laterMs = NOW_MS + 5000
        const usedOnly = Object.fromEntries(
          Object.entries(input.usageStats).map(([name, { lastUsed }]) => [
            name,
            lastUsed === undefined ? {} : { lastUsed },
          ]),
        )
        expect(idsOf(resolve(input, laterMs))).toEqual(idsOf(resolve({ ...input, usageStats: usedOnly }, laterMs)))
      }),
    ))
})

describe('rotation of many', () => {
  /** Long lists are sorted another way than short ones; both must agree with the plain rule. */
  test.each(['close together', 'too far apart to pack'])('equals the plain sort, times %s', (spread) =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: spread === 'close together' ? 50 : 8e15 }), {
          minLength: 40,
          maxLength: 120,
        }),
        (times) => {
          const profiles = Object.fromEntries(
            times.map((_, index) => [`p:${index}`, { type: 'api_key', provider: 'p', key: 'k' }]),
          )
          const usageStats = Object.fromEntries(times.map((lastUsed, index) => [`p:${index}`, { lastUsed }]))
          const rules = ORDER_RULES_BY_RELEASE['2026.9.6']
          const store = readAuthStore({ profiles }, { usageStats }, rules)
          const rotation = createRotation(
            POLICIES['openclaw-2026.9'],
            readFailoverConfig({}),
            effectiveStore(null, store, rules),
          )
          const expected = store.profiles
            .map(({ id: name }) => ({ name, used: store.usageStats[name]?.lastUsedMs ?? 0 }))
            .toSorted((a, b) => a.used - b.used)
            .map(({ name }) => name)
          expect(idsOf(resolveOrder(rotation, { provider: 'p', nowMs: NOW_MS }))).toEqual(expected)
        },
      ),
      { numRuns: 50 },
    ),
  )
})
