import { describe, expect, test } from 'vitest'
import {
  EMPTY_SESSION,
  inheritedSelection,
  MAX_SWITCH_RESTARTS,
  POLICIES,
  readSessionEntry,
  resetSession,
  resolvePin,
  selectDefault,
  selectedModel,
  selectModel,
  switchDecision,
  type PinDecision,
  type Policy,
  type SelectionRequest,
  type SessionEntry,
} from '../../shared/engine/index.ts'
import { NOW_MS, worldOf, type WorldFacts } from '../support/run-world.ts'

const CURRENT = POLICIES['openclaw-2026.9']
const EXECUTED = POLICIES['openclaw-2026.7']
const DOCUMENTED = POLICIES['docs-2026.7']

function pinned(
  policy: Policy,
  session: Partial<SessionEntry>,
  facts: WorldFacts & { isNewSession?: boolean; model?: string | null; providers?: readonly string[] } = {},
): PinDecision {
  const { rotation } = worldOf({ policy, order: { one: ['one:a', 'one:b', 'one:c'] }, ...facts })
  if (!rotation) throw new Error('a world of a test has a store')
  return resolvePin(rotation, {
    session: { ...EMPTY_SESSION, ...session },
    providers: facts.providers ?? ['one'],
    model: facts.model ?? null,
    nowMs: NOW_MS,
    isNewSession: facts.isNewSession ?? false,
  })
}
const inWindow = (...ids: string[]): Record<string, object> =>
  Object.fromEntries(
    ids.map((id) => [id, { cooldownUntil: NOW_MS + 60_000, cooldownReason: 'timeout', cooldownModel: 'm1' }]),
  )

describe('a pin of the user', () => {
  const user = { pinProfileId: 'one:c', pinSource: 'user' } as const

  test('stays on a profile in a window under the document (R20), although the release of that time rotates it away', () => {
    expect(pinned(DOCUMENTED, user, { usageStats: inWindow('one:c') })).toMatchObject({
      profileId: 'one:c',
      rule: 'user_pin',
    })
    expect(pinned(EXECUTED, user, { usageStats: inWindow('one:c') })).toMatchObject({
      profileId: 'one:a',
      rule: 'window',
    })
  })

  test('moves on with a new session there, and stays in later releases', () => {
    expect(pinned(DOCUMENTED, user, { isNewSession: true })).toMatchObject({ profileId: 'one:a', rule: 'new_session' })
    expect(pinned(CURRENT, user, { isNewSession: true })).toMatchObject({ profileId: 'one:c', rule: 'user_pin' })
  })

  test('that is not in the order is looked at by its own window', () => {
    const facts = { order: { one: ['one:a'] }, usageStats: inWindow('one:c') }
    expect(pinned(EXECUTED, user, facts)).toMatchObject({ profileId: 'one:a', rule: 'window' })
    expect(pinned(EXECUTED, user, { ...facts, isNewSession: true })).toMatchObject({ profileId: 'one:a' })
    expect(pinned(EXECUTED, { ...user, pinProfileId: 'one:b' }, { order: { one: ['one:a'] } })).toMatchObject({
      rule: 'user_pin',
    })
  })

  test('of a profile that is gone stands for its own provider only', () => {
    const gone = { pinProfileId: 'one:gone', pinSource: 'user-link' } as const
    expect(pinned(CURRENT, gone)).toMatchObject({ profileId: 'one:gone', rule: 'missing_user_pin', write: null })
    expect(pinned(CURRENT, { ...gone, pinProfileId: 'two:gone' })).toMatchObject({
      profileId: 'one:a',
      cleared: 'not_stored',
    })
  })

  test('may be a profile that lives in the configuration alone', () => {
    const config = { auth: { profiles: { 'aws:main': { provider: 'one', mode: 'aws-sdk' } } } }
    expect(pinned(CURRENT, { pinProfileId: 'aws:main', pinSource: 'user' }, { config })).toMatchObject({
      rule: 'user_pin',
    })
  })
})

