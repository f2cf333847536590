import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createImporter } from '../../electron/history/importer.ts'
import { openHistoryEngine, type HistoryEngine } from '../../electron/history/history-engine.ts'
import {
  readLog,
  type DecisionEvent,
  type FailoverEvent,
  type LogEvent,
  type ProfileStateEvent,
} from '../../electron/logs/index.ts'
import { openSwitchyardStore, type SwitchyardStore } from '../../electron/store/index.ts'
import type { Finding, FindingCode } from '../../shared/contract/history/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type DirectoryFacts } from '../../shared/engine/index.ts'
import { zipOf } from '../support/archives.ts'
import { buildFacts } from '../support/build-facts.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'
import { DECISION, recordLine } from '../support/log-lines.ts'

const NOW_MS = 1_770_000_000_000
const START_MS = NOW_MS - 6 * HOUR_MS
const FACTS = buildFacts({ policyId: 'openclaw-2026.7' })

let folder: ReturnType<typeof temporaryFolder>
let store: SwitchyardStore
let engine: HistoryEngine

beforeEach(() => {
  folder = temporaryFolder()
  store = openSwitchyardStore(join(folder.path, 'switchyard.sqlite'), { clock: { now: () => NOW_MS } })
  engine = openHistoryEngine(store.file)
})
afterEach(() => {
  engine.close()
  store.close()
  folder.remove()
})

const base = (
  atMs: number,
  runId: string,
): Pick<LogEvent, 'atMs' | 'isTimed' | 'runId' | 'sessionId' | 'agentId' | 'lane' | 'parent' | 'line'> => ({
  atMs,
  isTimed: true,
  runId,
  sessionId: 'chat',
  agentId: 'main',
  lane: 'main',
  parent: null,
  line: null,
})

const runId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function decision(atMs: number, run: number, parts: Partial<DecisionEvent> = {}): DecisionEvent {
  return {
    kind: 'decision',
    ...base(atMs, runId(run)),
    decision: 'candidate_failed',
    requestedProvider: 'alpha',
    requestedModel: 'big',
    candidateProvider: 'alpha',
    candidateModel: 'big',
    attempt: 1,
    total: 2,
    reason: 'overloaded',
    status: 529,
    code: null,
    errorPreview: null,
    errorHash: null,
    providerErrorType: null,
    nextProvider: 'beta',
    nextModel: 'small',
    isPrimary: true,
    requestedModelMatched: true,
    fallbackConfigured: true,
    isProbe: false,
    profileCount: null,
    suppressed: 0,
    previousAttempts: null,
    finalOutcome: null,
    ...parts,
  }
}

const answered = (atMs: number, run: number): DecisionEvent =>
  decision(atMs, run, {
    decision: 'candidate_succeeded',
    candidateProvider: 'beta',
    candidateModel: 'small',
    attempt: 2,
    reason: null,
    status: null,
    nextProvider: null,
    nextModel: null,
  })

function limit(atMs: number, run: number, profileId: string, text: string | null = null): FailoverEvent {
  return {
    kind: 'failover',
    ...base(atMs, runId(run)),
    stage: 'assistant',
    decision: 'rotate_profile',
    reason: 'rate_limit',
    profileReason: 'rate_limit',
    provider: 'alpha',
    model: 'big',
    sourceProvider: 'alpha',
    sourceModel: 'big',
    profileId,
    status: 429,
    retryCount: null,
    profileRotationCount: null,
    attemptCount: null,
    rawErrorPreview: text,
    rawErrorHash: null,
    providerErrorType: null,
    fallbackConfigured: true,
    timedOut: false,
    aborted: false,
  }
}

function locked(atMs: number, run: number, parts: Partial<ProfileStateEvent> = {}): ProfileStateEvent {
  return {
    kind: 'profile_state',
    ...base(atMs, runId(run)),
    profileId: 'alpha:a',
    provider: 'alpha',
    reason: 'rate_limit',
    windowType: 'cooldown',
    isReused: false,
    errorCount: 1,
    previousErrorCount: null,
    cooldownUntilMs: atMs + 30 * SECOND_MS,
    previousCooldownUntilMs: null,
    disabledUntilMs: null,
    previousDisabledUntilMs: null,
    disabledReason: null,
    previousDisabledReason: null,
    failureCounts: {},
    ...parts,
  }
}

async function found(code: FindingCode, events: readonly LogEvent[], nowMs = NOW_MS): Promise<Finding[]> {
  engine.ingest(events, engine.sourceOf('file', 'a.log'))
  return (await engine.findings(FACTS, nowMs)).filter((finding) => finding.code === code)
}

