import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { onTestFinished } from 'vitest'
import { createConsoles, type Consoles, type ConsoleStart, type HeldConsole } from '../../electron/consoles/index.ts'
import { createHost, type Host, type HostOptions } from '../../electron/host/index.ts'
import type { HostClient } from '../../renderer/lib/transport/host-client.ts'
import type { DirectoryState, HostState } from '../../shared/contract/types.ts'
import { createManualTime, type ManualTime } from './manual-time.ts'
import { copyFixture, temporaryFolder, type FixtureVersion } from './fixture-copy.ts'
import { followState } from './state-follower.ts'

export const GRACE_MS = 60_000

/** The consoles of one process over real hosts, in windows or tabs that are only noted. */
export interface ConsoleSet {
  readonly consoles: Consoles
  /** What was shown to the user, in order: the ids of consoles. */
  readonly presented: readonly string[]
  /** Every host that was ever made, in order. */
  readonly hosts: readonly Host[]
  /** Moves the time in which consoles end. */
  readonly time: ManualTime
  readonly folder: string
  /** Closes the window of a console. */
  closeWindow(id: string): Promise<void>
  /** A copy of a real state directory. */
  directory(name: string, version?: FixtureVersion): string
  /** A console as a page has it; it stays held until the test ends or `release` is called. */
  connect(id: string): ConnectedConsole
}

export interface ConnectedConsole extends HeldConsole {
  readonly client: HostClient
  state(): Promise<HostState>
  /** The open directory; throws when none is. */
  shown(): Promise<DirectoryState>
}

export function consoleSet(
  place: 'window' | 'tab',
  first: ConsoleStart = { initialDirectory: null },
  options: Partial<HostOptions> = {},
): ConsoleSet {
  const scratch = temporaryFolder()
  const time = createManualTime(0)
  const presented: string[] = []
  const hosts: Host[] = []
  // A window holds its console until it is closed; a tab does so by its connection.
  const windows = new Map<string, () => void>()
  const consoles = createConsoles({
    edition: {
      place,
      graceMs: place === 'window' ? 0 : GRACE_MS,
      present({ id, release }) {
        presented.push(id)
        if (place === 'window' && !windows.has(id)) windows.set(id, release)
        else release()
        return place === 'window' ? null : `/#console=${id}`
      },
    },
    first,
    timers: time.timers,
    createHost: (_id, start, beside) => {
      const host = createHost({
        runtime: 'node',
        version: '0.0.0-test',
        env: { SWITCHYARD_DATA_DIR: path.join(scratch.path, 'data') },
        homeDir: path.join(scratch.path, 'home'),
        ...options,
        ...start,
        beside,
      })
      hosts.push(host)
      return host
    },
  })
  onTestFinished(async () => {
    await consoles.close()
    scratch.remove()
  })

  return {
    consoles,
    presented,
    hosts,
    time,
    folder: scratch.path,
    directory(name, version = '2026.7.1') {
      const target = path.join(scratch.path, name)
      copyFixture(version, target)
      return target
    },
    async closeWindow(id) {
      windows.get(id)?.()
      windows.delete(id)
      await time.advance(0)
    },
    connect(id) {
      const held = consoles.hold(id)
      if (held === undefined) throw new Error(`There is no console ${id}`)
      const client = createRouterClient(held.host.router)
      const state = async (): Promise<HostState> => {
        await held.host.ready
        const feed = await followState(client)
        const message = await feed.until(({ kind }) => kind === 'snapshot')
        feed.stop()
        if (message.kind !== 'snapshot') throw new Error('This cannot be')
        return message.state
      }
      return {
        ...held,
        client,
        state,
        async shown() {
          const now = await state()
          if (now.kind !== 'open') throw new Error('No directory is open')
          return now.directory
        },
      }
    },
  }
}
