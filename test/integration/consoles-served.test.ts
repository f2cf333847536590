import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startConsoleServer, type ConsoleServer } from '../../electron/serve/server.ts'
import type { HostClient } from '../../renderer/lib/transport/host-client.ts'
import { consoleSet, GRACE_MS, type ConsoleSet } from '../support/console-set.ts'
import { followState, type StateFollower } from '../support/state-follower.ts'

/** A tab of a browser, as far as its server knows. */
interface Tab {
  readonly client: HostClient
  readonly feed: StateFollower
  /** Goes away without a word, as a browser that is killed. */
  vanish(): void
}

async function serve(set: ConsoleSet): Promise<ConsoleServer> {
  const server = await startConsoleServer({ consoles: set.consoles, rendererFolder: set.folder, port: 0 })
  onTestFinished(() => server.close())
  return server
}

/** @param address of the tab, as the host gives it */
async function openTab(server: ConsoleServer, address = '/'): Promise<Tab> {
  const id = new URLSearchParams(new URL(address, server.origin).hash.slice(1)).get('console')
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}/rpc${id === null ? '' : `?console=${id}`}`,
    ['switchyard.v1', `key.${server.accessKey}`],
    { headers: { Origin: server.origin } },
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const client: HostClient = createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }))
  return { client, feed: await followState(client), vanish: () => socket.terminate() }
}

test('each tab speaks to the console of its address, and several may share one', async () => {
  const set = consoleSet('tab')
  const [one, two, three] = [set.directory('one'), set.directory('two'), set.directory('three', '2026.5.20')]
  const server = await serve(set)
  const first = await openTab(server)
  await first.client.directory.open({ path: one })
  const { address } = await first.client.directory.openBeside({ path: two })
  const [second, third] = [await openTab(server, address ?? ''), await openTab(server, address ?? '')]
  const paths = [first, second, third].map(async ({ feed }) => (await feed.opened()).path)
  expect(await Promise.all(paths)).toEqual([one, two, two])

  await second.client.directory.open({ path: three })
  await third.feed.until(
    (message) => message.kind === 'snapshot' && message.state.kind === 'open' && message.state.directory.path === three,
  )
  expect(set.hosts.map((host) => host.shown()?.path)).toEqual([one, three])
})

test('a console lives a while longer than its last connection, and comes back for one that returns later', async () => {
  const set = consoleSet('tab')
  const two = set.directory('two')
  const server = await serve(set)
  const address = (await set.consoles.openBeside(two)) ?? ''
  const tab = await openTab(server, address)
  expect(set.time.waiting).toBe(0)
  const host = set.hosts[1]

  tab.vanish()
  await expect.poll(() => set.time.waiting).toBe(1)
  await set.time.advance(GRACE_MS - 1)
  const reloaded = await openTab(server, address)
  expect([set.time.waiting, (await reloaded.feed.opened()).path]).toEqual([0, two])

  reloaded.vanish()
  await expect.poll(() => set.time.waiting).toBe(1)
  await set.time.advance(GRACE_MS)
  await expect.poll(() => host?.shown()).toBeNull()
  const woken = await openTab(server, address)
  expect((await woken.feed.opened()).path).toBe(two)
  expect(set.hosts).toHaveLength(3)
})

test('the first console outlives all connections', async () => {
  const set = consoleSet('tab')
  const server = await serve(set)
  const tab = await openTab(server)
  tab.vanish()
  await tab.feed.ended
  await set.time.advance(GRACE_MS * 10)
  const again = await openTab(server)
  await again.feed.until(({ kind }) => kind === 'snapshot')
  expect(set.hosts).toHaveLength(1)
})
