import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFollower } from '../../electron/history/follower.ts'
import type { HistoryEngine } from '../../electron/history/history-engine.ts'
import { createImporter } from '../../electron/history/importer.ts'
import { createLogScanner, type LogEvent } from '../../electron/logs/index.ts'
import { consoleOf } from '../support/console-line.ts'
import { contentOf, openEngine } from '../support/history.ts'
import { DECISION, fixtureLog, PROFILE_STATE, recordLine } from '../support/log-lines.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'

const LOGS = [
  ['2026.5.20', 'openclaw.log'],
  ['2026.7.1', 'openclaw.log'],
  ['2026.9.6', 'openclaw.log'],
  ['2026.9.6', 'decisions.jsonl'],
] as const
const STYLES = ['iso', 'clock', 'service', 'json'] as const

function eventsOf(log: string, fallbackMs: number): readonly LogEvent[] {
  const scanner = createLogScanner({ fallbackMs })
  scanner.push(Buffer.from(log))
  scanner.end()
  return scanner.take()
}

/** Everything that can be asked, whatever it was told by. */
async function allOf(engine: HistoryEngine): Promise<unknown> {
  const content = await contentOf(engine)
  const { firstMs, lastMs } = engine.state()
  const span = { fromMs: (firstMs ?? 0) - 86_400_000, toMs: (lastMs ?? 0) + 86_400_000 }
  const { lanes } = await engine.timeline({ ...span, lanes: 'profiles', columns: 500, filter: {} })
  return { ...content, lanes, runs: engine.runKeys().toSorted(), charts: await engine.charts({ ...span, filter: {} }) }
}

describe.each(LOGS)('%s: %s and what the console showed of it', (release, name) => {
  const log = fixtureLog(release, name)
  const records = eventsOf(log, 0)
  const { atMs = 0 } = records[0] ?? {}
  const alone = async (): Promise<unknown> => {
    const engine = openEngine()
    engine.ingest(records, engine.sourceOf('file', 'log'))
    return allOf(engine)
  }

  // What says the time only tells no day, and the last one lasts for several.
  const styles = name === 'decisions.jsonl' ? STYLES.filter((style) => style !== 'clock') : STYLES
  test.each(styles)('is one history, whichever comes first and how often (%s)', async (style) => {
    // A moment later, as both are written one after the other.
    const lines = eventsOf(
      consoleOf(log, style, (line) => line % 7),
      atMs,
    )
    expect(lines).toHaveLength(records.length)
    const expected = await alone()
    for (const order of ['log first', 'console first', 'console first, in parts'] as const) {
      const engine = openEngine()
      const ofLog = engine.sourceOf('file', 'log')
      const ofConsole = engine.sourceOf('file', 'console')
      const known = { log: 0, console: 0 }
      const takeLog = (): void => void (known.log += engine.ingest(records, ofLog).known)
      const takeConsole = (): void => void (known.console += engine.ingest(lines, ofConsole).known)
      if (order === 'log first') {
        takeLog()
        takeConsole()
        expect(known).toEqual({ log: records.length - new Set(keysOf(records)).size, console: lines.length })
      } else {
        takeConsole()
        await engine.loaded()
        if (order === 'console first') takeLog()
        else for (const record of records) engine.ingest([record], ofLog)
      }
      expect([order, await allOf(engine)]).toEqual([order, expected])
      const again = { log: engine.ingest(records, ofLog).added, console: engine.ingest(lines, ofConsole).added }
      expect(again).toEqual({ log: 0, console: 0 })
      expect([order, await allOf(engine)]).toEqual([order, expected])
    }
  })
})

function keysOf(events: readonly LogEvent[]): readonly string[] {
  return events.map((event) => JSON.stringify({ ...event, line: 0 }))
}

/** Takes in files, folders and archives as a person does. */
async function imported(
  engine: HistoryEngine,
  ...paths: readonly string[]
): Promise<{ records: number; known: number }> {
  const importer = createImporter(engine, () => undefined)
  importer.start(paths.map((file) => ({ kind: 'path', path: file })))
  await importer.finished()
  expect(importer.progress?.problems).toEqual([])
  const { records = 0, known = 0 } = importer.progress?.counts ?? {}
  return { records, known }
}

