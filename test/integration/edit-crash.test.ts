import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { usageOf, type StoreOwner } from '../../electron/openclaw/edit/index.ts'
import { apiKey, read } from '../support/openclaw-files.ts'
import {
  databaseOf,
  editorOf,
  inDatabase,
  MAIN,
  MAIN_FOLDER,
  runScript,
  storeDirectory,
  type StoreLayout,
} from '../support/store-editing.ts'

const ROUNDS = 8
const WRITES = 500

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Kills the process somewhere in its next write after some of them. @returns the last count that it has reported */
async function killInMidst(root: string, owner: StoreOwner, random: () => number): Promise<number> {
  const script = runScript('store-editor-process.ts', root, owner.kind, 'a', String(WRITES), 'every-key')
  // All rounds together make about as many writes as one undisturbed process would.
  const writesBefore = 1 + Math.floor((random() * 2 * WRITES) / ROUNDS)
  const restMs = random() * 8
  script.onLine(() => {
    if (script.lines.length !== writesBefore) return
    // A write takes some milliseconds: this falls somewhere into the next one, or into the one after.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, restMs)
    script.child.kill('SIGKILL')
  })
  expect(await script.ended).toBeNull()
  return Number(script.lines.at(-1))
}

interface Found {
  readonly key: unknown
  readonly count: number
}

async function whatIsThere(root: string, owner: StoreOwner): Promise<Found> {
  const { credentials, state } = await editorOf(root).readStore(owner)
  const profiles = credentials?.['profiles'] as Record<string, { readonly key?: unknown }>
  // No secret of anybody is lost.
  expect(profiles['alpha:b']).toEqual(apiKey('alpha'))
  return { key: profiles['alpha:a']?.key, count: usageOf(state, 'alpha:a')?.errorCount ?? 0 }
}

const OWNERS: Readonly<Record<StoreLayout, StoreOwner>> = { J: MAIN, S1: MAIN, S2: { kind: 'shared' } }

test.each(['S1', 'S2'] as const)(
  'a host that is killed in the midst of writing to %s leaves whole states',
  async (layout) => {
    const random = seeded(layout === 'S1' ? 11 : 22)
    const root = storeDirectory(layout)
    const file = databaseOf(root, layout)
    for (let round = 0; round < ROUNDS; round += 1) {
      const reported = await killInMidst(root, OWNERS[layout], random)
      const { key, count } = await whatIsThere(root, OWNERS[layout])
      expect([reported, reported + 1]).toContain(count)
      expect(key).toBe(`sk-a-${count}`)
      expect((await read(root)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(inDatabase(file, (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok')
    }
  },
  120_000,
)

test('a host that is killed in the midst of writing files leaves the old or the new ones, and no lock that holds', async () => {
  const random = seeded(33)
  const root = storeDirectory('J')
  const folder = path.join(root, MAIN_FOLDER)
  for (let round = 0; round < ROUNDS; round += 1) {
    const reported = await killInMidst(root, MAIN, random)
    const { key, count } = await whatIsThere(root, MAIN)
    // Credentials come first.
    expect([reported, reported + 1]).toContain(count)
    expect([`sk-a-${count}`, `sk-a-${reported + 1}`]).toContain(key)
    expect((await read(root)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
    age(folder)
    await editWithoutWaiting(root)
    expect(readdirSync(folder).sort()).toEqual(['auth-profiles.json', 'auth-state.json'])
  }
}, 120_000)

test('a host that dies before any single step of a write leaves whole files, and the next write tidies up', async () => {
  const root = storeDirectory('J')
  const folder = path.join(root, MAIN_FOLDER)
  await editorOf(root).updateStore(MAIN, ({ credentials, state }) => ({
    documents: { credentials, state: { ...state, order: { alpha: ['alpha:b'] } } },
    result: null,
  }))
  let remains = 0
  for (let killAt = 1; ; killAt += 1) {
    const before = await whatIsThere(root, MAIN)
    const host = runScript('store-editor-process.ts', root, 'agent', 'a', '1', `kill-at:${killAt}`)
    const code = await host.ended
    const after = await whatIsThere(root, MAIN)
    const next = { key: `sk-a-${before.count + 1}`, count: before.count + 1 }
    if (code === 0) {
      expect(after).toEqual(next)
      break
    }
    expect([before, { ...before, key: next.key }, next]).toContainEqual(after)
    remains += readdirSync(folder).length - 2
    age(folder)
    await editWithoutWaiting(root)
    expect(readdirSync(folder).sort()).toEqual(['auth-profiles.json', 'auth-state.json'])
  }
  // It has died with a lock and with temporary files more than once.
  expect(remains).toBeGreaterThan(10)
}, 120_000)

/** The locks of the dead are found out at once; only one that does not name its owner has to be as old as it is made here. */
function age(folder: string): void {
  const lock = path.join(folder, 'auth-profiles.json.lock')
  const isAnonymous = existsSync(lock) && readFileSync(lock, 'utf8') === ''
  const longAgo = new Date(Date.now() - 120_000)
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.tmp') || (isAnonymous && name.endsWith('.lock')))
      utimesSync(path.join(folder, name), longAgo, longAgo)
  }
}

async function editWithoutWaiting(root: string): Promise<void> {
  const pause = (): Promise<void> => Promise.reject(new Error('Waited'))
  const editor = editorOf(root, { waiting: { pause, random: () => 0 } })
  await editor.updateStore(MAIN, ({ credentials, state }) => ({
    documents: {
      credentials: { ...credentials, edits: Number(credentials?.['edits'] ?? 0) + 1 },
      state: { ...state, edits: Number(state?.['edits'] ?? 0) + 1 },
    },
    result: null,
  }))
}
