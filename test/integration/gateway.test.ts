import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findGateway, watchForReload } from '../../electron/openclaw/index.ts'
import { reloadOutcomeOf } from '../../electron/openclaw/gateway/reload-log.ts'
import type { DirectoryState } from '../../shared/contract/types.ts'
import { temporaryFolder, type FixtureVersion } from '../support/fixture-copy.ts'
import { startEditingHost, type EditingHost } from '../support/editing-host.ts'
import { createManualTime, type ManualTime } from '../support/manual-time.ts'

let folder: ReturnType<typeof temporaryFolder>
let servers: Server[]
let hosts: EditingHost[]

beforeEach(() => {
  folder = temporaryFolder()
  servers = []
  hosts = []
})

afterEach(async () => {
  await Promise.all(hosts.map((host) => host.close()))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  folder.remove()
})

/** Something that listens as a gateway does. */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function reload(message: string, version: '2026.7.1' | '2026.9.6' = '2026.9.6'): string {
  const subsystem = version === '2026.7.1' ? 'reload' : 'gateway/reload'
  return `${JSON.stringify({ 0: JSON.stringify({ subsystem }), 1: message, message })}\n`
}

describe('finding a gateway', () => {
  const writeLock = (name: string, content: object): void =>
    writeFileSync(join(folder.path, `gateway.${name}.lock`), JSON.stringify(content))
  const find = (configPath: string, port: number | null) =>
    findGateway({ configPath, port }, { lockFolder: folder.path })

  test('a lock that names this configuration and a living process is one', async () => {
    writeLock('0123abcd', { pid: process.pid, createdAt: '2026-11-30T00:00:00Z', configPath: '/state/openclaw.json' })
    expect(await find('/state/openclaw.json', 18_999)).toEqual({ port: 18_999, evidence: 'lock' })
  })

  test('a lock of a process that is gone, of another configuration, or half-written is none', async () => {
    writeLock('0123abcd', { pid: 2 ** 30, createdAt: '', configPath: '/state/openclaw.json' })
    writeLock('1123abcd', { pid: process.pid, createdAt: '', configPath: '/other/openclaw.json', port: 1 })
    writeFileSync(join(folder.path, 'gateway.2123abcd.lock'), '{"pid":')
    expect(await find('/state/openclaw.json', 9)).toBeNull()
  })

  test('an answering port is one, unless it is known to be that of another directory', async () => {
    const port = await listen()
    expect(await find('/state/openclaw.json', port)).toEqual({ port, evidence: 'port' })
    writeLock('0123abcd', { pid: process.pid, createdAt: '', configPath: '/other/openclaw.json', port })
    expect(await find('/state/openclaw.json', port)).toBeNull()
  })
})

describe('noticing that it read its configuration', () => {
  test('says what a line is about, in the form of the file and of the console', () => {
    expect(reloadOutcomeOf(reload('config hot reload applied (auth.order)'))).toBe('reloaded')
    expect(reloadOutcomeOf(reload('config change requires gateway restart (auth.order)', '2026.7.1'))).toBe('restarted')
    expect(reloadOutcomeOf('12:00:01 [reload] config hot reload applied (auth.order)')).toBe('reloaded')
    expect(reloadOutcomeOf(reload('config change detected; evaluating reload (auth.order)'))).toBeNull()
    expect(reloadOutcomeOf('somebody wrote: config hot reload applied')).toBeNull()
  })

  test('only what is written from now on counts, also after the log was rotated', async () => {
    const file = join(folder.path, 'openclaw.log')
    writeFileSync(file, reload('config change requires gateway restart (gateway.port)'))
    const watch = await watchForReload(file)
    renameSync(file, `${file}.1`)
    const line = reload('config hot reload applied (auth.order)')
    writeFileSync(file, line.slice(0, 20))
    appendFileSync(file, line.slice(20))
    expect(await watch.outcome).toBe('reloaded')
  })

  test('stopping ends the wait, also where there is no log', async () => {
    const watch = await watchForReload(join(folder.path, 'none', 'openclaw.log'))
    watch.stop()
    expect(await watch.outcome).toBeNull()
  })
})

describe('editing while a gateway runs', () => {
  async function startBeside(version: FixtureVersion, time: ManualTime): Promise<EditingHost & { log: string }> {
    const port = await listen()
    const logs = join(folder.path, 'logs')
    mkdirSync(logs)
    const log = join(logs, 'openclaw.log')
    writeFileSync(log, '')
    const editing = await startEditingHost({
      version,
      clock: time.clock,
      timers: time.timers,
      config: (config) => {
        config['gateway'] = { port }
        config['logging'] = { file: log }
      },
    })
    hosts.push(editing)
    return { ...editing, log }
  }

  async function lastEdit(editing: EditingHost, outcome: string): Promise<DirectoryState['gateway']['lastEdit']> {
    for (;;) {
      const { gateway } = await editing.state()
      if (gateway.lastEdit?.outcome === outcome) return gateway.lastEdit
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test.each([
    ['2026.7.1', 'restarts', 'config change requires gateway restart (auth.order)', 'restarted'],
    ['2026.9.6', 'reloads', 'config hot reload applied (auth.order)', 'reloaded'],
  ] as const)(
    '%s picks up openclaw.json by itself, and its log says when',
    async (version, takesEffect, line, outcome) => {
      const time = createManualTime(Date.parse('2026-11-30T03:00:00Z'))
      const editing = await startBeside(version, time)
      const order = {
        agentId: 'main',
        provider: 'alpha',
        target: 'config',
        profileIds: ['alpha:work'],
        base: null,
      } as const
      expect(await editing.client.order.save(order)).toMatchObject({ takesEffect })
      expect(await editing.state()).toMatchObject({
        gateway: { running: { evidence: 'port' }, lastEdit: { what: 'config', outcome: 'waiting' } },
      })
      appendFileSync(editing.log, reload(line, version))
      expect(await lastEdit(editing, outcome)).toMatchObject({ what: 'config' })
    },
  )

  test('its stores it keeps to itself until something makes it read them again', async () => {
    const time = createManualTime(Date.parse('2026-11-30T03:00:00Z'))
    const editing = await startBeside('2026.9.6', time)
    const input = { agentId: 'main', profileIds: ['alpha:home'] }
    const snoozed = await editing.client.locks.snooze({ ...input, untilMs: time.clock.now() + 1e9 })
    expect(snoozed.takesEffect).toBe('keeps_own_copy')
    await time.advance(20_000)
    expect(await editing.state()).toMatchObject({
      gateway: { lastEdit: { what: 'windows', outcome: 'keeps_own_copy' } },
    })
    const before = (await editing.state()).facts.config
    expect(await editing.client.gateway.makeReload()).toMatchObject({ takesEffect: 'reloads' })
    expect((await editing.state()).facts.config.order['switchyard-reload']).toEqual([])
    await time.advance(20_000)
    expect(await lastEdit(editing, 'not_confirmed')).toMatchObject({ what: 'config' })
    // The second time takes the change back.
    await editing.client.gateway.makeReload()
    expect((await editing.state()).facts.config).toEqual(before)
  })
})
