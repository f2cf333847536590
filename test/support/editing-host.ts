import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import JSON5 from 'json5'
import type { HostClient as FullClient } from '../../renderer/lib/transport/host-client.ts'
import type { AuthStore } from '../../shared/engine/index.ts'
import type { DirectoryState } from '../../shared/contract/types.ts'
import { createHost, type Host, type HostOptions } from '../../electron/host/index.ts'
import { copyFixture, temporaryFolder, type FixtureVersion } from './fixture-copy.ts'
import { followState } from './state-follower.ts'

/** A host over a copy of a real state directory, asked as a renderer asks it. */
export interface EditingHost {
  readonly host: Host
  readonly client: FullClient
  readonly folder: string
  /** Absolute path of the open directory. */
  readonly path: string
  /** The state as a renderer would have it now. */
  state(): Promise<DirectoryState>
  /** The store of agent `main`, or the shared one. */
  store(): Promise<AuthStore>
  close(): Promise<void>
}

export interface EditingHostOptions extends Partial<HostOptions> {
  /** Absent: nothing is open. */
  readonly version?: FixtureVersion
  /** Changes `openclaw.json` before it is opened. */
  readonly config?: (config: Record<string, unknown>) => void
}

export async function startEditingHost({ version, config, ...options }: EditingHostOptions): Promise<EditingHost> {
  const folder = temporaryFolder()
  const path = join(folder.path, 'state')
  if (version !== undefined) {
    copyFixture(version, path)
    if (config !== undefined) changeConfig(path, config)
  }
  const host = createHost({
    runtime: 'node',
    version: '0.0.0-test',
    env: {},
    homeDir: folder.path,
    ...(version === undefined ? {} : { initialDirectory: path }),
    ...options,
  })
  const client = createRouterClient(host.router)
  await host.ready

  async function state(): Promise<DirectoryState> {
    const feed = await followState(client)
    const directory = await feed.opened()
    feed.stop()
    return directory
  }

  return {
    host,
    client,
    folder: folder.path,
    path,
    state,
    async store() {
      const { facts } = await state()
      const main = facts.agents.find(({ id }) => id === 'main')
      const found = facts.sharedStore ?? main?.store
      if (found === undefined || found === null) throw new Error('There is no store')
      return found
    },
    async close() {
      await host.close()
      folder.remove()
    },
  }
}

export function changeConfig(path: string, change: (config: Record<string, unknown>) => void): void {
  const file = join(path, 'openclaw.json')
  const config = JSON5.parse<Record<string, unknown>>(readFileSync(file, 'utf8'))
  change(config)
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
}
