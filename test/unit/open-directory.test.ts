import { describe, expect, test } from 'vitest'
import type { DirectoryChange } from '../../shared/contract/types.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import { openDirectory, type OpenDirectory } from '../../electron/host/open-directory.ts'
import { buildFacts, must } from '../support/build-facts.ts'
import { createFakeDirectory, fakeProblem, type FakeDirectory } from '../support/fake-directory.ts'
import { createManualTime, settle, type ManualTime } from '../support/manual-time.ts'

const NOW_MS = 1_770_000_000_000
const config = { agents: { defaults: { model: { primary: 'alpha/big', fallbacks: ['alpha/small'] } } } }

function key(provider: string): object {
  return { type: 'api_key', provider, key: 'sk-0123456789abcdef' }
}
const profiles = { 'alpha:home': key('alpha'), 'alpha:work': key('alpha') }

function withStats(statsById: Readonly<Record<string, object>>): DirectoryFacts {
  return buildFacts({ config, agents: { main: { profiles, state: { usageStats: statsById } }, other: { profiles } } })
}

interface Setup {
  readonly time: ManualTime
  readonly fake: FakeDirectory
  readonly directory: OpenDirectory
  readonly changes: DirectoryChange[]
}

async function open(facts: DirectoryFacts = withStats({})): Promise<Setup> {
  const time = createManualTime(NOW_MS)
  const fake = createFakeDirectory(facts, time)
  const directory = await openDirectory({ path: '/state', kind: 'attached', ports: fake.ports })
  if ('code' in directory) throw new Error(directory.message)
  const changes: DirectoryChange[] = []
  directory.follow((_state, change) => void changes.push(change))
  await settle()
  return { time, fake, directory, changes }
}

describe('following a directory', () => {
  test('a failure to open is returned, with nothing left running', async () => {
    const time = createManualTime(NOW_MS)
    const fake = createFakeDirectory(withStats({}), time)
    fake.failure = { path: '/state', code: 'not_found', message: 'It is not there.', hint: 'Look elsewhere.' }
    expect(await openDirectory({ path: '/state', kind: 'attached', ports: fake.ports })).toBe(fake.failure)
    expect([time.waiting, fake.openWatches.size]).toEqual([0, 0])
  })

  test('what changed between the first reading and the watch is found by a second reading', async () => {
    const { fake, changes } = await open()
    expect(fake.reads).toBe(2)
    expect(changes).toEqual([])
  })

  test('a change of one agent is told alone, and the others keep their identity', async () => {
    const { fake, directory, changes } = await open()
    const other = directory.state.facts.agents[1]
    fake.facts = withStats({ 'alpha:home': { lastUsed: NOW_MS - 5 } })
    fake.change()
    await settle()
    expect(changes.map((change) => Object.keys(change).sort())).toEqual([
      ['agents', 'readAtMs'],
      ['readAtMs', 'transitions'],
    ])
    expect(changes[0]?.agents?.map(({ id }) => id)).toEqual(['main'])
    expect(directory.state.facts.agents[1]).toBe(other)
    expect(changes[1]?.transitions?.[0]).toMatchObject({ kind: 'answered', profileId: 'alpha:home' })
  })

  test('agents that come and go change the list of ids', async () => {
    const { fake, changes, time } = await open()
    fake.facts = buildFacts({ config, agents: { other: { profiles }, third: null } })
    fake.change()
    await time.advance(120)
    expect(changes[0]).toMatchObject({ agentIds: ['other', 'third'], agents: [{ id: 'other' }, { id: 'third' }] })
  })

  test('changes during a reading cause exactly one more', async () => {
    const { fake } = await open()
    const before = fake.reads
    const held: (() => void)[] = []
    fake.beforeRead = () => new Promise<void>((resolve) => void held.push(resolve))
    fake.change()
    await settle()
    fake.change()
    fake.change()
    fake.change()
    fake.beforeRead = () => undefined
    for (const release of held) release()
    await settle()
    expect(fake.reads - before).toBe(2)
  })

  test('an unchanged directory tells nothing, except when someone asked for a new reading', async () => {
    const { fake, directory, changes, time } = await open()
    fake.change()
    await settle()
    expect(changes).toEqual([])
    await time.advance(1000)
    await directory.reread()
    expect(changes).toEqual([{ readAtMs: NOW_MS + 1000 }])
  })

  test('watched paths follow the directory', async () => {
    const { fake } = await open()
    fake.watchPaths = ['/state', '/state/agents/new']
    fake.change()
    await settle()
    expect([...fake.openWatches].map((name) => name.split('#')[0])).toEqual(['/state,/state/agents/new'])
  })

  test('a defect of a reading is logged and the next change reads again', async () => {
    const { fake, changes } = await open()
    fake.beforeRead = () => Promise.reject(new Error('defect'))
    fake.change()
    await settle()
    expect(fake.logged).toEqual(['Reading the directory again failed'])
    fake.beforeRead = () => undefined
    fake.facts = withStats({ 'alpha:home': { lastUsed: NOW_MS } })
    fake.change()
    await settle()
    expect(changes[0]?.agents?.map(({ id }) => id)).toEqual(['main'])
  })

  test('after closing nothing is read, told or left running', async () => {
    const { fake, directory, changes, time } = await open(withStats({ 'alpha:home': { cooldownUntil: NOW_MS + 500 } }))
    const before = fake.reads
    await directory.close()
    fake.change()
    await time.advance(10_000)
    expect([fake.reads - before, changes.length, time.waiting, fake.openWatches.size]).toEqual([0, 0, 0, 0])
  })
})

