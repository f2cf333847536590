import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryEngine } from '../../electron/history/history-engine.ts'
import type { LogEvent } from '../../electron/logs/index.ts'
import { consoleOf } from '../support/console-line.ts'
import { contentOf, openEngine } from '../support/history.ts'
import { eventsOfText } from '../support/log-events.ts'
import { logLines } from '../support/log-generator/index.ts'

const START_MS = 1_780_000_000_000

/** How much faster everything happens: in one second several runs meet the same outage, and a console shows them alike. */
const TIMES_FASTER = 100

/** Runs of many sessions, one into the other. */
const LOG = [23, 24, 25]
  .map((seed) => logLines({ seed, runs: 90, startMs: START_MS, form: '2026.9', noise: 0 }))
  .flatMap((lines) => Array.from(lines))
  .flatMap(({ text, record }) => (record === null ? [] : [{ text, atMs: sooner(record.atMs), wasMs: record.atMs }]))
  .toSorted((a, b) => a.atMs - b.atMs)
  .map(({ text, atMs, wasMs }) => `${text.replaceAll(isoOf(wasMs), isoOf(atMs))}\n`)
  .join('')
const RECORDS = eventsOfText(LOG)

function sooner(atMs: number): number {
  return START_MS + Math.floor((atMs - START_MS) / TIMES_FASTER)
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, -1)
}

/** From a record to its line. */
const DELAYS_MS = [0, 1, 40, 999] as const

function linesOf(style: 'iso' | 'service' | 'coarse', delay: number): readonly LogEvent[] {
  const shown = consoleOf(LOG, style === 'coarse' ? 'service' : style, (line) =>
    delay < 10 ? delay : delay - (line % 7),
  )
  // As what keeps a console's lines says it, to the second.
  return eventsOfText(style === 'coarse' ? shown.replace(/ \d{4}-\d\d-\d\dT\S+ (?=\S*\[)/g, ' ') : shown)
}

interface Part {
  readonly source: 'log' | 'console'
  readonly events: readonly LogEvent[]
}

/** Both, each divided and in its order or not, one part of the one and some of the other by turns. */
function partsOf(events: readonly LogEvent[], cuts: readonly number[], source: Part['source']): readonly Part[] {
  const places = [0, ...cuts.map((cut) => cut % events.length).toSorted((a, b) => a - b), events.length]
  return places.slice(1).map((to, index) => ({ source, events: events.slice(places[index], to) }))
}

function stored(parts: readonly Part[]): HistoryEngine {
  const engine = openEngine()
  for (const { source, events } of parts) engine.ingest(events, engine.sourceOf('file', source))
  return engine
}

const cuts = fc.array(fc.nat(10_000), { maxLength: 8 })
const styles = fc.constantFrom('iso', 'service', 'coarse')
const delays = fc.constantFrom(...DELAYS_MS)

test('a log with what the console showed of it is the log, in any order and division', async () => {
  expect(RECORDS.filter(({ kind }) => kind === 'decision').length).toBeGreaterThan(100)
  expect(linesOf('coarse', 0).filter((line) => (line.console?.occurrence ?? 0) > 0).length).toBeGreaterThan(20)
  const expected = await contentOf(stored([{ source: 'log', events: RECORDS }]))
  await fc.assert(
    fc.asyncProperty(styles, delays, cuts, cuts, fc.array(fc.boolean()), async (style, delay, a, b, turns) => {
      const waiting = {
        log: [...partsOf(RECORDS, a, 'log')],
        console: [...partsOf(linesOf(style, delay), b, 'console')],
      }
      const byTurns = turns.flatMap((isLog) => (isLog ? waiting.log : waiting.console).shift() ?? [])
      const rest = turns[0] === true ? [...waiting.console, ...waiting.log] : [...waiting.log, ...waiting.console]
      const parts = [...byTurns, ...rest]
      expect(await contentOf(stored(turns.length % 2 === 0 ? parts : [...parts, ...parts]))).toEqual(expected)
    }),
    { numRuns: 10 },
  )
})

test('one of the two may lack anything: what either tells of counts once', async () => {
  const all = RECORDS.filter(({ kind }) => kind === 'decision').length
  await fc.assert(
    fc.asyncProperty(fc.subarray(RECORDS.map((_, index) => index)), fc.boolean(), async (chosen, isLogFirst) => {
      const kept = new Set(chosen)
      const log: Part = { source: 'log', events: RECORDS.filter((_, index) => kept.has(index)) }
      const console: Part = { source: 'console', events: linesOf('coarse', 0) }
      const engine = stored(isLogFirst ? [log, console] : [console, log])
      const { rows } = await contentOf(engine)
      expect(rows).toHaveLength(all)
      expect(rows.filter(({ runKey }) => !runKey.startsWith('~')).length).toBe(
        log.events.filter(({ kind }) => kind === 'decision').length,
      )
    }),
    { numRuns: 10 },
  )
})
