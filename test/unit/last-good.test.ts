import { describe, expect, test } from 'vitest'
import { createLastGood, type Settled } from '../../electron/host/last-good.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts, SessionFacts } from '../../shared/engine/index.ts'
import { buildFacts, must } from '../support/build-facts.ts'
import { fakeProblem } from '../support/fake-directory.ts'

const GOOD_AT_MS = 1_770_000_000_000
const SESSION: SessionFacts = {
  key: 'agent:main:main',
  updatedAtMs: 1,
  lastProvider: 'alpha',
  lastModel: 'big',
  overrideProvider: null,
  overrideModel: null,
  overrideSource: null,
  originProvider: null,
  originModel: null,
  pinProfileId: null,
  pinSource: null,
}

const profiles = { 'alpha:home': { type: 'api_key', provider: 'alpha', key: 'k' } }

function goodFacts(): DirectoryFacts {
  const facts = buildFacts({
    config: { agents: { defaults: { model: 'alpha/big' } }, meta: { lastTouchedVersion: '2026.9.6' } },
    shared: { profiles },
    agents: { main: { profiles }, configured: null },
  })
  const [main, configured] = facts.agents
  return {
    ...facts,
    openclawVersion: '2026.9.6',
    agents: [
      { ...must(main), name: 'Assistant', sessions: [SESSION] },
      { ...must(configured), hasFolder: false },
    ],
  }
}

function complete(next: Partial<DirectoryFacts>, problem: Partial<Problem>): Settled {
  const lastGood = createLastGood()
  const before = goodFacts()
  lastGood.remember({ facts: before, problems: [] }, GOOD_AT_MS)
  return lastGood.complete(before, { facts: { ...before, ...next }, problems: [fakeProblem(problem)] })
}

describe('the last good value is kept of', () => {
  test('the configuration, with the names of agents and those that only it names', () => {
    const before = goodFacts()
    const [main] = before.agents
    const stranger = { ...must(main), id: 'stranger', name: null, isDefault: false }
    const { facts, problems } = complete(
      {
        ...buildFacts({}),
        agents: [stranger, { ...must(main), name: null, isDefault: false }],
        sharedStore: before.sharedStore,
      },
      {},
    )
    expect([facts.config, facts.openclawVersion, facts.policyId]).toEqual([
      before.config,
      before.openclawVersion,
      before.policyId,
    ])
    expect(facts.agents.map(({ id, name, isDefault }) => [id, name, isDefault])).toEqual([
      ['main', 'Assistant', true],
      ['configured', null, false],
      ['stranger', null, false],
    ])
    expect(problems[0]?.keptFromMs).toBe(GOOD_AT_MS)
  })

  test('the shared store, with the era that it stands for', () => {
    const before = goodFacts()
    const { facts } = complete(
      { era: 'S1', sharedStore: null, sharedStoreFile: null },
      { code: 'database_damaged', file: 'state/openclaw.sqlite' },
    )
    expect([facts.era, facts.sharedStore, facts.sharedStoreFile]).toEqual([
      'S2',
      before.sharedStore,
      before.sharedStoreFile,
    ])
  })

  test("an agent's store, and its sessions where they lie in the same database", () => {
    const before = goodFacts()
    const [main, configured] = before.agents
    const { facts } = complete(
      { agents: [{ ...must(main), store: null, storeState: 'unreadable', sessions: [] }, must(configured)] },
      { code: 'database_locked', file: 'agents/main/agent/openclaw-agent.sqlite', agentId: 'main' },
    )
    expect(facts.agents).toEqual(before.agents)
  })

  test('sessions alone', () => {
    const before = goodFacts()
    const [main, configured] = before.agents
    const changed = { ...must(main), store: null, storeState: 'absent' as const, sessions: [] }
    const { facts } = complete(
      { agents: [changed, must(configured)] },
      { file: 'agents/main/sessions/sessions.json', agentId: 'main' },
    )
    expect(facts.agents[0]).toEqual({ ...changed, sessions: [SESSION] })
  })

  test('all agents, when their folder cannot be listed', () => {
    const { facts } = complete({ agents: [] }, { code: 'directory_unreadable', file: 'agents' })
    expect(facts.agents).toEqual(goodFacts().agents)
  })
})

test.each<[string, Partial<Problem>]>([
  ['a warning', { severity: 'warning' }],
  ['a problem that leaves the file usable', { code: 'rejected_entry' }],
  ['a database that holds no store', { code: 'database_damaged', file: 'memory/index.sqlite' }],
  ['an agent that was not known', { agentId: 'nobody', file: 'agents/nobody/agent/auth-profiles.json' }],
])('nothing is kept for %s', (_name, problem) => {
  const next = buildFacts({})
  const { facts, problems, keptParts } = complete(next, problem)
  expect([facts.config, problems[0]?.keptFromMs, keptParts.size]).toEqual([next.config, undefined, 0])
})

test('what was broken from the first reading on has no last good value', () => {
  const lastGood = createLastGood()
  const facts = goodFacts()
  const broken = { facts, problems: [fakeProblem({})] }
  lastGood.remember(broken, GOOD_AT_MS)
  const settled = lastGood.complete(facts, broken)
  expect(settled.keptParts).toEqual(new Set())
  expect(settled.problems[0]).not.toHaveProperty('keptFromMs')
})
