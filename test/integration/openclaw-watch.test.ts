import { appendFileSync, mkdirSync, renameSync, rmSync, watch as watchFolder } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchStateDirectory, type DirectoryWatch } from '../../electron/openclaw/index.ts'
import { fixtureDirectory, profiles, put, putAgentDatabase, read, stateDirectory } from '../support/openclaw-files.ts'

/** Time stands still, so that nothing depends on how fast a machine is: a call comes when the test lets time pass. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** The longest that a signal may wait before it is passed on. */
const PASSED_ON_MS = 80

interface Watching {
  readonly watch: DirectoryWatch
  readonly onChange: ReturnType<typeof vi.fn<() => void>>
  /** How many calls a change causes once the system has told of everything that happened in the folder. */
  callsAfter(change: () => void, folder: string): Promise<number>
}

async function start(paths: readonly string[]): Promise<Watching> {
  const onChange = vi.fn<() => void>()
  const watch = await watchStateDirectory(paths, onChange)
  onTestFinished(() => watch.close())
  async function callsAfter(change: () => void, folder: string): Promise<number> {
    onChange.mockClear()
    change()
    await everythingTold(folder)
    await vi.advanceTimersByTimeAsync(PASSED_ON_MS)
    return onChange.mock.calls.length
  }
  return { watch, onChange, callsAfter }
}

async function startOn(root: string): Promise<Watching> {
  return await start((await read(root)).watchPaths)
}

/** The system tells every watch of a process in the order in which things happened: after this file, all before it is told. */
async function everythingTold(folder: string): Promise<void> {
  const marker = `marker-${process.hrtime.bigint()}.tmp`
  await new Promise<void>((resolve) => {
    const watcher = watchFolder(folder, (_event, name) => {
      if (name !== marker) return
      watcher.close()
      resolve()
    })
    put(folder, marker, '')
  })
}

const agentFolder = (root: string): string => path.join(root, 'agents/main/agent')

test('a change is passed on, however it is made', async () => {
  const root = stateDirectory({ 'openclaw.json': {}, 'agents/main/agent/auth-profiles.json': profiles('alpha:a') })
  const { callsAfter } = await startOn(root)
  const file = path.join(agentFolder(root), 'auth-profiles.json')
  const changes: [() => void, string][] = [
    [() => void put(root, 'openclaw.json', { a: 1 }), root],
    [() => renameSync(put(root, 'openclaw.json.new.tmp', {}), path.join(root, 'openclaw.json')), root],
    [() => void put(root, 'agents/main/agent/auth-state.json', {}), agentFolder(root)],
    [() => rmSync(file), agentFolder(root)],
    [() => void put(root, 'agents/main/agent/auth-profiles.json', profiles('alpha:b')), agentFolder(root)],
  ]
  for (const [change, folder] of changes) expect(await callsAfter(change, folder)).toBe(1)
})

test('what is committed to a log is noticed, again and again', async () => {
  const root = stateDirectory({ 'openclaw.json': {} })
  const db = new Database(putAgentDatabase(root, { store: profiles('alpha:a'), isWal: true }))
  onTestFinished(() => void db.close())
  const { callsAfter } = await startOn(root)
  const write = (): void => void db.prepare('UPDATE auth_profile_store SET updated_at = updated_at + 1').run()
  for (let round = 0; round < 3; round += 1) expect(await callsAfter(write, agentFolder(root))).toBe(1)
})

test('reading a directory is no change of it', async () => {
  const root = fixtureDirectory('2026.9.6')
  const { callsAfter, onChange } = await startOn(root)
  await read(root)
  expect(await callsAfter(() => undefined, root)).toBe(0)
  expect(onChange).not.toHaveBeenCalled()
})

