import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openHistory, type History } from '../../electron/history/index.ts'
import type { HistoryState } from '../../shared/contract/history/index.ts'
import { historyStateSchema } from '../../shared/contract/schemas/history/index.ts'
import { logLines, writeLog } from '../support/log-generator/index.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import { openStore } from '../support/own-store.ts'
import { eventsOfText } from '../support/log-events.ts'

const START_MS = Date.UTC(2026, 4, 1)
const OPTIONS = { seed: 5, runs: 800, startMs: START_MS, form: '2026.9', noise: 1 } as const
const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures')

interface Setting {
  readonly folder: string
  readonly history: History
  readonly file: string
  readonly defects: string[]
}

function open(folder = temporaryFolder()): Setting {
  const file = path.join(folder, 'data', 'switchyard.sqlite')
  openStore(file)
  const defects: string[] = []
  const history = openHistory({
    file,
    clockShiftMs: START_MS + 86_400_000 - Date.now(),
    usualLog: () => path.join(folder, 'openclaw-{date}.log'),
    policyId: () => 'openclaw-2026.9',
    facts: () => null,
    log: (message) => void defects.push(message),
  })
  onTestFinished(() => history.close())
  return { folder, history, file, defects }
}

/** The first state that is as it should be. */
async function until(history: History, isReached: (state: HistoryState) => boolean): Promise<HistoryState> {
  const watch = history.watch()
  for await (const state of watch) {
    expect(historyStateSchema.safeParse(state).error).toBeUndefined()
    if (isReached(state)) return state
  }
  throw new Error('The watch has ended')
}

const isImported = ({ importing }: HistoryState): boolean => importing?.isDone === true

