import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFollower } from '../../electron/history/follower.ts'
import type { HistoryEngine } from '../../electron/history/history-engine.ts'
import { createImporter } from '../../electron/history/importer.ts'
import { createLogScanner, type LogEvent } from '../../electron/logs/index.ts'
import type { LogCounts } from '../../shared/contract/history.ts'
import { consoleLine, consoleOf, type ConsoleStyle } from '../support/console-line.ts'
import { contentOf, openEngine } from '../support/history.ts'
import { fixtureLog, recordLine, DECISION } from '../support/log-lines.ts'
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
