import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistoryEngine, type HistoryEngine } from '../../electron/history/history-engine.ts'
import {
  openBundleHistory,
  openHistory,
  type BundleHistory,
  type History,
  type HistoryReader,
} from '../../electron/history/index.ts'
import { readLog, type LogEvent } from '../../electron/logs/index.ts'
import { openSwitchyardStore, type SwitchyardStore } from '../../electron/store/index.ts'
import type { BundleOptions, HistoryState, RunDetail } from '../../shared/contract/history/index.ts'
import { shortHash, type DirectoryFacts } from '../../shared/engine/index.ts'
import { buildFacts } from '../support/build-facts.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'

const OPTIONS: BundleOptions = { fromMs: null, toMs: null, withErrorTexts: true, withSessionIds: false }
const LOG = (version: string): string =>
  join(import.meta.dirname, '..', 'fixtures', `openclaw-${version}`, 'logs', 'openclaw.log')
/** The accounts of the recorded directories. */
const PROFILE_IDS = ['alpha:a', 'alpha:b', 'alpha:c', 'beta:a', 'alpha:default', 'beta:default']

let folder: ReturnType<typeof temporaryFolder>
let store: SwitchyardStore
let history: History
let facts: DirectoryFacts
let opened: BundleHistory[] = []

async function eventsOf(path: string): Promise<LogEvent[]> {
  const events: LogEvent[] = []
  for await (const batch of readLog({ kind: 'path', path })) events.push(...batch.events)
  return events
}

beforeEach(async () => {
  folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder.path)
  const file = join(folder.path, 'switchyard.sqlite')
  store = openSwitchyardStore(file, { clock: { now: () => Date.now() } })
  facts = buildFacts({
    policyId: 'openclaw-2026.7',
    agents: { main: { profiles: { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'made-up-key-of-alpha' } } } },
  })
  store.ledger.append([
    {
      atMs: 1_796_003_000_000,
      agentId: 'main',
      owner: 'agent:main',
      provider: 'alpha',
      profileId: 'alpha:a',
      windowKind: 'cooldown',
      action: 'opened',
      cause: 'failure',
      rule: null,
      reason: 'rate_limit',
      rung: 1,
      failures: 1,
      untilBeforeMs: null,
      untilAfterMs: 1_796_003_030_000,
      model: null,
      basis: 'observed',
      detail: null,
    },
  ])
  history = openHistory({
    file,
    clockShiftMs: 0,
    usualLog: () => '',
    policyId: () => 'openclaw-2026.7',
    facts: () => facts,
    problems: () => [],
    consoleVersion: '0.1.0',
    log: (message, error) => {
      throw new Error(message, { cause: error })
    },
  })
})
afterEach(async () => {
  await Promise.all(opened.map((bundle) => bundle.close()))
  opened = []
  await history.close()
  store.close()
  vi.unstubAllEnvs()
  folder.remove()
})

async function saved(options = OPTIONS): Promise<string> {
  const { id } = await history.bundlePreview(options)
  const path = join(folder.path, `${id}.zip`)
  await history.bundleSave({ previewId: id, path })
  return path
}

async function openBundle(path: string): Promise<BundleHistory> {
  const bundle = await openBundleHistory(path, {
    policyId: () => 'openclaw-2026.7',
    log: (message, error) => {
      throw new Error(message, { cause: error })
    },
  })
  opened.push(bundle)
  return bundle
}

async function stateOf(of: HistoryReader): Promise<HistoryState> {
  for await (const state of of.watch()) return state
  throw new Error('No state')
}

/** A run without what names things. */
function shapeOf(run: RunDetail): object {
  const candidates = run.candidates.map((candidate) => ({
    candidate: {
      ...candidate,
      errorPreview: null,
      attempts: [],
      locks: candidate.locks.map((lock) => ({ ...lock, profileId: null })),
    },
    attempts: candidate.attempts.map((attempt) => ({
      attempt: { ...attempt, profileId: attempt.profileId !== null, errorPreview: null, windows: [] },
      windows: attempt.windows.map((window) => ({ ...window, profileId: null })),
    })),
  }))
  const named = { runKey: null, sessionId: null, evidence: [], parent: null, lane: null }
  return { ...run, ...named, candidates }
}

async function runsOf(of: HistoryReader): Promise<RunDetail[]> {
  const { rows } = await of.page({ filter: {}, offset: 0, limit: 500 })
  const keys = [...new Set(rows.map(({ runKey }) => runKey))]
  return Promise.all(keys.map((key) => of.run(key)))
}