/** How many decisions a finding's filter leads to. */
async function evidence({ filter }: Finding): Promise<number> {
  return (await engine.page({ filter, offset: 0, limit: 500 })).count
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('stored records show', () => {
  test('a flapping profile, with the runs that locked it', async () => {
    const events = numbers(6).flatMap((run) => [
      locked(START_MS + run * 5 * MINUTE_MS, run),
      decision(START_MS + run * 5 * MINUTE_MS + 1, run),
    ])
    const [finding, ...others] = await found('flapping_profile', events)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ profileIds: ['alpha:a'], figures: { openings: 6 }, runKeys: numbers(6).map(runId) })
    expect(await evidence(finding as Finding)).toBe(6)
  })

  test('a lock that the text of its failure does not justify, and not one that it does', async () => {
    const long = { cooldownUntilMs: START_MS + 3 * HOUR_MS }
    const explained = 'Rate limit reached. Try again in 3 hours.'
    const events = [
      limit(START_MS, 1, 'alpha:a', 'Rate limit reached.'),
      locked(START_MS, 1, long),
      limit(START_MS, 2, 'alpha:b', explained),
      locked(START_MS, 2, { ...long, profileId: 'alpha:b' }),
    ]
    expect(await found('lock_longer_than_cause', events)).toMatchObject([
      { profileIds: ['alpha:a'], figures: { lengthMs: 3 * HOUR_MS }, runKeys: [runId(1)] },
    ])
  })

  test('a lock of the ledger that no log tells of, once', async () => {
    const entry = {
      atMs: START_MS,
      agentId: 'main',
      owner: 'agent:main',
      provider: 'alpha',
      profileId: 'alpha:b',
      windowKind: 'cooldown',
      action: 'opened',
      cause: 'failure',
      rule: null,
      reason: 'rate_limit',
      rung: 1,
      failures: 1,
      untilBeforeMs: null,
      untilAfterMs: START_MS + 5 * HOUR_MS,
      model: null,
      basis: 'observed',
      detail: null,
    } as const
    store.ledger.append([
      entry,
      { ...entry, profileId: 'alpha:a' },
      { ...entry, profileId: 'alpha:c', cause: 'snooze' },
    ])
    const told = locked(START_MS, 1, { cooldownUntilMs: START_MS + 5 * HOUR_MS - 1 })
    const findings = await found('lock_longer_than_cause', [told])
    expect(findings.map(({ profileIds }) => profileIds)).toEqual(expect.arrayContaining([['alpha:a'], ['alpha:b']]))
    expect(findings).toHaveLength(2)
  })

  test('a fallback that never returned', async () => {
    const events = [
      locked(START_MS, 0),
      ...numbers(4).flatMap((run) => {
        const atMs = START_MS + HOUR_MS + run * 10 * MINUTE_MS
        return [
          decision(atMs, run, { decision: 'skip_candidate', reason: 'rate_limit', status: null }),
          answered(atMs + 1, run),
        ]
      }),
    ]
    const [finding] = await found('fallback_never_returned', events)
    expect(finding).toMatchObject({ sessions: ['chat'], models: ['alpha/big', 'beta/small'], figures: { runs: 4 } })
    expect(await evidence(finding as Finding)).toBe(8)
  })

  test('an outage of a provider', async () => {
    const events = numbers(6).map((run) =>
      decision(START_MS + run * 10 * SECOND_MS, run, { candidateModel: run % 2 === 0 ? 'big' : 'small' }),
    )
    const [finding] = await found('provider_wide_outage', events)
    expect(finding).toMatchObject({ provider: 'alpha', models: ['alpha/big', 'alpha/small'], figures: { failures: 6 } })
    expect(await evidence(finding as Finding)).toBe(6)
  })

  test('a rate limit that was recorded as billing', async () => {
    const billing = { reason: 'billing', status: 402, errorPreview: '402 Usage limit reached, try again in 2 hours' }
    const other = { reason: 'billing', status: 402, errorPreview: '402 Your credit balance is too low' }
    const events = [
      decision(START_MS, 1, billing),
      decision(START_MS + 1, 2, billing),
      decision(START_MS + 2, 3, other),
    ]
    const [finding, ...others] = await found('rate_limit_misread_as_billing', events)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ figures: { records: 2 } })
    expect(await evidence(finding as Finding)).toBe(2)
  })

  test('records from the future, and windows that ended before they began', async () => {
    const events = [decision(NOW_MS + HOUR_MS, 1), locked(START_MS, 2, { cooldownUntilMs: START_MS - HOUR_MS })]
    const findings = await found('clock_skew', events)
    expect(findings.map(({ figures }) => figures)).toEqual([
      { records: 1, aheadMs: HOUR_MS },
      { windows: 1, backMs: HOUR_MS },
    ])
    expect(await evidence(findings[0] as Finding)).toBe(1)
  })

  test('a log that was last changed before its last record was written', async () => {
    const behind = async (file: string): Promise<readonly Finding[]> => {
      const importer = createImporter(engine, () => undefined)
      importer.start([{ kind: 'path', path: file }])
      await importer.finished()
      return (await engine.findings(FACTS, NOW_MS)).filter(({ code }) => code === 'clock_skew')
    }
    const written = (name: string, content: string | Uint8Array, modifiedMs: number): string => {
      const file = join(folder.path, name)
      writeFileSync(file, content)
      utimesSync(file, modifiedMs / SECOND_MS, modifiedMs / SECOND_MS)
      return file
    }
    const log = `${recordLine(DECISION, { time: new Date(START_MS).toISOString() })}\n`
    expect(await behind(written('right.log', log, START_MS + SECOND_MS))).toEqual([])
    expect(await behind(written('near.log', log, START_MS - MINUTE_MS))).toEqual([])
    // The time in a zip archive has no zone.
    expect(await behind(written('a.zip', zipOf([{ name: 'a.log', content: Buffer.from(log) }]), START_MS))).toEqual([])
    const late = written('late.log', log, START_MS - 3 * HOUR_MS)
    const expected = [
      {
        severity: 'info',
        fromMs: START_MS - 3 * HOUR_MS,
        toMs: START_MS,
        figures: { fileMs: START_MS - 3 * HOUR_MS, aheadMs: 3 * HOUR_MS },
      },
    ]
    expect(await behind(late)).toMatchObject(expected)
    expect(await behind(written('late.log.gz', gzipSync(log), START_MS - 3 * HOUR_MS))).toMatchObject([
      ...expected,
      ...expected,
    ])
    engine.forget(engine.sourceOf('file', late))
    expect(await engine.findings(FACTS, NOW_MS)).toMatchObject(expected)
  })

  test('a limit that accounts share', async () => {
    const events = numbers(4).flatMap((run) => {
      const atMs = START_MS + run * HOUR_MS
      return [
        limit(atMs, run, 'alpha:a'),
        limit(atMs + 2 * SECOND_MS, run, 'alpha:b'),
        decision(atMs + 3 * SECOND_MS, run),
      ]
    })
    const [finding] = await found('shared_limit', events)
    expect(finding).toMatchObject({ profileIds: ['alpha:a', 'alpha:b'], figures: { accounts: 2, times: 4 } })
    expect(await evidence(finding as Finding)).toBe(4)
  })
})

