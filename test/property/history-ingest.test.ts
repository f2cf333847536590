import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryEngine } from '../../electron/history/history-engine.ts'
import type { LogEvent } from '../../electron/logs/index.ts'
import { contentOf, generatedEvents, openEngine } from '../support/history.ts'

const START_MS = 1_780_000_000_000

/** As callers write that give every run of a session the same id, and as consoles write that name no run at all. */
function renamed(events: readonly LogEvent[], style: 'unique' | 'by_session' | 'none'): readonly LogEvent[] {
  if (style === 'unique') return events
  return events.map((event) => {
    const session = event.sessionId ?? sessionOfRun(events, event.runId)
    if (style === 'by_session') return { ...event, runId: session, sessionId: null }
    const isLoose = event.kind === 'failover' || event.kind === 'agent_end' || event.kind === 'profile_state'
    return { ...event, runId: null, sessionId: isLoose && event.atMs % 2 === 0 ? null : session }
  })
}

function sessionOfRun(events: readonly LogEvent[], runId: string | null): string | null {
  return events.find((event) => event.runId === runId && event.sessionId !== null)?.sessionId ?? null
}

const BARE = { isTimed: true, runId: null, agentId: null, lane: null, parent: null, line: null }

/** Besides, chains that stopped, calls that ended well or badly, and lanes that repeat an error. */
function withMore(events: readonly LogEvent[]): readonly LogEvent[] {
  return events.flatMap((event, index): readonly LogEvent[] => {
    const { atMs, runId, sessionId } = event
    const end = {
      kind: 'agent_end',
      ...BARE,
      runId,
      sessionId,
      reason: null,
      errorPreview: null,
      errorHash: null,
    } as const
    if (event.kind === 'failover') {
      const { provider, model } = event
      const isWrapper = index % 6 === 3 && sessionId !== null
      const failed = { ...end, atMs: atMs - 1, isError: true, isWrapper, provider, model }
      return index % 3 === 0 ? [{ ...failed, ...(isWrapper && { runId: null, agentId: 'main' }) }, event] : [event]
    }
    if (event.kind !== 'decision') return [event]
    const { candidateProvider, candidateModel } = event
    if (event.decision === 'candidate_succeeded' && index % 2 === 0)
      return [{ ...end, atMs: atMs - 2, isError: false, isWrapper: false, provider: null, model: null }, event]
    const reason = 'caller_signal_aborted'
    const stop = { kind: 'chain_stopped', ...BARE, atMs: atMs + 7, sessionId, reason, errorName: null } as const
    return index % 5 === 0 ? [event, { ...stop, candidateProvider, candidateModel }] : [event]
  })
}

function withoutLine(event: LogEvent): LogEvent {
  return { ...event, line: null }
}

const styles = ['unique', 'by_session', 'none'] as const
const histories = new Map(
  styles.map((style) => {
    const events = generatedEvents({
      seed: 11,
      runs: 300,
      startMs: START_MS,
      form: '2026.9',
      noise: 0,
      sessionsPerAgent: 2,
    })
    return [style, withMore(renamed(events, style)).map(withoutLine)]
  }),
)

function stored(batches: readonly (readonly LogEvent[])[]): HistoryEngine {
  const engine = openEngine()
  const source = engine.sourceOf('file', 'log')
  for (const batch of batches) if (batch.length > 0) engine.ingest(batch, source)
  return engine
}

test.each(styles)('run ids %s: any division and any order of a log give the same rows and runs', async (style) => {
  const events = histories.get(style) ?? []
  expect(events.filter(({ kind }) => kind === 'decision').length).toBeGreaterThan(40)
  const expected = await contentOf(stored([events]))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(events.length), { maxLength: 12 }),
      fc.shuffledSubarray([...events], { minLength: events.length }),
      fc.constantFrom('divided', 'shuffled', 'twice'),
      async (cuts, shuffled, how) => {
        const order = how === 'divided' ? events : shuffled
        const places = [0, ...cuts.toSorted((a, b) => a - b), order.length]
        const batches = places.slice(1).map((to, index) => order.slice(places[index], to))
        const engine = stored(how === 'twice' ? [...batches, events] : batches)
        expect(await contentOf(engine)).toEqual(expected)
      },
    ),
    { numRuns: 12 },
  )
})
