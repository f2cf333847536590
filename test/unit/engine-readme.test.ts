import { describe, expect, test } from 'vitest'
import {
  answer,
  candidateChain,
  classifyWith,
  createClassifier,
  createRotation,
  effectiveStore,
  emptyWorld,
  failure,
  HOUR_MS,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  resolveOrder,
  simulate,
  type RunRequest,
  type Script,
  type Simulation,
  type World,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'

/** The worked example of the engine's README: what stands there is what happens here. */
const POLICY = POLICIES['openclaw-2026.7']
const NOW_MS = Date.UTC(2026, 10, 30, 2, 20)
const CONFIG = readFailoverConfig({
  auth: { order: { alpha: ['alpha:work', 'alpha:home'] } },
  agents: { defaults: { model: { primary: 'alpha/big', fallbacks: ['beta/chat'] } } },
})
const key = (provider: string): object => ({ type: 'api_key', provider, key: 'example' })
const PROFILES = { 'alpha:home': key('alpha'), 'alpha:work': key('alpha'), 'beta:main': key('beta') }

function run(start: World, script: Script): Simulation {
  const requested = { provider: 'alpha', model: 'big' }
  const request: RunRequest = {
    policy: POLICY,
    chain: candidateChain(CONFIG, { agentId: null, requested, fallbacksOverride: null }, POLICY),
    requested,
    scope: null,
    runId: 'run-1',
    sessionId: null,
    sessionKey: null,
    lane: null,
    userPin: null,
    preferredProfileId: null,
    skipTtlMs: 0,
    profiles: 'machine',
    mayPersist: false,
    probesOrigin: false,
    selectedModel: null,
    isGroupChat: false,
  }
  return simulate(request, classifyWith(createClassifier(POLICIES[POLICY.id].classification)), start, script)
}

const start = (): World => {
  const store = effectiveStore(null, readAuthStore({ profiles: PROFILES }, undefined, POLICY.order), POLICY.order)
  return emptyWorld(NOW_MS, createRotation(POLICY, CONFIG, store))
}
const script: Script = ({ profileId }) => {
  if (profileId === 'alpha:work') return failure({ status: 402, message: 'Your credit balance is too low' })
  if (profileId === 'alpha:home') return failure({ status: 429, message: 'Rate limit reached for requests' })
  return answer('hello')
}

describe('the worked example', () => {
  test('goes as the README tells', () => {
    const { result, recording, world, records } = run(start(), script)
    expect(recording.calls.map(({ call }) => `${call.provider}/${call.model} ${call.profileId}`)).toEqual([
      'alpha/big alpha:work',
      'alpha/big alpha:home',
      'beta/chat beta:main',
    ])
    expect(result).toMatchObject({
      kind: 'completed',
      steps: [
        {
          outcome: 'failed',
          admission: { kind: 'attempt', code: 'profile_ready' },
          profiles: [
            { profileId: 'alpha:work', outcome: 'rotated', reason: 'billing', ruleId: 'payment.credits' },
            { profileId: 'alpha:home', outcome: 'failed', reason: 'rate_limit', ruleId: 'status.429' },
          ],
        },
        { outcome: 'succeeded', profiles: [{ profileId: 'beta:main' }] },
      ],
    })
    const { usageStats } = must(world.rotation).store
    expect(usageStats['alpha:work']).toMatchObject({ disabledReason: 'billing', disabledUntilMs: NOW_MS + 5 * HOUR_MS })
    expect(usageStats['alpha:home']).toMatchObject({
      cooldownReason: 'rate_limit',
      cooldownModel: 'big',
      cooldownUntilMs: NOW_MS + 30_000,
    })
    expect(usageStats['beta:main']?.lastUsedMs).toBe(NOW_MS)
    const decisions = records.flatMap(({ record }) =>
      record.event === 'model_fallback_decision' ? [record.decision] : [],
    )
    expect(decisions).toEqual(['candidate_failed', 'candidate_succeeded'])
    const order = resolveOrder(must(world.rotation), { provider: 'alpha', nowMs: NOW_MS })
    expect(order.entries.map(({ profileId, rule }) => [profileId, rule])).toEqual([
      ['alpha:home', 'window'],
      ['alpha:work', 'window'],
    ])
  })
})
