import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HistoryEngine } from '../../electron/history/history-engine.ts'
import { readLog } from '../../electron/logs/index.ts'
import type { RunDetail } from '../../shared/contract/history/index.ts'
import { contentOf, openEngine } from '../support/history.ts'

const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures')
const RELEASES = ['2026.5.20', '2026.7.1', '2026.9.6'] as const
const PROFILES = ['alpha:home', 'alpha:work', 'beta:main', 'beta:spare']

interface ExpectedRun {
  readonly release: string
  readonly runKey: string
  readonly session: string | null
  readonly outcome: string
  readonly answered: string | null
  readonly isInferred: boolean
  readonly started: number
  readonly ended: number
  readonly candidates: readonly unknown[]
  /** Of the log; those that tell of the lane around the run besides. */
  readonly lines: readonly number[]
}

/** Written by reading the lines of the logs. */
const EXPECTED = JSON.parse(readFileSync(path.join(FIXTURES, 'expected-runs.json'), 'utf8')) as readonly ExpectedRun[]

const logOf = (release: string): string => path.join(FIXTURES, `openclaw-${release}`, 'logs', 'openclaw.log')

async function importLog(engine: HistoryEngine, file: string): Promise<{ added: number; known: number }> {
  const source = engine.sourceOf('file', file)
  const total = { added: 0, known: 0 }
  for await (const { events } of readLog({ kind: 'path', path: file })) {
    const { added, known } = engine.ingest(events, source)
    total.added += added
    total.known += known
  }
  return total
}

async function allImported(): Promise<HistoryEngine> {
  const engine = openEngine()
  engine.knowProfiles(PROFILES)
  for (const release of RELEASES) await importLog(engine, logOf(release))
  await engine.loaded()
  return engine
}

function shown(run: RunDetail): Omit<ExpectedRun, 'release' | 'lines'> {
  return {
    runKey: run.runKey,
    session: run.sessionId,
    outcome: run.outcome,
    answered: run.answeredModel === null ? null : `${run.answeredProvider}/${run.answeredModel}`,
    isInferred: run.isInferred,
    started: run.startedMs,
    ended: run.endedMs,
    candidates: run.candidates.map((candidate) => ({
      at: candidate.atMs,
      model: `${candidate.provider}/${candidate.model}`,
      attempt: candidate.attempt,
      total: candidate.total,
      decision: candidate.decision,
      reason: candidate.reason,
      status: candidate.status,
      isProbe: candidate.isProbe,
      profileCount: candidate.profileCount,
      locks: candidate.locks,
      attempts: candidate.attempts.map((attempt) => ({
        at: attempt.atMs,
        profileId: attempt.profileId,
        decision: attempt.decision,
        reason: attempt.reason,
        profileReason: attempt.profileReason,
        status: attempt.status,
        windows: attempt.windows.map(({ profileId, kind, reason, untilMs, isKept, failures }) => ({
          profileId,
          kind,
          reason,
          untilMs,
          isKept,
          failures,
        })),
      })),
    })),
  }
}

describe('logs of real releases', () => {
  test.each(EXPECTED.map((run) => [run.release, run.runKey, run] as const))(
    '%s: the run %s is what its lines say',
    async (release, runKey, { release: _release, lines, ...expected }) => {
      const engine = openEngine()
      engine.knowProfiles(PROFILES)
      await importLog(engine, logOf(release))
      const run = engine.run(runKey, 'openclaw-2026.9')
      expect(shown(run)).toEqual(expected)
      expect([run.requestedProvider, run.requestedModel]).toEqual(['alpha', 'big'])
      const text = readFileSync(logOf(release), 'utf8').split('\n')
      const evidence = run.evidence.map(({ line }) => line ?? 0)
      expect(run.evidence.every(({ source }) => source === logOf(release))).toBe(true)
      expect(evidence).toEqual(expect.arrayContaining([...lines]))
      // LG-10: the lane around the run repeats its errors, and is joined with it.
      for (const line of evidence.filter((number) => !lines.includes(number)))
        expect(text[line - 1]).toMatch(/lane(?: task error: lane)?=session:agent:main:explicit:/)
    },
  )

  test('LG-10: the lane that failed tells the agent', async () => {
    const engine = await allImported()
    expect(engine.run('s-auth-revoked', 'openclaw-2026.9').agentId).toBe('main')
  })

  test('every error text is judged by the rules of today', async () => {
    const engine = await allImported()
    const { candidates } = engine.run('8063c502-1c8c-4201-87b8-b80cca011296', 'openclaw-2026.9')
    expect(candidates[0]?.attempts.map(({ ruleId }) => ruleId)).toEqual(['payment.credits', 'payment.credits'])
  })

  test('every decision of every kind is a row', async () => {
    const engine = openEngine()
    const file = path.join(FIXTURES, 'openclaw-2026.9.6', 'logs', 'decisions.jsonl')
    await importLog(engine, file)
    await engine.loaded()
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const decisions = lines.filter((line) => line.includes('"event":"model_fallback_decision"'))
    const distinct = new Set(decisions)
    const { decisions: facets } = await engine.facets({})
    for (const { value, count } of facets)
      expect([value, count]).toEqual([
        value,
        [...distinct].filter((line) => line.includes(`"decision":"${value}"`)).length,
      ])
    expect(facets.map(({ value }) => value).toSorted()).toEqual([
      'candidate_failed',
      'candidate_succeeded',
      'probe_cooldown_candidate',
      'skip_candidate',
    ])
  })

  test('importing twice adds nothing, and a restart changes nothing', async () => {
    const engine = await allImported()
    const before = await contentOf(engine)
    expect(before.rows).toHaveLength(77)
    for (const release of RELEASES) {
      const { added, known } = await importLog(engine, logOf(release))
      expect([added, known > 20]).toEqual([0, true])
    }
    expect(await contentOf(engine)).toEqual(before)
  })
})
