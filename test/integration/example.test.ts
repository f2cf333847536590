import { existsSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExampleDirectory, type ExampleDirectory } from '../../electron/example/index.ts'
import { readStateDirectory } from '../../electron/openclaw/index.ts'
import {
  describeAgent,
  INELIGIBLE_CODES,
  recordedTransitions,
  type AgentStatus,
  type DirectoryFacts,
  type ProfileStatus,
  type Window,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'

const NOW_MS = Date.now()

let example: ExampleDirectory
let facts: DirectoryFacts
let problems: readonly { readonly code: string; readonly severity: string }[]

beforeAll(async () => {
  example = await createExampleDirectory({ nowMs: NOW_MS })
  const read = await readStateDirectory(example.path, { env: {} })
  if (!('facts' in read)) throw new Error(read.message)
  facts = read.facts
  problems = read.problems
})

afterAll(async () => {
  await example.remove()
})

function statusOf(agentId: string, nowMs = NOW_MS): AgentStatus {
  return must(describeAgent(facts, agentId, nowMs))
}

function statuses(): AgentStatus[] {
  return facts.agents.map(({ id }) => statusOf(id))
}

function profiles(): ProfileStatus[] {
  return statuses().flatMap(({ lanes }) => lanes.flatMap((lane) => [...lane.profiles, ...lane.excluded]))
}

function windows(): Window[] {
  return profiles().flatMap((profile) => profile.windows)
}

describe('the example', () => {
  test('is a private directory of the latest layout, in good order', () => {
    expect(statSync(example.path).mode & 0o777).toBe(0o700)
    expect(facts).toMatchObject({ era: 'S2', openclawVersion: '2026.9.6', policyId: 'openclaw-2026.9' })
    expect(facts.sharedStore?.profiles.length).toBeGreaterThan(10)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(facts.agents.map(({ id, storeState }) => [id, storeState])).toEqual([
      ['main', 'absent'],
      ['research', 'present'],
      ['ops', 'present'],
    ])
  })

  test('has five providers', () => {
    const providers = new Set(statuses().flatMap(({ lanes }) => lanes.map(({ provider }) => provider)))
    expect([...providers].sort()).toEqual(['amazon-bedrock', 'anthropic', 'google', 'openai', 'openrouter'])
  })

  test('has every credential type and every kind of secret reference', () => {
    const all = profiles().map(({ profile }) => profile)
    const types = all.map((profile) => profile?.type ?? 'aws-sdk')
    expect(new Set(types)).toEqual(new Set(['api_key', 'token', 'oauth', 'aws-sdk']))
    const sources = all.flatMap((profile) => [profile?.keyRef?.source, profile?.tokenRef?.source])
    expect(new Set(sources.filter(Boolean))).toEqual(new Set(['env', 'file', 'exec']))
    const tokens = all.filter((profile) => profile?.type === 'token')
    expect(tokens.some((profile) => profile?.expiresMs === null)).toBe(true)
    expect(tokens.some((profile) => (profile?.expiresMs ?? 0) > NOW_MS)).toBe(true)
  })

  test('has every state of a sign-in but one that lasts seconds', () => {
    const oauth = profiles().filter(({ profile }) => profile?.type === 'oauth')
    const states = new Set(oauth.map(({ signIn }) => signIn.state))
    expect(states).toEqual(new Set(['valid', 'expired', 'expiring', 'failed', 'missing']))
    expect(oauth.filter(({ signIn }) => signIn.state === 'expired').every(({ signIn }) => signIn.isRenewable)).toBe(
      true,
    )
    const all = new Set(profiles().map(({ signIn }) => signIn.state))
    expect([...all].sort()).toEqual(['expired', 'expiring', 'failed', 'invalid', 'missing', 'static', 'valid'])
  })

  test('has every source and layer of an order', () => {
    const orders = statuses().flatMap(({ lanes }) => lanes.map(({ order }) => order))
    expect(new Set(orders.map(({ source }) => source))).toEqual(new Set(['stored', 'config', 'configured', 'derived']))
    expect(new Set(orders.map(({ layer }) => layer))).toEqual(new Set(['agent', 'shared', 'combined', null]))
    expect(orders.some(({ missingIds }) => missingIds.length > 0)).toBe(true)
  })

  test('has every reason to exclude a profile', () => {
    const codes = new Set(profiles().flatMap(({ exclusion }) => (exclusion === null ? [] : [exclusion.code])))
    expect([...codes].sort()).toEqual([...INELIGIBLE_CODES, 'excluded_by_order', 'not_configured'].sort())
  })

  test('has every kind of window, on several rungs, with and without a model', () => {
    const kinds = new Set(
      windows().map(({ kind, reason, model }) => `${kind} ${reason} ${model === null ? 'all' : 'model'}`),
    )
    expect(kinds).toEqual(
      new Set([
        'cooldown rate_limit model',
        'cooldown rate_limit all',
        'cooldown overloaded all',
        'disabled billing all',
        'disabled auth_permanent all',
        'blocked subscription_limit all',
        'blocked subscription_limit model',
      ]),
    )
    const laddered = windows().filter(({ kind }) => kind !== 'blocked')
    // Every length is one that the rules give, so that the start is known exactly.
    expect(new Set(laddered.map(({ startBasis }) => startBasis))).toEqual(new Set(['failure']))
    expect(new Set(laddered.map(({ rung }) => rung)).size).toBeGreaterThan(3)
    expect(new Set(windows().map(({ announcedBy }) => announcedBy))).toEqual(
      new Set([null, 'codex_rate_limits', 'wham']),
    )
  })

  test('has an agent that serves, one that has fallen back and one that is stuck', () => {
    expect(statuses().map(({ serving }) => serving.servingIndex)).toEqual([0, 1, -1])
    expect(statusOf('ops').serving).toMatchObject({ isStrict: true, nextAvailableAtMs: NOW_MS + 13 * 60_000 })
  })

  test('has sessions with an automatic fallback, a model chosen by a person and none of both', () => {
    const sessions = facts.agents.flatMap((agent) => agent.sessions)
    expect(new Set(sessions.map(({ overrideSource }) => overrideSource))).toEqual(new Set(['auto', 'user', null]))
    const fallback = sessions.find(({ overrideSource }) => overrideSource === 'auto')
    expect(fallback).toMatchObject({
      originProvider: 'anthropic',
      originModel: 'claude-opus-5',
      overrideProvider: 'openai',
    })
  })

  test('has an account that returns to the first place after 40 seconds', () => {
    const first = (nowMs: number): string | null | undefined => statusOf('main', nowMs).serving.line[0]?.profileId
    expect(first(NOW_MS)).toBe('anthropic:personal')
    expect(first(NOW_MS + 39_999)).toBe('anthropic:personal')
    expect(first(NOW_MS + 40_000)).toBe('anthropic:work')
    expect(statusOf('main').nextChangeAtMs).toBe(NOW_MS + 40_000)
  })

  test('has something to tell about the last hour', () => {
    const recent = recordedTransitions(facts, NOW_MS).filter(({ atMs }) => atMs > NOW_MS - 3_600_000)
    expect(new Set(recent.map(({ kind }) => kind))).toEqual(new Set(['answered', 'locked', 'unlocked']))
  })

  test('is gone when it is removed', async () => {
    const other = await createExampleDirectory({ nowMs: NOW_MS })
    await other.remove()
    expect(existsSync(other.path)).toBe(false)
  })
})