describe('importing', () => {
  test('takes in files and folders with progress, and counts what was there', async () => {
    const { folder, history } = open()
    const log = path.join(folder, 'big.log')
    const written = await writeLog(log, OPTIONS)
    expect(written.decisions).toBeGreaterThan(50)
    mkdirSync(path.join(folder, 'more'))
    copyFileSync(
      path.join(FIXTURES, 'openclaw-2026.9.6', 'logs', 'openclaw.log'),
      path.join(folder, 'more', 'openclaw.log'),
    )
    const missing = path.join(folder, 'missing.log')
    const started = await history.import([log, missing, path.join(folder, 'more')])
    expect(started.importing?.isDone).toBe(false)
    const state = await until(history, isImported)
    const { importing, sources, count } = state
    expect(importing?.counts.records).toBe(written.records + 27)
    expect(importing?.counts.unrelated).toBeGreaterThanOrEqual(written.lines - written.records)
    expect(importing?.bytesRead).toBe(written.bytes + statSync(path.join(folder, 'more', 'openclaw.log')).size)
    expect(importing?.problems).toHaveLength(1)
    expect(importing?.problems[0]).toContain('missing.log')
    expect(count).toBe(written.decisions + 9)
    expect(sources.map(({ kind, name, bytes }) => [kind, name, bytes])).toEqual([
      ['file', log, written.bytes],
      [
        'file',
        path.join(folder, 'more', 'openclaw.log'),
        importing?.bytesRead === undefined ? 0 : importing.bytesRead - written.bytes,
      ],
    ])
    await history.import([log])
    const again = await until(history, (next) => isImported(next) && next.importing?.counts.known === written.records)
    expect(again.count).toBe(count)
    expect(again.sources).toHaveLength(2)
  })

  test('an import that is cancelled keeps what is stored by then', async () => {
    const { folder, history } = open()
    const log = path.join(folder, 'big.log')
    await writeLog(log, { ...OPTIONS, runs: 4000 })
    await history.import([log, log])
    await until(history, ({ count }) => count > 0)
    await history.cancelImport()
    const { importing, count } = await until(history, isImported)
    expect((await history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(count)
    expect(importing?.problems).toEqual([])
  })
})

describe('following', () => {
  const lines = [...logLines({ ...OPTIONS, noise: 0 })]
    .filter(({ record }) => record?.record.event === 'model_fallback_decision')
    .map(({ text }) => `${text}\n`)

  test('what is written to the usual log arrives, after a restart from where it was left', async () => {
    const folder = temporaryFolder()
    // The clock of the host: a day after the first record.
    const log = path.join(folder, 'openclaw-2026-05-02.log')
    writeFileSync(log, lines.slice(0, 3).join(''))
    const first = open(folder)
    await first.history.follow({ path: null, withPast: true })
    const { sources } = await until(first.history, ({ count }) => count === 3)
    expect(sources).toMatchObject([{ kind: 'live', name: path.join(folder, 'openclaw-{date}.log'), isFollowed: true }])
    appendFileSync(log, lines.slice(3, 5).join(''))
    await until(first.history, ({ count }) => count === 5)
    await first.history.close()

    appendFileSync(log, lines.slice(5, 9).join(''))
    const second = open(folder)
    const resumed = await until(second.history, ({ count }) => count === 9)
    expect(resumed.sources[0]?.counts).toMatchObject({ records: 9, known: 0 })
    await second.history.unfollow(resumed.sources[0]?.id ?? 0)
    expect((await until(second.history, () => true)).sources[0]?.isFollowed).toBe(false)
    expect([...first.defects, ...second.defects]).toEqual([])
  })

  test('a log that is given starts at its end', async () => {
    const { folder, history } = open()
    const log = path.join(folder, 'gateway.log')
    writeFileSync(log, lines.slice(0, 3).join(''))
    await history.follow({ path: log, withPast: false })
    const { sources } = await until(history, (state) => state.sources[0]?.isFollowed === true)
    expect(sources.map(({ name }) => name)).toEqual([log])
    appendFileSync(log, lines.slice(3, 4).join(''))
    const state = await until(history, ({ count }) => count > 0)
    expect(state.count).toBe(1)
  })
})

describe('questions', () => {
  test('are answered from the thread, with refusals as they are', async () => {
    const { folder, history } = open()
    const text = [...logLines(OPTIONS)].map((line) => `${line.text}\n`).join('')
    await history.knowProfiles(['one:a', 'two:a', 'three:a'])
    await history.record(eventsOfText(text))
    const state = await until(history, ({ count }) => count > 0)
    expect(state.sources).toMatchObject([{ kind: 'engine', name: 'Switchyard' }])
    const { rows, count, firstMs, lastMs } = await history.page({
      filter: { providers: ['one'] },
      offset: 0,
      limit: 500,
    })
    expect(rows.length).toBe(Math.min(count, 500))
    expect((await history.run(rows[0]?.runKey ?? '')).candidates.length).toBeGreaterThan(0)
    await expect(history.run('nothing')).rejects.toMatchObject({ name: 'HistoryRefused', code: 'not_found' })
    const span = { fromMs: firstMs ?? 0, toMs: lastMs ?? 0, filter: {} }
    expect((await history.timeline({ ...span, lanes: 'profiles', columns: 10 })).density).toHaveLength(10)
    expect((await history.charts(span)).outcomes.length).toBeGreaterThan(0)
    expect(Array.isArray(await history.findings())).toBe(true)
    const view = await history.saveView({ name: 'one', filter: { providers: ['one'] }, preset: '7d' })
    expect(await history.views()).toEqual([view])
    await history.removeView(view.id)
    await expect(history.removeView(view.id)).rejects.toMatchObject({ code: 'not_found' })

    for (const format of ['csv', 'json'] as const) {
      const target = path.join(folder, `rows.${format}`)
      expect(await history.exportRows({ filter: { providers: ['one'] }, format, path: target })).toEqual({
        path: target,
        rows: count,
      })
      expect(statSync(target).mode & 0o777).toBe(0o600)
      const lines = readFileSync(target, 'utf8')
        .trimEnd()
        .split(format === 'csv' ? '\r\n' : '\n')
      expect(lines).toHaveLength(count + (format === 'csv' ? 1 : 0))
      if (format === 'json')
        expect(lines.slice(0, 20).map((line) => JSON.parse(line) as unknown)).toEqual(rows.slice(0, 20))
      await expect(history.exportRows({ filter: {}, format, path: target })).rejects.toMatchObject({ code: 'invalid' })
    }
    const nowhere = path.join(folder, 'no folder', 'rows.csv')
    await expect(history.exportRows({ filter: {}, format: 'csv', path: nowhere })).rejects.toMatchObject({
      code: 'write_failed',
    })
    expect(existsSync(nowhere)).toBe(false)

    await history.forget(null)
    expect((await history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(0)
  })

  test('a database that cannot be used is told by every question', async () => {
    const folder = temporaryFolder()
    const file = path.join(folder, 'switchyard.sqlite')
    writeFileSync(file, 'notes of somebody')
    const defects: string[] = []
    const history = openHistory({
      file,
      clockShiftMs: 0,
      usualLog: () => '/x',
      policyId: () => 'openclaw-2026.9',
      facts: () => null,
      log: (message) => void defects.push(message),
    })
    await expect(history.page({ filter: {}, offset: 0, limit: 1 })).rejects.toMatchObject({
      name: 'StoreRefused',
      code: 'foreign',
    })
    await history.close()
    expect(readFileSync(file, 'utf8')).toBe('notes of somebody')
    await expect(history.views()).rejects.toThrow('ended')
    expect((await history.watch().next()).done).toBe(true)
  })
})