describe.each([
  ['2026.5.20', 'docs-2026.4'],
  ['2026.7.1', 'openclaw-2026.7'],
  ['2026.9.6', 'openclaw-2026.9'],
] as const)('the log that OpenClaw %s wrote', (version, policyId) => {
  async function findings(facts: DirectoryFacts | null): Promise<readonly Finding[]> {
    const path = join(import.meta.dirname, '..', 'fixtures', `openclaw-${version}`, 'logs', 'openclaw.log')
    for await (const { events } of readLog({ kind: 'path', path })) engine.ingest(events, engine.sourceOf('file', path))
    const { lastMs } = await engine.page({ filter: {}, offset: 0, limit: 1 })
    return engine.findings(facts, (lastMs ?? 0) + MINUTE_MS)
  }

  test('raises no alarm: each failure was played once, and by the rules of its time', async () => {
    expect(await findings(buildFacts({ policyId }))).toEqual([])
    expect(await findings(null)).toEqual([])
  })

  test('is judged by the rules that are in force', async () => {
    const judged = await findings(buildFacts({ policyId: 'openclaw-2026.9' }))
    const long = judged.filter(({ code }) => code === 'lock_longer_than_cause')
    // Five hours for credit that is used up were the rule until ten minutes became it.
    expect(long.length > 0).toBe(version !== '2026.9.6')
    for (const finding of long) {
      expect(finding.figures['lengthMs']).toBeGreaterThan(4 * HOUR_MS)
      expect(finding.figures['justifiedMs']).toBe(10 * MINUTE_MS)
      expect(finding.runKeys).toHaveLength(1)
    }
  })
})
