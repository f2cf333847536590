import { describe, expect, test } from 'vitest'
import {
  diffPolicies,
  HOUR_MS,
  MINUTE_MS,
  POLICIES,
  POLICY_IDS,
  refinePolicy,
  retryWaitCap,
  surfacesAtOnce,
  type CooldownSettings,
  type PolicyId,
} from '../../shared/engine/index.ts'

describe('a policy', () => {
  test.each(POLICY_IDS)('%s is plain data that survives being stored', (id) => {
    const stored: unknown = JSON.parse(JSON.stringify(POLICIES[id]))
    expect(stored).toStrictEqual(POLICIES[id])
    expect(POLICIES[id].id).toBe(id)
  })

  test('does not differ from itself, and from others by path', () => {
    for (const id of POLICY_IDS) expect(diffPolicies(POLICIES[id], structuredClone(POLICIES[id]))).toEqual([])
    const differences = diffPolicies(POLICIES['docs-2026.7'], POLICIES['openclaw-2026.7'])
    expect(differences).toContainEqual({ path: ['windows', 'countersResetOnExpiry'], a: false, b: true })
    expect(differences.map(({ path }) => path.join('.'))).not.toContain('id')
    const changed = diffPolicies(POLICIES['openclaw-2026.7'], POLICIES['openclaw-2026.9'])
    expect(changed).toContainEqual({ path: ['windows', 'billing', 'baseMs'], a: 5 * HOUR_MS, b: 10 * MINUTE_MS })
    expect(changed).toContainEqual({
      path: ['windows', 'rateLimitDoubling'],
      a: null,
      b: { baseMs: 30_000, capMs: 24 * HOUR_MS },
    })
  })

  test('differs by what one side lacks, and by lists as wholes', () => {
    const a = POLICIES['docs-2026.7']
    const b = {
      ...a,
      windows: { ...a.windows, billingBaseMsByProvider: { 'z.ai': 1 }, exemptProviders: ['openrouter'] },
    }
    expect(diffPolicies(a, b)).toEqual([
      { path: ['windows', 'billingBaseMsByProvider', 'z.ai'], b: 1 },
      { path: ['windows', 'exemptProviders'], a: ['openrouter', 'kilocode'], b: ['openrouter'] },
    ])
    expect(diffPolicies(b, a)[0]).toEqual({ path: ['windows', 'billingBaseMsByProvider', 'z.ai'], a: 1 })
  })
})

