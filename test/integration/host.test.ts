import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { createRouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHost, type Host, type HostOptions } from '../../electron/host/index.ts'
import { readStateDirectory } from '../../electron/openclaw/index.ts'
import type { StateMessage } from '../../shared/contract/types.ts'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixture-copy.ts'
import { createManualTime } from '../support/manual-time.ts'
import { followState, type HostClient, type StateFollower } from '../support/state-follower.ts'

const VERSIONS: readonly FixtureVersion[] = ['2026.5.20', '2026.7.1', '2026.9.6']

let folder: ReturnType<typeof temporaryFolder>
let hosts: Host[]

beforeEach(() => {
  folder = temporaryFolder()
  hosts = []
})

afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()))
  folder.remove()
})

function start(options: Partial<HostOptions> = {}): { host: Host; client: HostClient } {
  const host = createHost({ runtime: 'node', version: '0.0.0-test', env: {}, homeDir: folder.path, ...options })
  hosts.push(host)
  return { host, client: createRouterClient(host.router) }
}

function stateCopy(version: FixtureVersion, name = 'state'): string {
  const path = join(folder.path, name)
  copyFixture(version, path)
  return path
}

async function openCopy(version: FixtureVersion): Promise<{ path: string; client: HostClient; feed: StateFollower }> {
  const path = stateCopy(version)
  const { client } = start({ initialDirectory: path })
  const feed = await followState(client)
  await feed.opened()
  return { path, client, feed }
}

function isSnapshotOfOpen(message: StateMessage): boolean {
  return message.kind === 'snapshot' && message.state.kind === 'open'
}

function isChange(message: StateMessage): message is Extract<StateMessage, { kind: 'change' }> {
  return message.kind === 'change'
}

