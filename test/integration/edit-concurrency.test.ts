import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inTurn } from '../../electron/files/index.ts'
import { databaseTurn } from '../../electron/openclaw/database/database-turn.ts'
import { AGENT_DB, agentOf, read } from '../support/openclaw-files.ts'
import {
  MAIN_FOLDER,
  databaseOf,
  editorOf,
  inDatabase,
  MAIN,
  runScript,
  storeDirectory,
} from '../support/store-editing.ts'
import { settle } from '../support/manual-time.ts'

interface Counts {
  readonly [name: string]: number
}

/** What a reader sees while others write: whole states only, and none older than the one before. */
async function watchCounts(root: string, isOver: () => boolean): Promise<number> {
  let readings = 0
  let before: Counts = {}
  while (!isOver()) {
    const reading = await read(root)
    expect(reading.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const counts = countsOf(agentOf(reading).store?.usageStats ?? {})
    expect(counts['alpha:all'] ?? 0).toBe(sumOf(counts))
    for (const [name, count] of Object.entries(before)) expect(counts[name]).toBeGreaterThanOrEqual(count)
    before = counts
    readings += 1
  }
  return readings
}

function countsOf(stats: Readonly<Record<string, { readonly errorCount: number | null }>>): Counts {
  return Object.fromEntries(Object.entries(stats).map(([name, { errorCount }]) => [name, errorCount ?? 0]))
}

function sumOf(counts: Counts): number {
  return Object.entries(counts).reduce((sum, [name, count]) => (name === 'alpha:all' ? sum : sum + count), 0)
}

async function race(layout: 'J' | 'S1', root: string, shares: { readonly host: number; readonly plain: number }) {
  const file = layout === 'S1' ? databaseOf(root, 'S1') : path.join(root, MAIN_FOLDER, 'auth-state.json')
  const plain = runScript('plain-writer-process.ts', layout, file, 'plain', String(shares.plain))
  // From then on somebody has the database open, as a gateway has.
  await new Promise<void>((resolve) => plain.onLine(() => resolve()))
  const hosts = ['one', 'two'].map((name) =>
    runScript('store-editor-process.ts', root, 'agent', name, String(shares.host), 'reads'),
  )
  let isOver = false
  const finished = new Promise<void>((resolve, reject) => {
    plain.onLine((line) => line === 'finished' && resolve())
    void plain.ended.then(() => reject(new Error('The plain writer has ended')))
  })
  const all = Promise.all([finished, ...hosts.map(({ ended }) => ended)]).finally(() => (isOver = true))
  const [readings, [, ...codes]] = await Promise.all([watchCounts(root, () => isOver), all])
  plain.child.stdin?.end()
  expect([...codes, await plain.ended]).toEqual([0, 0, 0])
  expect(readings).toBeGreaterThan(0)
}

async function expectNothingLost(root: string, shares: { readonly host: number; readonly plain: number }) {
  const store = agentOf(await read(root)).store
  const total = 2 * shares.host + shares.plain
  expect(countsOf(store?.usageStats ?? {})).toEqual({
    'alpha:one': shares.host,
    'alpha:two': shares.host,
    'alpha:plain': shares.plain,
    'alpha:all': total,
  })
  const hundreds = (name: string, count: number): string[] =>
    Array.from({ length: Math.floor(count / 100) }, (_, index) => `alpha:${name}-${(index + 1) * 100}`)
  const expected = [
    ...hundreds('one', shares.host),
    ...hundreds('two', shares.host),
    ...hundreds('plain', shares.plain),
  ]
  expect([...(store?.order['alpha'] ?? [])].sort()).toEqual(expected.sort())
  const { credentials } = await editorOf(root).readStore(MAIN)
  const lastKey = (name: string): unknown => ({
    type: 'api_key',
    provider: 'alpha',
    key: `sk-${name}-${lastTwenty(shares.host)}`,
  })
  expect(credentials?.['profiles']).toMatchObject({ 'alpha:one': lastKey('one'), 'alpha:two': lastKey('two') })
}

function lastTwenty(count: number): number {
  return count - (count % 20)
}

test('10,000 edits of one database by two hosts and a stranger: none is lost, no reader sees half of one', async () => {
  const shares = { host: 3000, plain: 4000 }
  const root = storeDirectory('S1')
  // More than is copied in one go: the reader then closes its copies while others hold locks.
  inDatabase(databaseOf(root, 'S1'), (db) =>
    db.exec('CREATE TABLE cache_entries (v BLOB); INSERT INTO cache_entries VALUES (zeroblob(1500000))'),
  )
  await race('S1', root, shares)
  await expectNothingLost(root, shares)
  expect(inDatabase(databaseOf(root, 'S1'), (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok')
}, 240_000)

test('the same with files, where everybody takes the lock beside them', async () => {
  const shares = { host: 400, plain: 400 }
  const root = storeDirectory('J')
  await race('J', root, shares)
  await expectNothingLost(root, shares)
  expect(readFileSync(path.join(root, MAIN_FOLDER, 'auth-state.json'), 'utf8')).toMatch(/\n$/)
}, 240_000)

test('reading and writing one database take turns in a process; another database does not wait', async () => {
  const root = storeDirectory('S1')
  const other = storeDirectory('S1')
  let release: () => void = () => undefined
  const held = inTurn(
    databaseTurn(path.join(root, AGENT_DB)),
    () => new Promise<void>((resolve) => (release = resolve)),
  )
  await settle()
  const seen: string[] = []
  const reading = read(root).then(() => seen.push('read'))
  const writing = editorOf(root)
    .updateStore(MAIN, (documents) => ({ documents, result: null }))
    .then(() => seen.push('written'))
  await read(other)
  await editorOf(other).updateStore(MAIN, (documents) => ({ documents, result: null }))
  expect(seen).toEqual([])
  release()
  await Promise.all([held, reading, writing])
  expect(seen.sort()).toEqual(['read', 'written'])
})