test('a burst is one change; constant writing is passed on all the same', async () => {
  const root = stateDirectory({ 'openclaw.json': {} })
  const { callsAfter, onChange } = await startOn(root)
  const burst = (): void => {
    for (let index = 0; index < 50; index += 1) put(root, 'openclaw.json', { index })
  }
  expect(await callsAfter(burst, root)).toBe(1)

  onChange.mockClear()
  for (let elapsedMs = 0; elapsedMs < 4 * PASSED_ON_MS; elapsedMs += 10) {
    put(root, 'openclaw.json', { elapsedMs })
    await everythingTold(root)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(onChange.mock.calls.length).toBeGreaterThanOrEqual(3)
})

test('transcripts, locks and half-written files are none of its business', async () => {
  const root = stateDirectory({
    'openclaw.json': {},
    'agents/main/sessions/sessions.json': {},
    'agents/main/sessions/s1.jsonl': '',
  })
  const { callsAfter } = await startOn(root)
  const sessions = path.join(root, 'agents/main/sessions')
  const transcripts = (): void => {
    appendFileSync(path.join(sessions, 's1.jsonl'), '{}\n')
    put(sessions, 's2.jsonl', '{}')
  }
  const locks = (): void => {
    put(root, 'openclaw.json.123.tmp', '{}')
    put(root, 'openclaw.json.lock', '{}')
  }
  expect(await callsAfter(transcripts, sessions)).toBe(0)
  expect(await callsAfter(locks, root)).toBe(0)
})

test('an agent that appears later is noticed, and so is what it writes', async () => {
  const root = stateDirectory({ 'openclaw.json': {}, 'agents/main/sessions/sessions.json': {} })
  const { watch, callsAfter } = await startOn(root)
  const late = path.join(root, 'agents/late')
  expect(await callsAfter(() => mkdirSync(late), path.join(root, 'agents'))).toBe(1)
  await watch.update((await read(root)).watchPaths)
  expect(await callsAfter(() => mkdirSync(path.join(late, 'agent')), late)).toBe(1)
  await watch.update((await read(root)).watchPaths)
  await vi.advanceTimersByTimeAsync(PASSED_ON_MS)
  const write = (): void => void put(root, 'agents/late/agent/auth-profiles.json', profiles('a:b'))
  expect(await callsAfter(write, path.join(late, 'agent'))).toBe(1)
})

test('a folder that is removed and made again is followed, without being told', async () => {
  const root = stateDirectory({ 'openclaw.json': {}, 'agents/main/agent/auth-profiles.json': profiles('alpha:a') })
  const { callsAfter, watch } = await startOn(root)
  rmSync(agentFolder(root), { recursive: true })
  mkdirSync(agentFolder(root))
  await everythingTold(root)
  await vi.advanceTimersByTimeAsync(PASSED_ON_MS)
  await watch.update((await read(root)).watchPaths)
  await vi.advanceTimersByTimeAsync(PASSED_ON_MS)
  const write = (): void => void put(root, 'agents/main/agent/auth-profiles.json', profiles('alpha:b'))
  expect(await callsAfter(write, agentFolder(root))).toBe(1)
})

test('a folder that does not exist is no error; one that is no longer wanted is quiet', async () => {
  const root = stateDirectory({ 'openclaw.json': {} })
  const { watch, callsAfter } = await start([root, path.join(root, 'missing')])
  await watch.update([])
  expect(await callsAfter(() => void put(root, 'openclaw.json', { a: 1 }), root)).toBe(0)
})

test('nothing is called after closing, and nothing keeps the process alive', async () => {
  const root = stateDirectory({ 'openclaw.json': {} })
  const watches = (): number => process.getActiveResourcesInfo().filter((name) => name.includes('FSEvent')).length
  // Those of the tests before end in their own time.
  await vi.waitFor(() => expect(watches()).toBe(0))
  const { watch, callsAfter } = await start([root])
  put(root, 'openclaw.json', { a: 1 })
  await watch.close()
  await watch.close()
  expect(await callsAfter(() => void put(root, 'openclaw.json', { a: 2 }), root)).toBe(0)
  await vi.waitFor(() => expect(watches()).toBe(0))
  expect(vi.getTimerCount()).toBe(0)
})