describe('opening', () => {
  test.each(VERSIONS)('a real directory of %s gives a snapshot of what it holds', async (version) => {
    const path = stateCopy(version)
    const { client } = start({ initialDirectory: path })
    const feed = await followState(client)
    const directory = await feed.opened()
    const read = await readStateDirectory(path, { env: {}, homeDir: folder.path })
    if (!('facts' in read)) throw new Error(read.message)
    expect(directory).toMatchObject({ path, kind: 'attached', policySource: 'version', facts: read.facts })
    expect(directory.facts.agents.length).toBeGreaterThan(0)
  })

  test('without a directory the default one is opened if it exists; otherwise that is said', async () => {
    const first = start()
    await first.host.ready
    expect(await (await followState(first.client)).until(() => true)).toMatchObject({
      state: { kind: 'none', failure: { code: 'not_found', path: join(folder.path, '.openclaw') } },
    })
    stateCopy('2026.7.1', '.openclaw')
    const second = start()
    const info = await second.client.host.info()
    expect(info).toMatchObject({
      defaultDirectory: join(folder.path, '.openclaw'),
      canChooseDirectory: false,
      clockShiftMs: 0,
    })
    const directory = await (await followState(second.client)).opened()
    expect(directory.path).toBe(info.defaultDirectory)
  })

  test('a failure is the state while nothing is open, and an error with a hint', async () => {
    const path = join(folder.path, 'nowhere')
    const { host, client } = start({ initialDirectory: path })
    await host.ready
    const feed = await followState(client)
    expect(await feed.until(() => true)).toMatchObject({
      state: { kind: 'none', failure: { path, code: 'not_found' } },
    })
    await expect(client.directory.open({ path })).rejects.toMatchObject({
      code: 'OPEN_FAILED',
      defined: true,
      data: { hint: expect.any(String) as string, failure: { path, code: 'not_found' } },
    })
  })

  test('a directory that cannot be opened does not take the place of the open one', async () => {
    const { client, feed } = await openCopy('2026.7.1')
    await expect(client.directory.open({ path: join(folder.path, 'nowhere') })).rejects.toMatchObject({
      code: 'OPEN_FAILED',
    })
    await client.directory.reread()
    await feed.until(isChange)
    expect(feed.messages.filter(isSnapshotOfOpen)).toHaveLength(1)
  })

  test('another directory replaces the open one by a snapshot, and closing leaves none', async () => {
    const { client, feed } = await openCopy('2026.7.1')
    const second = stateCopy('2026.5.20', 'second')
    await client.directory.open({ path: second })
    await feed.until(
      (message) =>
        message.kind === 'snapshot' && message.state.kind === 'open' && message.state.directory.path === second,
    )
    await client.directory.close()
    await feed.until((message) => message.kind === 'snapshot' && message.state.kind === 'none')
    await expect(client.directory.reread()).rejects.toMatchObject({ code: 'NO_DIRECTORY', defined: true })
    await expect(client.directory.setPolicy({ policyId: null })).rejects.toMatchObject({ code: 'NO_DIRECTORY' })
  })

  test('a chosen directory is opened; a cancelled dialog changes nothing; without a dialog it is an error', async () => {
    const path = stateCopy('2026.7.1')
    const answers = [null, path]
    const { client } = start({ choose: () => Promise.resolve(answers.shift()) })
    const feed = await followState(client)
    expect(await client.directory.choose({ what: 'directory' })).toEqual({ path: null })
    expect(await client.directory.choose({ what: 'directory' })).toEqual({ path })
    expect((await feed.opened()).path).toBe(path)
    await expect(start().client.directory.choose({ what: 'directory' })).rejects.toMatchObject({
      code: 'NO_DIALOG',
      defined: true,
    })
  })

  test('inputs are validated', async () => {
    const { client } = start()
    for (const input of [{ path: '' }, { path: 'a\0b' }, { path: 'a', more: 1 }, {}]) {
      await expect(client.directory.open(input as { path: string })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const info = client.host.info as (input: unknown) => Promise<unknown>
    await expect(info({ verbose: true })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('changes on disk', () => {
  test('era J: a new routing state reaches every subscriber', async () => {
    const { path, client, feed } = await openCopy('2026.5.20')
    const second = await followState(client)
    await second.opened()
    const file = join(path, 'agents', 'main', 'agent', 'auth-state.json')
    const state = JSON.parse(readFileSync(file, 'utf8')) as { usageStats: Record<string, object> }
    const [profileId] = Object.keys(state.usageStats)
    const lastUsed = Date.now()
    writeFileSync(
      file,
      JSON.stringify({ ...state, usageStats: { ...state.usageStats, [String(profileId)]: { lastUsed } } }),
    )
    for (const follower of [feed, second]) {
      const message = await follower.until((item) => isChange(item) && item.change.agents !== undefined)
      if (!isChange(message)) throw new Error('This cannot be')
      expect(message.change.agents?.[0]?.store?.usageStats[String(profileId)]?.lastUsedMs).toBe(lastUsed)
      expect(message.change.config).toBeUndefined()
    }
  })

  test('era S1: what a writer commits to its write-ahead log arrives', async () => {
    const { path, feed } = await openCopy('2026.7.1')
    const database = new Database(join(path, 'agents', 'main', 'agent', 'openclaw-agent.sqlite'))
    const lastUsedMs = 1_796_000_000_001
    try {
      database.pragma('journal_mode = WAL')
      const usageStats = { 'alpha:home': { lastUsed: lastUsedMs } }
      database
        .prepare("INSERT OR REPLACE INTO auth_profile_state VALUES ('primary', ?, 1)")
        .run(JSON.stringify({ version: 1, usageStats }))
      const message = await feed.until((item) => isChange(item) && item.change.agents !== undefined)
      expect(isChange(message) && message.change.agents?.[0]?.store?.usageStats['alpha:home']).toMatchObject({
        lastUsedMs,
      })
    } finally {
      database.close()
    }
  })

  test('a half-written configuration is reported with its last good data, and recovers', async () => {
    const { path, feed } = await openCopy('2026.7.1')
    const { facts } = await feed.opened()
    const file = join(path, 'openclaw.json')
    const good = readFileSync(file, 'utf8')
    writeFileSync(file, good.slice(0, good.length / 2))
    const broken = await feed.until((item) => isChange(item) && (item.change.problems ?? []).length > 0)
    if (!isChange(broken)) throw new Error('This cannot be')
    expect(broken.change.problems).toMatchObject([{ code: 'syntax_error', file: 'openclaw.json' }])
    expect(broken.change.problems?.[0]?.keptFromMs).toBeTypeOf('number')
    expect([broken.change.config, broken.change.agents, broken.change.meta]).toEqual([undefined, undefined, undefined])
    writeFileSync(file, good.replace('alpha:home', 'alpha:else'))
    const fixed = await feed.until((item) => isChange(item) && item.change.problems?.length === 0)
    if (!isChange(fixed)) throw new Error('This cannot be')
    expect(fixed.change.config).not.toEqual(facts.config)
  })

  test('a directory that disappears is reported, its data stay, and it is followed again when it is back', async () => {
    const { path, client, feed } = await openCopy('2026.5.20')
    const away = `${path}-away`
    renameSync(path, away)
    const gone = await feed.until((item) => isChange(item) && item.change.problems?.[0]?.code === 'directory_missing')
    expect(isChange(gone) && gone.change.agents).toBeUndefined()
    renameSync(away, path)
    await feed.until((item) => isChange(item) && item.change.problems?.length === 0)
    mkdirSync(join(path, 'agents', 'new', 'agent'), { recursive: true })
    await feed.until((item) => isChange(item) && item.change.agentIds?.includes('new') === true)
    rmSync(path, { recursive: true })
    await client.directory.reread()
    expect(feed.isEnded).toBe(false)
  })

  test('a policy can be chosen and given up', async () => {
    const { client, feed } = await openCopy('2026.9.6')
    await client.directory.setPolicy({ policyId: 'docs-2026.4' })
    await client.directory.setPolicy({ policyId: null })
    await feed.until((item) => isChange(item) && item.change.policySource === 'version')
    const policies = feed.messages
      .filter(isChange)
      .flatMap(({ change }) =>
        change.policySource === undefined ? [] : [[change.meta?.policyId, change.policySource]],
      )
    expect(policies).toEqual([
      ['docs-2026.4', 'chosen'],
      ['openclaw-2026.9', 'version'],
    ])
  })
})

describe('time', () => {
  test('in the example an account returns after 40 seconds, and answers again', async () => {
    const time = createManualTime(1_796_000_000_000)
    const { client } = start({ openExample: true, clock: time.clock, timers: time.timers })
    const feed = await followState(client)
    const directory = await feed.opened()
    expect(directory.kind).toBe('example')
    await time.advance(39_900)
    expect(feed.messages.filter(isChange)).toEqual([])
    await time.advance(100)
    const message = await feed.until(isChange)
    expect(message.hostNowMs).toBe(1_796_000_040_000)
    expect(isChange(message) && message.change.transitions?.[0]).toMatchObject({
      kind: 'unlocked',
      profileId: 'anthropic:work',
      model: 'claude-opus-5',
    })
  })
})

describe('subscriptions', () => {
  test('each starts with a snapshot and numbers follow without a gap', async () => {
    const { client, feed } = await openCopy('2026.5.20')
    await client.directory.reread()
    await feed.until(isChange)
    const late = await followState(client)
    const first = await late.until(() => true)
    expect(first).toMatchObject({ kind: 'snapshot', seq: feed.messages.at(-1)?.seq })
    await client.directory.reread()
    await client.directory.reread()
    await late.until(({ seq }) => seq === first.seq + 2)
    expect(late.messages.map(({ seq }) => seq - first.seq)).toEqual([0, 1, 2])
  })

  test('stopping one leaves the others; closing the host ends all and removes the example', async () => {
    const { host, client } = start({ openExample: true })
    const one = await followState(client)
    const other = await followState(client)
    const { path } = await other.opened()
    one.stop()
    await one.ended
    await client.directory.reread()
    await other.until(isChange)
    await host.close()
    await other.ended
    expect(existsSync(path)).toBe(false)
  })

  test('a host that is closed while it opens something closes that as well, and opens nothing more', async () => {
    const { host, client } = start({ openExample: true })
    const later = client.directory.open({ path: stateCopy('2026.5.20') })
    await Promise.all([host.close(), expect(later).rejects.toThrow('The host is closed')])
    await expect(client.directory.openExample()).rejects.toThrow('The host is closed')
  })

  test('the example is removed when another directory takes its place', async () => {
    const { client } = start({ openExample: true })
    const { path } = await (await followState(client)).opened()
    await client.directory.open({ path: stateCopy('2026.5.20') })
    expect(existsSync(path)).toBe(false)
  })
})

describe('over a message port', () => {
  test('calls, errors and the feed work, and closing ends the feed', async () => {
    const path = stateCopy('2026.9.6')
    const { host } = start({ initialDirectory: path })
    const { port1, port2 } = new MessageChannel()
    new RPCHandler(host.router).upgrade(port1)
    const client: HostClient = createORPCClient(new RPCLink({ port: port2 }))
    port1.start()
    port2.start()
    const feed = await followState(client)
    const read = await readStateDirectory(path, { env: {}, homeDir: folder.path })
    expect(await feed.opened()).toMatchObject({ facts: 'facts' in read ? read.facts : null })
    expect((await client.host.info()).runtime).toBe('node')
    await expect(client.directory.open({ path: '/nowhere/at/all' })).rejects.toMatchObject({
      code: 'OPEN_FAILED',
      data: { failure: { code: 'not_found' } },
    })
    writeFileSync(join(path, 'openclaw.json'), '{}')
    await feed.until((item) => isChange(item) && item.change.config?.profiles.length === 0)
    await host.close()
    // What is no error of the contract crosses without details.
    await expect(client.directory.openExample()).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Internal server error',
    })
    port2.close()
    await feed.ended
    expect(feed.isEnded).toBe(true)
  })
})