describe('deadlines', () => {
  test('an unlock is a transition at the moment it happens, without a reading', async () => {
    const untilMs = NOW_MS + 40_000
    const { fake, changes, time } = await open(
      withStats({ 'alpha:home': { cooldownUntil: untilMs, cooldownReason: 'rate_limit' } }),
    )
    const before = fake.reads
    await time.advance(39_999)
    expect(changes).toEqual([])
    await time.advance(1)
    expect(changes).toHaveLength(1)
    expect(changes[0]?.transitions?.[0]).toMatchObject({ kind: 'unlocked', profileId: 'alpha:home', atMs: untilMs })
    expect(fake.reads).toBe(before)
  })

  test('a deadline farther away than a timer can count is kept', async () => {
    const untilMs = NOW_MS + 40 * 86_400_000
    const { changes, time } = await open(
      withStats({ 'alpha:home': { disabledUntil: untilMs, disabledReason: 'billing' } }),
    )
    await time.advance(untilMs - NOW_MS)
    expect(changes.at(-1)?.transitions?.[0]).toMatchObject({ kind: 'unlocked', atMs: untilMs })
    expect(time.waiting).toBe(0)
  })
})

describe('the policy', () => {
  test("can be chosen, survives readings, and goes back to the version's", async () => {
    const { fake, directory, changes } = await open(withStats({ 'alpha:home': { blockedUntil: NOW_MS + 9000 } }))
    const byVersion = directory.state.facts.policyId
    await directory.setPolicy('docs-2026.4')
    expect(changes.at(-1)).toMatchObject({ policySource: 'chosen', meta: { policyId: 'docs-2026.4' } })
    expect(directory.state.transitions.filter(({ basis }) => basis === 'observed')).toEqual([])
    fake.change()
    await settle()
    expect(directory.state.facts.policyId).toBe('docs-2026.4')
    await directory.setPolicy(null)
    expect(directory.state).toMatchObject({ policySource: 'version', facts: { policyId: byVersion } })
  })
})

describe('a broken part', () => {
  test('gets a second look before it is reported', async () => {
    const { fake, changes, time } = await open()
    const good = fake.facts
    fake.facts = buildFacts({ agents: { main: { profiles } } })
    fake.problems = [fakeProblem({})]
    fake.change()
    await settle()
    fake.facts = good
    fake.problems = []
    await time.advance(120)
    expect(changes).toEqual([])
  })

  test('keeps its last good value, and the problem says from when', async () => {
    const { fake, directory, time } = await open()
    const before = directory.state.facts
    await time.advance(5000)
    fake.facts = { ...buildFacts({ agents: { main: { profiles }, other: { profiles } } }), openclawVersion: null }
    fake.problems = [fakeProblem({ hint: 'Correct it.' })]
    fake.change()
    await time.advance(120)
    expect(directory.state.facts.config).toBe(before.config)
    expect(directory.state.problems).toEqual([
      {
        ...fakeProblem({}),
        hint: 'Correct it. Until it can be read again, the console goes on with what it read before.',
        keptFromMs: NOW_MS,
      },
    ])
  })

  test('stays as it was through further readings, and recovers', async () => {
    const { fake, directory, time } = await open()
    const good = fake.facts
    const [main, other] = good.agents
    fake.facts = { ...good, agents: [{ ...must(main), store: null, storeState: 'unreadable' }, must(other)] }
    fake.problems = [
      fakeProblem({ code: 'database_damaged', file: 'agents/main/agent/openclaw-agent.sqlite', agentId: 'main' }),
    ]
    fake.change()
    await time.advance(120)
    fake.change()
    await time.advance(120)
    expect(directory.state.facts.agents).toEqual(good.agents)
    expect(directory.state.problems[0]?.keptFromMs).toBe(NOW_MS)
    fake.facts = good
    fake.problems = []
    fake.change()
    await settle()
    expect(directory.state.problems).toEqual([])
  })

  test('that was never good has nothing to keep', async () => {
    const time = createManualTime(NOW_MS)
    const fake = createFakeDirectory(withStats({}), time)
    const [main, other] = fake.facts.agents
    fake.facts = { ...fake.facts, agents: [{ ...must(main), store: null, storeState: 'unreadable' }, must(other)] }
    fake.problems = [
      fakeProblem({ code: 'database_damaged', file: 'agents/main/agent/openclaw-agent.sqlite', agentId: 'main' }),
    ]
    const directory = await openDirectory({ path: '/state', kind: 'attached', ports: fake.ports })
    await time.advance(500)
    expect('state' in directory && directory.state.problems).toEqual(fake.problems)
    expect('state' in directory && directory.state.facts.agents[0]?.store).toBeNull()
  })
})

describe('a directory that disappears', () => {
  test('is reported, its data stay, and it is read again when it is back', async () => {
    const { fake, directory, time } = await open()
    const before = directory.state.facts
    fake.failure = { path: '/state', code: 'not_found', message: 'It is not there.', hint: 'Look elsewhere.' }
    fake.change()
    await time.advance(120)
    expect(directory.state.facts).toBe(before)
    expect(directory.state.problems).toMatchObject([{ code: 'directory_missing', keptFromMs: NOW_MS }])
    expect([...fake.openWatches].map((name) => name.split('#')[0])).toEqual(['', 'return of /state'])
    fake.failure = null
    fake.change()
    await settle()
    expect(directory.state.problems).toEqual([])
    expect([...fake.openWatches].map((name) => name.split('#')[0])).toEqual(['/state'])
  })
})