describe('an automatic pin', () => {
  const auto = { pinProfileId: 'one:b', pinSource: 'auto', pinCompactionCount: 0 } as const

  test('stays on a profile whose window is of another model', () => {
    expect(pinned(CURRENT, auto, { usageStats: inWindow('one:b'), model: 'other' }).rule).toBe('kept')
    expect(pinned(CURRENT, auto, { usageStats: inWindow('one:b'), model: 'm1' })).toMatchObject({
      profileId: 'one:a',
      rule: 'window',
    })
  })

  test('goes to the first to return where every profile is in a window of this model alone', () => {
    const usageStats = {
      'one:a': { cooldownUntil: NOW_MS + 90_000, cooldownReason: 'timeout', cooldownModel: 'm1' },
      'one:b': { cooldownUntil: NOW_MS + 60_000, cooldownReason: 'timeout', cooldownModel: 'm1' },
      'one:c': { cooldownUntil: NOW_MS + 30_000, cooldownReason: 'timeout', cooldownModel: 'm1' },
    }
    expect(pinned(CURRENT, auto, { usageStats, model: 'm1' })).toMatchObject({ profileId: 'one:c', rule: 'window' })
    expect(pinned(CURRENT, {}, { usageStats, model: 'm1' })).toMatchObject({ profileId: 'one:c', rule: 'first' })
  })

  test('is dropped where every profile is in a window of all models; without a pin nothing is written', () => {
    const usageStats = Object.fromEntries(
      ['one:a', 'one:b', 'one:c'].map((id) => [id, { disabledUntil: NOW_MS + 1000, disabledReason: 'billing' }]),
    )
    expect(pinned(CURRENT, auto, { usageStats })).toMatchObject({
      profileId: null,
      rule: 'all_in_window',
      cleared: 'all_in_window',
      write: { pinProfileId: null, pinSource: null, pinCompactionCount: null },
    })
    expect(pinned(CURRENT, {}, { usageStats })).toMatchObject({ profileId: null, write: null, cleared: null })
  })

  test('keeps its place in the order of several providers', () => {
    expect(pinned(CURRENT, { ...auto, pinProfileId: 'two:a' }, { providers: ['one', 'two'] })).toMatchObject({
      rule: 'kept',
    })
  })

  test('goes where its order does not name it any more', () => {
    expect(pinned(CURRENT, auto, { order: { one: ['one:c'] } })).toMatchObject({
      profileId: 'one:c',
      cleared: 'not_in_order',
    })
  })

  test('goes with the profiles of its provider', () => {
    expect(pinned(CURRENT, auto, { profileIds: ['two:a'], order: {} })).toMatchObject({
      profileId: null,
      rule: 'no_profile',
      cleared: 'not_stored',
    })
  })

  test('returns to no earlier profile of a rotation, which has no priorities', () => {
    const usageStats = { 'one:a': { lastUsed: 1, failureCounts: { rate_limit: 2 } }, 'one:b': { lastUsed: 2 } }
    expect(pinned(CURRENT, auto, { usageStats, order: {} }).rule).toBe('kept')
    expect(pinned(CURRENT, auto, { usageStats }).rule).toBe('recovered')
  })
})

describe('selecting a model', () => {
  const selection = { provider: 'p', model: 'a', profileId: null, keepsPin: false, isRunActive: true }
  const busy: SessionEntry = {
    ...EMPTY_SESSION,
    overrideProvider: 'q',
    overrideModel: 'b',
    overrideSource: 'auto',
    originProvider: 'p',
    originModel: 'z',
    pinProfileId: 'q:x',
    pinSource: 'auto',
    pinCompactionCount: 2,
    lastProvider: 'q',
    lastModel: 'b',
    notice: { selected: 'p/z', active: 'q/b', reason: null },
  }

  test('is exact, forgets what failover wrote, and asks a running turn to switch', () => {
    expect(selectModel(busy, selection)).toEqual({
      ...EMPTY_SESSION,
      overrideProvider: 'p',
      overrideModel: 'a',
      overrideSource: 'user',
      isOverrideResolved: true,
      isSwitchPending: true,
    })
  })

  test('pins the profile it names, or keeps one of the same provider', () => {
    expect(selectModel(busy, { ...selection, profileId: 'p:work' })).toMatchObject({
      pinProfileId: 'p:work',
      pinSource: 'user',
    })
    expect(selectModel(busy, { ...selection, keepsPin: true })).toMatchObject({ pinProfileId: 'q:x' })
  })

  test('the default is a choice since 2026.9, and nothing before', () => {
    expect(selectDefault(busy, true, CURRENT.run)).toMatchObject({
      overrideModel: null,
      overrideSource: 'default',
      pinProfileId: 'q:x',
    })
    expect(selectDefault(busy, false, EXECUTED.run)).toMatchObject({
      overrideModel: null,
      overrideSource: null,
      pinProfileId: null,
    })
  })

  test('survives a reset; what failover chose does not', () => {
    expect(resetSession(busy, CURRENT.run)).toEqual(EMPTY_SESSION)
    const chosen = selectModel(busy, { ...selection, profileId: 'p:work' })
    expect(resetSession(chosen, CURRENT.run)).toEqual({ ...chosen, isSwitchPending: false })
    const legacy = { ...EMPTY_SESSION, overrideProvider: 'p', overrideModel: 'a', pinProfileId: 'p:x' }
    expect(resetSession(legacy, CURRENT.run)).toEqual(legacy)
    expect(resetSession(selectDefault(busy, false, CURRENT.run), CURRENT.run).overrideSource).toBe('default')
  })

  test('is taken over by a spawned session, unless the parent only fell back or the child chose the default', () => {
    const chosen = selectModel(EMPTY_SESSION, selection)
    expect(inheritedSelection(chosen, EMPTY_SESSION, CURRENT.run)).toMatchObject({
      overrideModel: 'a',
      overrideSource: 'user',
    })
    expect(inheritedSelection(busy, EMPTY_SESSION, CURRENT.run)).toEqual(EMPTY_SESSION)
    const byDefault = selectDefault(EMPTY_SESSION, false, CURRENT.run)
    expect(inheritedSelection(chosen, byDefault, CURRENT.run)).toEqual(byDefault)
  })
})

