import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { profileHash } from '../../electron/history/event-key.ts'
import type { HistoryEngine } from '../../electron/history/history-engine.ts'
import { openSwitchyardStore } from '../../electron/store/index.ts'
import type { CandidateLock } from '../../shared/contract/history/index.ts'
import { MINUTE_MS } from '../../shared/engine/index.ts'
import { openEngine } from '../support/history.ts'
import { eventsOfText } from '../support/log-events.ts'
import { DECISION, PROFILE_STATE, recordLine } from '../support/log-lines.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'

/** Which locks a skipped candidate is told to have had: what was known at that moment, from logs and from the ledger. */
const SKIPPED_MS = Date.parse('2026-02-03T01:00:00.000Z')
const HOME = 'openai:home'
const WORK = 'openai:work'

type Event = readonly [atMs: number, event: Record<string, unknown>]

const skip: Event = [SKIPPED_MS, { ...DECISION, decision: 'skip_candidate', status: null, errorPreview: undefined }]

function locked(atMs: number, profileId: string, parts: Record<string, unknown>): Event {
  const event = { ...PROFILE_STATE, profileId: profileHash(profileId), runId: 'run-0', windowReused: false }
  const none = { cooldownUntil: undefined, disabledUntil: undefined, disabledReason: undefined }
  return [atMs, { ...event, ...none, windowType: 'cooldown', reason: 'rate_limit', ...parts }]
}

function take(engine: HistoryEngine, events: readonly Event[]): void {
  engine.knowProfiles([HOME, WORK])
  const lines = events.map(([atMs, event]) => recordLine(event, { time: new Date(atMs).toISOString() }))
  engine.ingest(eventsOfText(lines.join('\n')), engine.sourceOf('file', 'log'))
}

function locksOf(engine: HistoryEngine): readonly CandidateLock[] {
  return engine.run('run-1', 'openclaw-2026.9').candidates[0]?.locks ?? []
}

describe('the locks of a skipped candidate', () => {
  test('are those that were running at that moment, each account once, the soonest end first', () => {
    const engine = openEngine()
    take(engine, [
      locked(SKIPPED_MS - 2 * MINUTE_MS, HOME, {
        windowType: 'disabled',
        reason: 'billing',
        cooldownUntil: SKIPPED_MS + MINUTE_MS,
        disabledUntil: SKIPPED_MS + 9 * MINUTE_MS,
      }),
      locked(SKIPPED_MS - MINUTE_MS, WORK, { cooldownUntil: SKIPPED_MS + 3 * MINUTE_MS }),
      skip,
    ])
    expect(locksOf(engine)).toEqual([
      { profileId: WORK, kind: 'cooldown', reason: 'rate_limit', untilMs: SKIPPED_MS + 3 * MINUTE_MS },
      { profileId: HOME, kind: 'disabled', reason: 'billing', untilMs: SKIPPED_MS + 9 * MINUTE_MS },
    ])
  })

  test('are not those that were over, came later, or belong to another provider; the last record counts', () => {
    const engine = openEngine()
    take(engine, [
      locked(SKIPPED_MS - 9 * MINUTE_MS, HOME, { cooldownUntil: SKIPPED_MS + 9 * MINUTE_MS }),
      locked(SKIPPED_MS - 8 * MINUTE_MS, HOME, { cooldownUntil: SKIPPED_MS - MINUTE_MS }),
      locked(SKIPPED_MS - MINUTE_MS, 'other:a', { provider: 'other', cooldownUntil: SKIPPED_MS + MINUTE_MS }),
      locked(SKIPPED_MS + 1, WORK, { cooldownUntil: SKIPPED_MS + MINUTE_MS }),
      skip,
    ])
    expect(locksOf(engine)).toEqual([])
  })

  test('come from the ledger as well, which also knows what was cleared and what is for another model', () => {
    const file = path.join(temporaryFolder(), 'switchyard.sqlite')
    const store = openSwitchyardStore(file, { clock: { now: () => SKIPPED_MS } })
    onTestFinished(() => store.close())
    const entry = {
      agentId: 'main',
      owner: 'agent:main',
      provider: 'openai',
      windowKind: 'disabled',
      action: 'opened',
      cause: 'snooze',
      rule: null,
      reason: null,
      rung: null,
      failures: null,
      untilBeforeMs: null,
      model: null,
      basis: 'console',
      detail: null,
    } as const
    store.ledger.append([
      { ...entry, profileId: WORK, atMs: SKIPPED_MS - MINUTE_MS, untilAfterMs: SKIPPED_MS + 5 * MINUTE_MS },
      {
        ...entry,
        profileId: HOME,
        atMs: SKIPPED_MS - MINUTE_MS,
        windowKind: 'cooldown',
        action: 'cleared',
        cause: 'manual_clear',
        untilBeforeMs: SKIPPED_MS + MINUTE_MS,
        untilAfterMs: null,
      },
      {
        ...entry,
        profileId: 'openai:third',
        atMs: SKIPPED_MS - MINUTE_MS,
        model: 'another',
        untilAfterMs: SKIPPED_MS + MINUTE_MS,
      },
    ])
    const engine = openEngine(file)
    take(engine, [locked(SKIPPED_MS - 2 * MINUTE_MS, HOME, { cooldownUntil: SKIPPED_MS + MINUTE_MS }), skip])
    expect(locksOf(engine)).toEqual([
      { profileId: WORK, kind: 'disabled', reason: null, untilMs: SKIPPED_MS + 5 * MINUTE_MS },
    ])
  })
})
