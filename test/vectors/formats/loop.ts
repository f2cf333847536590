import type { RunRelease, Simulation } from '../../../shared/engine/index.ts'
import { runChecks, type Check } from './check.ts'
import type { VectorFormat } from './format.ts'
import {
  attemptRows,
  decisionEvents,
  diagnosticEvents,
  finalOf,
  innerEvents,
  innerFinal,
  profileRows,
  usageAfter,
} from './loop/as-recorded.ts'
import { isInner, play } from './loop/play.ts'
import { RELEASES } from './loop/releases.ts'
import { runsOf, type Expectations, type LoopScenario } from './loop/scenario.ts'

type Json = Readonly<Record<string, unknown>>
type Played = () => readonly Simulation[]

export function loopChecks(scenarios: readonly LoopScenario[]): readonly Check[] {
  return scenarios.flatMap((scenario) =>
    RELEASES.flatMap((release) =>
      isInner(scenario) ? innerChecks(scenario, release) : outerChecks(scenario, release),
    ),
  )
}

function outerChecks(scenario: LoopScenario, release: RunRelease): Check[] {
  const played = once(() => play(scenario, release))
  const isNewest = release === '2026.9.6'
  const runs = runsOf(scenario)
  const checks = runs.flatMap((run, index) => {
    const name = `${scenario.name}${runs.length > 1 ? `, run ${index + 1}` : ''} (${release})`
    const older = olderOf(scenario, release, index)
    const isExact = isNewest || older !== null
    const { expectedAttempts, expectedFinal } = older ?? run
    const simulation = (): Simulation => played()[index] as Simulation
    const compare = isExact ? (value: Json) => value : inAllReleases
    const own: Check[] = [
      {
        name: `${name}, attempts`,
        expected: expectedAttempts,
        actual: () => attemptRows(simulation()),
      },
      {
        name: `${name}, end`,
        expected: compare(expectedFinal as Json),
        actual: () => compare(finalOf(simulation())),
      },
    ]
    if (isNewest && run.expectedEvents)
      own.push({ name: `${name}, events`, expected: run.expectedEvents, actual: () => decisionEvents(simulation()) })
    return own
  })
  if (isNewest && scenario.expectedDiagnosticEvents)
    checks.push({
      name: `${scenario.name} (${release}), signals`,
      expected: scenario.expectedDiagnosticEvents,
      actual: () => diagnosticEvents(played()),
    })
  return checks
}

function olderOf({ olderVersions }: LoopScenario, release: RunRelease, index: number): Expectations | null {
  const older = olderVersions?.[release]
  return older ? ((older.runs?.[index] ?? older) as Expectations) : null
}

/**
 * What a release has in common with the newest where it is not listed as different: wording, the name of the summary and
 * the code of a skip were not compared when the differences were recorded.
 */
function inAllReleases({ kind, provider, model, result, attempts, error }: Json): Json {
  const { isSummary, soonestCooldownExpiry, attempts: inError } = (error ?? {}) as Json
  const reduced = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((attempt: Json) => ({
          provider: attempt['provider'],
          model: attempt['model'],
          reason: attempt['reason'],
          status: attempt['status'],
        }))
      : undefined
  return {
    kind,
    provider,
    model,
    result,
    attempts: reduced(attempts),
    isSummary,
    soonestCooldownExpiry,
    inError: reduced(inError),
  }
}

/** Inner runs were recorded for the older releases only where they are listed. */
function innerChecks(scenario: LoopScenario, release: RunRelease): Check[] {
  const isNewest = release === '2026.9.6'
  const expectations = isNewest ? (scenario as Expectations) : olderOf(scenario, release, 0)
  if (!expectations) return []
  const played: Played = once(() => play(scenario, release))
  const last = (): Simulation => played().at(-1) as Simulation
  const name = `${scenario.name} (${release})`
  const { expectedFinal } = expectations
  const checks: Check[] = [
    { name: `${name}, attempts`, expected: expectations.expectedAttempts, actual: () => profileRows(played()) },
    {
      name: `${name}, end`,
      expected: Array.isArray(expectedFinal) ? expectedFinal.map(withoutText) : withoutText(expectedFinal as Json),
      actual: () => {
        const ends = played().map((simulation) => innerFinal(simulation, release))
        const shown = (end: Json): Json => (hidesMessage(expectedFinal) ? { ...end, message: undefined } : end)
        return Array.isArray(expectedFinal) ? ends : shown(ends[0] ?? {})
      },
    },
  ]
  if (expectations.expectedEvents)
    checks.push({
      name: `${name}, events`,
      expected: expectations.expectedEvents.map(withoutRunId),
      actual: () => innerEvents(played()),
    })
  if (expectations.expectedUsageStatsAfter)
    checks.push({
      name: `${name}, records`,
      expected: expectations.expectedUsageStatsAfter,
      actual: () => usageAfter(last()),
    })
  return checks
}

/** The older recordings did not catch what the command line wrote about its error. */
function hidesMessage(final: Expectations['expectedFinal']): boolean {
  return !Array.isArray(final) && (final as Json)['message'] === ''
}

function withoutText(final: Json): Json {
  return final['message'] === '' ? { ...final, message: undefined } : final
}

/** Run ids of the inner runs are made up by the runtime. */
function withoutRunId({ runId: _runId, ...event }: Json): Json {
  return event
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Loop scenarios: the expectation of the newest release; `olderVersions` those that differ. */
export const loopFormat: VectorFormat = {
  name: 'loop-scenarios',
  run: (vectors) => runChecks(loopChecks(vectors as readonly LoopScenario[])),
}