describe('a switch while a turn runs', () => {
  const pending: SessionEntry = {
    ...EMPTY_SESSION,
    overrideProvider: 'p',
    overrideModel: 'a',
    overrideSource: 'user',
    isSwitchPending: true,
  }
  const running = { provider: 'q', model: 'b', profileId: null, pinSource: null }

  test('starts the turn again where it can, at most twice', () => {
    expect(switchDecision(pending, running, true)).toMatchObject({ action: 'restart', clearsPending: true })
    expect(switchDecision(pending, running, false)).toMatchObject({ action: 'later', clearsPending: false })
    expect(MAX_SWITCH_RESTARTS).toBe(2)
  })

  test('is done where the turn runs the selected model already', () => {
    const same = { ...running, provider: 'p', model: 'a' }
    expect(switchDecision(pending, same, true)).toMatchObject({ action: 'done', clearsPending: true })
    expect(switchDecision(pending, { ...same, profileId: 'p:x' }, true).action).toBe('restart')
  })

  test('does not happen unless the user asked', () => {
    expect(switchDecision({ ...pending, isSwitchPending: false }, running, true).action).toBe('none')
  })
})

describe('the model a turn starts with', () => {
  const auto = readSessionEntry({
    providerOverride: 'q',
    modelOverride: 'b',
    modelOverrideSource: 'auto',
    modelOverrideFallbackOriginProvider: 'p',
    modelOverrideFallbackOriginModel: 'a',
  })
  const request: SelectionRequest = {
    session: auto,
    sessionKey: 'agent:main:main',
    primary: { provider: 'p', model: 'a' },
    trigger: 'turn',
    heartbeatModel: null,
    nowMs: NOW_MS,
    originProbedAtMs: null,
  }
  const rule = (changes: Partial<SelectionRequest>, policy = CURRENT): string =>
    selectedModel({ ...request, ...changes }, policy.run).rule

  test('is the origin of an automatic override every five minutes, to the millisecond', () => {
    expect(rule({ originProbedAtMs: NOW_MS - 299_999 })).toBe('auto')
    expect(rule({ originProbedAtMs: NOW_MS - 300_000 })).toBe('origin_probe')
    expect(selectedModel({ ...request, originProbedAtMs: NOW_MS - 1000 }, CURRENT.run).originProbeAtMs).toBe(
      NOW_MS + 299_000,
    )
    expect(rule({}, POLICIES['docs-2026.4'])).toBe('auto')
  })

  test('is the override where its origin is not the configured primary any more; a heartbeat ends it', () => {
    const primary = { provider: 'x', model: 'y' }
    expect(rule({ primary })).toBe('auto')
    expect(selectedModel({ ...request, primary, trigger: 'heartbeat' }, CURRENT.run)).toMatchObject({
      rule: 'outdated_origin',
      provider: 'x',
      clearsOverride: true,
    })
  })

  test('is that of the heartbeat where it has one, without any probe', () => {
    expect(rule({ trigger: 'heartbeat', heartbeatModel: { provider: 'h', model: 'h' } })).toBe('heartbeat_model')
  })

  test('is the override of a spawned session, origin or not', () => {
    const spawned = { ...auto, originProvider: null, originModel: null }
    expect(rule({ session: spawned, sessionKey: 'agent:main:subagent:1' })).toBe('auto')
    expect(rule({ session: spawned })).toBe('stale_override')
    expect(rule({ session: spawned }, POLICIES['docs-2026.4'])).toBe('auto')
  })

  test('is the override where it is its own origin', () => {
    expect(rule({ session: { ...auto, overrideProvider: 'p', overrideModel: 'a' } })).toBe('auto')
  })

  test('is configured without a session, and by choice', () => {
    expect(rule({ session: null })).toBe('configured')
    expect(rule({ session: { ...EMPTY_SESSION, overrideSource: 'default' } })).toBe('default_choice')
  })
})

test('an entry is read whatever is in it', () => {
  expect(readSessionEntry(null)).toEqual(EMPTY_SESSION)
  expect(
    readSessionEntry({ modelOverrideSource: 'odd', compactionCount: 'x', fallbackNotice: { selectedModel: 'a/b' } }),
  ).toEqual(EMPTY_SESSION)
  const flat = { fallbackNoticeSelectedModel: 'p/a', fallbackNoticeActiveModel: 'q/b', fallbackNoticeReason: 'billing' }
  expect(readSessionEntry(flat).notice).toEqual({ selected: 'p/a', active: 'q/b', reason: 'billing' })
  const nested = { fallbackNotice: { kind: 'active', selectedModel: 'p/a', activeModel: 'q/b' } }
  expect(readSessionEntry(nested).notice).toEqual({ selected: 'p/a', active: 'q/b', reason: null })
})