describe('files', () => {
  const log = fixtureLog('2026.7.1')
  const shown = consoleOf(log, 'iso', () => 2)

  function written(): { readonly folder: string; readonly log: string; readonly console: string } {
    const folder = path.join(temporaryFolder(), 'logs')
    mkdirSync(folder)
    const files = { folder, log: path.join(folder, 'openclaw.log'), console: path.join(folder, 'gateway.log') }
    writeFileSync(files.log, log)
    writeFileSync(files.console, shown)
    return files
  }

  test('a folder with both is counted once, and what was known is told', async () => {
    const files = written()
    const [alone, both] = [openEngine(), openEngine()]
    const { records } = await imported(alone, files.log)
    expect(await imported(both, files.folder)).toEqual({ records: 2 * records, known: records })
    expect(await allOf(both)).toEqual(await allOf(alone))
    expect(await imported(both, files.console, files.log)).toEqual({ records: 2 * records, known: 2 * records })
    expect(await allOf(both)).toEqual(await allOf(alone))
    expect(both.state().sources.map(({ counts }) => counts.known)).toEqual([records, records])
  })

  test('what two files told of is forgotten with the second', async () => {
    const files = written()
    const expected = openEngine()
    await imported(expected, files.log)
    const { rows: all } = await contentOf(expected)
    for (const order of [
      [files.log, files.console],
      [files.console, files.log],
    ]) {
      const engine = openEngine()
      await imported(engine, ...order)
      const source = (name: string): number => engine.sourceOf('file', name)
      // The log has more to tell than the console.
      engine.forget(source(files.log))
      expect((await contentOf(engine)).rows).toEqual(all)
      expect((await contentOf(engine)).runs.flatMap(({ evidence }) => evidence.map((one) => one.source))).not.toContain(
        files.log,
      )
      expect((await imported(engine, files.log)).known).toBe((await imported(expected, files.log)).known)
      engine.forget(source(files.log))
      engine.forget(source(files.console))
      expect(engine.state().count).toBe(0)
      expect(engine.runKeys()).toEqual([])
      expect((await imported(engine, files.console)).known).toBe(0)
      expect(engine.state().count).toBe(all.length)
    }
  })

  test('a copy of a log keeps what is forgotten with the log', async () => {
    const files = written()
    const copy = path.join(path.dirname(files.folder), 'copy.log')
    writeFileSync(copy, log)
    const engine = openEngine()
    await imported(engine, files.log, copy)
    const before = await contentOf(engine)
    engine.forget(engine.sourceOf('file', files.log))
    expect((await contentOf(engine)).rows).toEqual(before.rows)
    engine.forget(engine.sourceOf('file', copy))
    expect(engine.state().count).toBe(0)
  })

  test('are followed as they are written, line by line', async () => {
    const files = written()
    writeFileSync(files.log, '')
    writeFileSync(files.console, '')
    const expected = openEngine()
    expected.ingest(eventsOf(log, 0), expected.sourceOf('live', files.log))
    const engine = openEngine()
    let onChange = (): void => undefined
    const follower = createFollower(engine, Date.now, () => onChange())
    onTestFinished(() => follower.close())
    await follower.follow(files.log, true)
    await follower.follow(files.console, true)
    const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => `${line}\n`)
    const [ofLog, ofConsole] = [linesOf(log.trimEnd()), linesOf(shown.trimEnd())]
    const told = (): number => engine.state().sources.reduce((sum, { counts }) => sum + counts.records, 0)
    for (let part = 0; part < 4; part++) {
      const quarter = (lines: readonly string[]): string =>
        lines.slice(Math.floor((lines.length * part) / 4), Math.floor((lines.length * (part + 1)) / 4)).join('')
      // Who comes first is nobody's to say.
      if (part % 2 === 0) appendFileSync(files.console, quarter(ofConsole))
      appendFileSync(files.log, quarter(ofLog))
      if (part % 2 === 1) appendFileSync(files.console, quarter(ofConsole))
    }
    const all = 2 * eventsOf(log, 0).length
    while (told() < all) await new Promise<void>((resolve) => (onChange = resolve))
    expect(await allOf(engine)).toEqual(await allOf(expected))
    const known = engine.state().sources.reduce((sum, { counts }) => sum + counts.known, 0)
    expect(known).toBe(all / 2)
  })
})

