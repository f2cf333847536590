import { afterEach, describe, expect, test } from 'vitest'
import { windowsOf, POLICIES } from '../../shared/engine/index.ts'
import type { FixtureVersion } from '../support/fixture-copy.ts'
import { startEditingHost, type EditingHost, type EditingHostOptions } from '../support/editing-host.ts'
import { json, startProviderServer, type ProviderServer } from '../support/provider-server.ts'

const VERSIONS: readonly FixtureVersion[] = ['2026.5.20', '2026.7.1', '2026.9.6']
/** When the fixtures were written: their windows run. */
const NOW_MS = Date.parse('2026-11-30T02:30:00Z')
const ANSWER = json(200, { choices: [{ message: { role: 'assistant', content: 'pong' } }] })
const LIMITED = json(429, { error: { message: 'Rate limit reached for requests', type: 'rate_limit_error' } })

let opened: EditingHost[] = []
let provider: ProviderServer | null = null

async function start(options: EditingHostOptions): Promise<EditingHost> {
  const editing = await startEditingHost({ clock: { now: () => NOW_MS }, ...options })
  opened.push(editing)
  return editing
}

/** A host whose providers are imitated on this machine. */
async function startWith(version: FixtureVersion, answer = ANSWER): Promise<EditingHost> {
  provider = await startProviderServer(answer)
  const { origin } = provider
  return start({
    version,
    config: (config) => {
      const { providers } = config['models'] as { providers: Record<string, { baseUrl: string }> }
      for (const entry of Object.values(providers)) entry.baseUrl = `${origin}/v1`
    },
  })
}

afterEach(async () => {
  await Promise.all(opened.map((editing) => editing.close()))
  await provider?.close()
  opened = []
  provider = null
})

async function locked(editing: EditingHost): Promise<string[]> {
  const { facts } = await editing.state()
  const { usageStats, profiles } = await editing.store()
  const policy = POLICIES[facts.policyId]
  return Object.entries(usageStats)
    .filter(([id, stats]) => {
      const owner = profiles.find((profile) => profile.id === id)
      return owner !== undefined && windowsOf(stats, policy, owner.provider, NOW_MS).length > 0
    })
    .map(([id]) => id)
}

async function lockOne(editing: EditingHost, profileId: string): Promise<void> {
  await editing.client.locks.snooze({ agentId: 'main', profileIds: [profileId], untilMs: NOW_MS + 3_600_000 })
}

describe.each(VERSIONS)('locks in a directory of %s', (version) => {
  test('snoozing locks until the chosen time, clearing ends it, and the ledger tells both', async () => {
    const editing = await start({ version })
    const { client } = editing
    const untilMs = NOW_MS + 5 * 3_600_000
    const ids = ['alpha:home', 'beta:main']
    await client.locks.clear({ agentId: 'main', profileIds: ids })
    const snoozed = await client.locks.snooze({ agentId: 'main', profileIds: ids, untilMs })
    expect(snoozed.changes).toHaveLength(2)
    expect((await editing.store()).usageStats['alpha:home']).toMatchObject({ disabledUntilMs: untilMs })
    expect(await locked(editing)).toEqual(expect.arrayContaining(ids))
    const cleared = await client.locks.clear({ agentId: 'main', profileIds: ids })
    expect(cleared.takesEffect).toBe('at_once')
    expect(await locked(editing)).not.toContain('alpha:home')
    const ledger = await client.locks.history({ agentId: null, profileId: 'alpha:home', beforeId: null, limit: 20 })
    expect(ledger.slice(0, 2)).toMatchObject([
      { action: 'cleared', cause: 'manual_clear', basis: 'console', untilBeforeMs: untilMs },
      { action: 'opened', cause: 'snooze', basis: 'console', untilAfterMs: untilMs },
    ])
  })

  test('a re-check that is answered ends the lock and starts the counters over', async () => {
    const editing = await startWith(version)
    await lockOne(editing, 'alpha:home')
    const { reports, receipt } = await editing.client.locks.recheck({ agentId: 'main', profileIds: ['alpha:home'] })
    expect(reports).toMatchObject([{ profileId: 'alpha:home', outcome: 'ok', status: 200, reason: null }])
    expect(receipt).not.toBeNull()
    expect(await locked(editing)).not.toContain('alpha:home')
    const { errorCount, lastUsedMs } = (await editing.store()).usageStats['alpha:home'] ?? {}
    expect([errorCount ?? 0, typeof lastUsedMs]).toEqual([0, 'number'])
    const [newest] = await editing.client.locks.history({
      agentId: null,
      profileId: 'alpha:home',
      beforeId: null,
      limit: 1,
    })
    expect(newest).toMatchObject({ action: 'cleared', cause: 'recheck' })
  })

  test('a re-check that is refused changes nothing, however often, and says what was concluded', async () => {
    const editing = await startWith(version, LIMITED)
    await lockOne(editing, 'alpha:home')
    const before = (await editing.store()).usageStats
    for (let round = 0; round < 3; round++) {
      const { reports, receipt } = await editing.client.locks.recheck({ agentId: 'main', profileIds: ['alpha:home'] })
      expect(reports).toMatchObject([{ outcome: 'failed', status: 429, reason: 'rate_limit', changes: [] }])
      expect(reports[0]?.ruleId).not.toBeNull()
      expect(receipt).toBeNull()
    }
    expect((await editing.store()).usageStats).toEqual(before)
  })

  test('several re-checks of one account at a time are one call', async () => {
    const editing = await startWith(version)
    await lockOne(editing, 'alpha:home')
    await Promise.all(
      Array.from({ length: 8 }, () =>
        editing.client.locks.recheck({ agentId: 'main', profileIds: ['alpha:home', 'alpha:home'] }),
      ),
    )
    expect(provider?.requests).toHaveLength(1)
  })

  test('a test makes one call with the account’s own key and records nothing', async () => {
    const editing = await startWith(version)
    const before = (await editing.store()).usageStats
    const report = await editing.client.accounts.test({ agentId: 'main', profileId: 'beta:spare' })
    expect(report).toMatchObject({ outcome: 'ok', provider: 'beta', model: 'chat', changes: [] })
    expect(provider?.requests).toHaveLength(1)
    expect((await editing.store()).usageStats).toEqual(before)
  })
})

test('locks that somebody else sets and ends are in the ledger as seen', async () => {
  const editing = await start({ version: '2026.7.1' })
  const second = await startEditingHost({ clock: { now: () => NOW_MS } })
  opened.push(second)
  await second.client.directory.open({ path: editing.path })
  const untilMs = NOW_MS + 36_000_000
  await second.client.locks.snooze({ agentId: 'main', profileIds: ['beta:spare'], untilMs })
  await editing.client.directory.reread()
  const [seen] = await editing.client.locks.history({
    agentId: 'main',
    profileId: 'beta:spare',
    beforeId: null,
    limit: 1,
  })
  expect(seen).toMatchObject({ action: 'extended', cause: 'outside', basis: 'observed', untilAfterMs: untilMs })
})

test('an account that is not there is named as such, and nothing is changed', async () => {
  const editing = await start({ version: '2026.9.6' })
  const before = (await editing.store()).usageStats
  await expect(
    editing.client.locks.clear({ agentId: 'main', profileIds: ['alpha:home', 'nobody:here'] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await editing.store()).usageStats).toEqual(before)
})

test('a lock cannot end in the past', async () => {
  const editing = await start({ version: '2026.9.6' })
  await expect(
    editing.client.locks.snooze({ agentId: 'main', profileIds: ['alpha:home'], untilMs: NOW_MS - 1 }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