describe('auth.cooldowns', () => {
  const refined = (settings: CooldownSettings, id: PolicyId = 'docs-2026.7'): ReturnType<typeof refinePolicy> =>
    refinePolicy(POLICIES[id], settings)

  test('without settings is the policy itself', () => {
    for (const id of POLICY_IDS) expect(refined({}, id).policy).toBe(POLICIES[id])
  })

  test('refines the first three presets', () => {
    const settings = {
      billingBackoffHours: 2,
      billingBackoffHoursByProvider: { ' Anthropic ': 3, 'Z.AI': 1 },
      billingMaxHours: 12,
      authPermanentBackoffMinutes: 5,
      authPermanentMaxMinutes: 20,
      failureWindowHours: 1,
      overloadedProfileRotations: 0,
      overloadedBackoffMs: 250,
      rateLimitedProfileRotations: 3,
    }
    for (const id of ['docs-2026.4', 'docs-2026.7', 'openclaw-2026.7'] as const) {
      const { policy, notes } = refined(settings, id)
      expect(notes).toEqual([])
      expect(policy.windows).toMatchObject({
        billing: { baseMs: 2 * HOUR_MS, capMs: 12 * HOUR_MS },
        authPermanent: { baseMs: 5 * MINUTE_MS, capMs: 20 * MINUTE_MS },
        failureWindowMs: HOUR_MS,
      })
      expect(policy.windows.billingBaseMsByProvider).toMatchObject({ anthropic: 3 * HOUR_MS })
      expect(policy.rotations).toEqual({
        overloadedProfileRotations: 0,
        overloadedBackoffMs: 250,
        rateLimitedProfileRotations: 3,
      })
    }
  })

  test('is refused where everything is built in', () => {
    const { policy, notes } = refined(
      { billingMaxHours: 8, billingBackoffHoursByProvider: { acme: 1 } },
      'openclaw-2026.9',
    )
    expect(policy).toBe(POLICIES['openclaw-2026.9'])
    expect(notes).toEqual([
      { setting: 'billingMaxHours', provider: null, code: 'not_supported', written: 8, used: null },
      { setting: 'billingBackoffHoursByProvider', provider: 'acme', code: 'not_supported', written: 1, used: null },
    ])
  })

  test.each<[CooldownSettings, string, number, number | null]>([
    [{ billingBackoffHours: 0 }, 'not_positive', 0, null],
    [{ billingMaxHours: -1 }, 'not_positive', -1, null],
    [{ failureWindowHours: Number.POSITIVE_INFINITY }, 'not_positive', Number.POSITIVE_INFINITY, null],
    [{ billingBackoffHours: 0.001 }, 'raised_to_minute', 0.001, 60_000],
    [{ authPermanentMaxMinutes: 5 }, 'cap_raised_to_base', 5, 10 * MINUTE_MS],
    [{ overloadedProfileRotations: 1.5 }, 'not_a_whole_number', 1.5, 1],
    [{ rateLimitedProfileRotations: -1 }, 'not_a_whole_number', -1, 1],
    [{ billingBackoffHoursByProvider: { acme: 0 } }, 'not_positive', 0, null],
    [{ billingBackoffHoursByProvider: { acme: 0.001 } }, 'raised_to_minute', 0.001, 60_000],
    [{ billingBackoffHoursByProvider: { acme: 2, ACME: 3 } }, 'repeated_provider', 3, 2 * HOUR_MS],
  ])('%o is not used as written', (settings, code, written, used) => {
    expect(refined(settings).notes).toEqual([expect.objectContaining({ code, written, used })])
  })

  test('lifts a default cap to a longer base without calling it a setting', () => {
    const { policy, notes } = refined({ billingBackoffHours: 30 })
    expect(policy.windows.billing).toEqual({ baseMs: 30 * HOUR_MS, capMs: 30 * HOUR_MS })
    expect(notes).toEqual([])
  })

  test('with nothing usable in it leaves the defaults', () => {
    const { policy } = refined({ billingBackoffHours: 0, billingMaxHours: -1, authPermanentMaxMinutes: 0 })
    expect(diffPolicies(policy, POLICIES['docs-2026.7'])).toEqual([])
  })
})

describe('waits inside provider clients (R31)', () => {
  test.each<[string | undefined, number | null]>([
    [undefined, 60_000],
    ['', 60_000],
    ['soon', 60_000],
    ['-5', 60_000],
    ['1e3', 60_000],
    ['0', null],
    ['OFF', null],
    ['false', null],
    ['none', null],
    ['disabled', null],
    ['30', 30_000],
    ['1.5', 1500],
    ['0.0', 60_000],
  ])('%j caps them at %j ms', (setting, capMs) => {
    expect(retryWaitCap(setting)).toBe(capMs)
  })

  test.each<[number, number | null, boolean]>([
    [429, null, true],
    [429, 60_000, false],
    [429, 60_001, true],
    [503, 3_600_000, true],
    [408, 3_600_000, true],
    [409, 3_600_000, true],
    [503, null, false],
    [400, 3_600_000, false],
    [401, null, false],
  ])('a %j that hints at %j ms surfaces at once: %j', (status, waitMs, surfaces) => {
    expect(surfacesAtOnce(status, waitMs, retryWaitCap(undefined))).toBe(surfaces)
    expect(surfacesAtOnce(status, waitMs, null)).toBe(false)
  })
})