describe('events that look alike', () => {
  const AT = '2026-02-03T01:00:00'
  const record = (ms: number, more: object): string =>
    recordLine({ ...DECISION, ...more }, { time: `${AT}.${String(ms).padStart(3, '0')}+00:00` })
  const message =
    'model fallback decision: decision=candidate_failed requested=openai/gpt-5.5 candidate=openai/gpt-5.5 reason=rate_limit ' +
    'next=openrouter/anthropic/claude-opus-4-6 detail=429 Too Many Requests'
  const line = (second: string, more = ''): string => `${second}Z [model-fallback/decision] ${message}${more}`

  async function countOf(...logs: readonly (readonly string[])[]): Promise<number> {
    const engine = openEngine()
    for (const [index, lines] of logs.entries())
      engine.ingest(eventsOf(`${lines.join('\n')}\n`, 0), engine.sourceOf('file', `log ${index}`))
    await engine.loaded()
    const { count } = engine.state()
    expect((await contentOf(engine)).rows).toHaveLength(count)
    return count
  }

  const two = [record(100, { runId: 'run-1' }), record(900, { runId: 'run-2', sessionId: 'session-2' })]
  const twice = [line(AT), line(AT)]

  test('and happen in one second stay two', async () => {
    expect(await countOf(twice)).toBe(2)
    expect(await countOf(twice, twice)).toBe(2)
    expect(await countOf(two, twice)).toBe(2)
    expect(await countOf(twice, two)).toBe(2)
    expect(await countOf(twice, two.toReversed())).toBe(2)
  })

  test('are more where a form tells of more', async () => {
    expect(await countOf(two.slice(0, 1), twice)).toBe(2)
    expect(await countOf(twice, two.slice(1))).toBe(2)
    expect(await countOf(two, twice.slice(1))).toBe(2)
    expect(await countOf(two, [...twice, line(AT)])).toBe(3)
  })

  test.each([
    ['another reason', 'reason=rate_limit', 'reason=overloaded'],
    ['another candidate', 'candidate=openai/gpt-5.5', 'candidate=openai/gpt-5.4'],
    ['another successor', 'next=openrouter/anthropic/claude-opus-4-6', 'next=none'],
    ['another error', '429 Too Many Requests', '429 Slow down'],
    ['what was left out before it', 'Requests', 'Requests (2 duplicates suppressed in last 30s)'],
    ['another second', AT, '2026-02-03T01:00:02'],
    ['an earlier second', AT, '2026-02-03T00:59:59'],
    ['a minute only', `${AT}Z`, '2026-02-03T01:00Z'],
    ['no time at all', `${AT}Z `, ''],
  ])('are two with %s', async (_name, was, is) => {
    const other = [line(AT).replace(was, is)]
    expect(other).not.toEqual([line(AT)])
    const one = two.slice(0, 1)
    expect(await countOf(one, [line(AT)])).toBe(1)
    expect(await countOf(one, other)).toBe(2)
    expect(await countOf(other, one)).toBe(2)
  })

  test('and are shown by two consoles are one with the record only', async () => {
    const one = two.slice(0, 1)
    const [first, second] = [[line(`${AT}.101`)], [line(AT)]]
    expect(await countOf(first, second)).toBe(2)
    expect(await countOf(one, first, second)).toBe(1)
    expect(await countOf(first, second, one)).toBe(1)
    expect(await countOf(first, one, second)).toBe(1)
  })

  test('a record comes before its line, and never after it', async () => {
    expect(await countOf([record(900, {})], [line(`${AT}.100`)])).toBe(2)
    expect(await countOf([line(`${AT}.100`)], [record(900, {})])).toBe(2)
  })

  test('a window of one account is not that of another', async () => {
    const state = (more: object): string => recordLine({ ...PROFILE_STATE, ...more }, { time: `${AT}.100+00:00` })
    const shown = consoleOf(state({}), 'iso', () => 1).trim()
    const engine = openEngine()
    const ingest = (name: string, text: string): number =>
      engine.ingest(eventsOf(`${text}\n`, 0), engine.sourceOf('file', name)).added
    expect(ingest('log', state({}))).toBe(1)
    expect(ingest('console', shown)).toBe(0)
    expect(ingest('console', shown.replace('0123456789ab', '0123456789ac'))).toBe(1)
    expect(ingest('console', shown.replace('runId=run-1', 'runId=run-2'))).toBe(1)
    expect(ingest('console', shown.replace('reused=true', 'reused=false'))).toBe(1)
  })
})