describe.each(['2026.5.20', '2026.7.1', '2026.9.6'])('the history of OpenClaw %s', (version) => {
  test('looks the same in a bundle, but for names', async () => {
    await history.record(await eventsOf(LOG(version)))
    await history.knowProfiles(PROFILE_IDS)
    const before = await history.page({ filter: {}, offset: 0, limit: 500 })
    const runs = await runsOf(history)
    const span = { fromMs: before.firstMs ?? 0, toMs: (before.lastMs ?? 0) + 1 }
    const timeline = await history.timeline({ ...span, lanes: 'models', columns: 100, filter: {} })
    const charts = await history.charts({ ...span, filter: {} })
    const findings = await history.findings()
    expect(before.count).toBeGreaterThan(5)

    const { history: other } = await openBundle(await saved())
    const after = await other.page({ filter: {}, offset: 0, limit: 500 })
    expect({ ...after, rows: [] }).toEqual({ ...before, rows: [] })
    const plain = ({
      decision,
      provider,
      model,
      attempt,
      total,
      reason,
      status,
      nextModel,
      atMs,
    }: (typeof before.rows)[0]): object => ({
      decision,
      provider,
      model,
      attempt,
      total,
      reason,
      status,
      nextModel,
      atMs,
    })
    expect(after.rows.map(plain)).toEqual(before.rows.map(plain))
    expect((await runsOf(other)).map(shapeOf)).toEqual(runs.map(shapeOf))
    const shown = await other.timeline({ ...span, lanes: 'models', columns: 100, filter: {} })
    expect(shown.density).toEqual(timeline.density)
    expect(shown.lanes.map(({ label, marks }) => [label, marks.length])).toEqual(
      timeline.lanes.map(({ label, marks }) => [label, marks.length]),
    )
    expect((await other.charts({ ...span, filter: {} })).outcomes).toEqual(charts.outcomes)
    expect((await other.findings()).map(({ code, figures }) => [code, figures])).toEqual(
      findings.map(({ code, figures }) => [code, figures]),
    )
    const ids = after.rows.flatMap(({ profileId }) => profileId ?? [])
    expect(ids.every((id) => /^(?:alpha|beta):account-\d+$/.test(id))).toBe(true)
  })
})

describe('a bundle that is open', () => {
  beforeEach(async () => {
    await history.record(await eventsOf(LOG('2026.7.1')))
  })

  test('says what it is, has the directory’s facts, and leaves nothing behind', async () => {
    const path = await saved()
    const { count } = await stateOf(history)
    const bundle = await openBundle(path)
    expect(await stateOf(bundle.history)).toMatchObject({ count })
    expect(bundle.taken.info).toMatchObject({ consoleVersion: '0.1.0', version: 1, hasFacts: true })
    expect(bundle.taken.facts).toMatchObject({ policyId: 'openclaw-2026.7', agents: [{ id: 'main' }] })
    const profiles = bundle.taken.facts?.agents[0]?.store?.profiles
    expect(profiles).toMatchObject([{ id: 'alpha:account-1', key: { tail: null } }])
    await bundle.close()
    expect((await bundle.history.watch().next()).done).toBe(true)
    expect(await stateOf(history)).toMatchObject({ count })
    expect(leftovers()).toEqual([])
  })

  test('can be open beside the history that it was made of, and beside itself', async () => {
    const path = await saved()
    const [one, other] = [await openBundle(path), await openBundle(path)]
    await history.forget(null)
    expect([(await stateOf(one.history)).count, (await stateOf(other.history)).count]).toEqual([39, 39])
    expect((await stateOf(history)).count).toBe(0)
  })

  test('that is none is refused, and leaves nothing behind', async () => {
    await expect(openBundle(LOG('2026.7.1'))).rejects.toMatchObject({ code: 'invalid' })
    await expect(openBundle(join(folder.path, 'nothing.zip'))).rejects.toMatchObject({ code: 'not_found' })
    expect(leftovers()).toEqual([])
  })

  test('is not made for somebody who does not want it any more', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(history.bundlePreview(OPTIONS, controller.signal)).rejects.toMatchObject({ code: 'not_possible' })
    expect(readdirSync(folder.path).filter((name) => name.startsWith('switchyard-bundle'))).toEqual([])
    expect(await stateOf(history)).toMatchObject({ bundling: null })
    await openBundle(await saved())
  })

  test('of a span has only what happened in it', async () => {
    const { rows, count } = await history.page({ filter: {}, offset: 0, limit: 500 })
    const middleMs = rows[Math.floor(rows.length / 2)]?.atMs ?? 0
    const later = rows.filter(({ atMs }) => atMs >= middleMs).length
    expect(later).toBeLessThan(count)
    const bundle = await openBundle(await saved({ ...OPTIONS, fromMs: middleMs }))
    expect((await bundle.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(later)
  })

  test('has no text where none was asked for', async () => {
    const bundle = await openBundle(await saved({ ...OPTIONS, withErrorTexts: false }))
    const { rows } = await bundle.history.page({ filter: {}, offset: 0, limit: 500 })
    expect(rows).toHaveLength(39)
    expect(rows.every(({ errorPreview }) => errorPreview === null)).toBe(true)
  })
})

function leftovers(): string[] {
  return readdirSync(folder.path).filter((name) => name.startsWith('switchyard-shown'))
}

test('profiles keep one name through logs, ledger and facts (RD-06)', async () => {
  const engine: HistoryEngine = openHistoryEngine(store.file)
  const source = engine.sourceOf('file', 'a.log')
  const state = (await eventsOf(LOG('2026.7.1'))).find(({ kind }) => kind === 'profile_state')
  if (state?.kind !== 'profile_state') throw new Error('No window in the log')
  engine.ingest([{ ...state, profileId: shortHash('alpha:a') }], source)
  engine.close()
  const bundle = await openBundle(await saved())
  const span = { fromMs: 0, toMs: Date.now() + 1e12 }
  const { lanes } = await bundle.history.timeline({ ...span, lanes: 'profiles', columns: 10, filter: {} })
  expect(lanes.map(({ id }) => id)).toEqual(['alpha:account-1'])
})
