import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createProfileNames, readLog, type LogEvent } from '../../electron/logs/index.ts'
import type { LogCounts } from '../../shared/contract/history/index.ts'
import { fixtureLog, RELEASES, scan } from '../support/log-lines.ts'

const fileOf = (release: string, name = ''): string =>
  fileURLToPath(new URL(`../fixtures/openclaw-${release}/logs/${name}`, import.meta.url))

async function read(path: string): Promise<{ readonly events: LogEvent[]; readonly counts: LogCounts | undefined }> {
  const events: LogEvent[] = []
  let counts: LogCounts | undefined
  for await (const batch of readLog({ kind: 'path', path })) {
    events.push(...batch.events)
    counts = batch.counts
  }
  return { events, counts }
}

function tally(events: readonly LogEvent[]): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {}
  for (const { kind } of events) kinds[kind] = (kinds[kind] ?? 0) + 1
  return kinds
}

describe('what real releases logged', () => {
  test.each([
    ['2026.5.20', 'openclaw.log', { decision: 29, profile_state: 18, failover: 30, agent_end: 66 }],
    ['2026.7.1', 'openclaw.log', { decision: 39, profile_state: 23, failover: 27, agent_end: 72 }],
    ['2026.9.6', 'openclaw.log', { decision: 9, profile_state: 5, failover: 5, agent_end: 8 }],
    ['2026.9.6', 'decisions.jsonl', { decision: 81, profile_state: 7, failover: 15, chain_stopped: 1 }],
  ])('%s %s is read to the last record', async (release, name, kinds) => {
    const { events, counts } = await read(fileOf(release, name))
    expect(tally(events)).toEqual(kinds)
    expect(counts).toMatchObject({
      records: events.length,
      malformed: 0,
      torn: 0,
      welded: 0,
      giant: 0,
      gaps: 0,
      lines: events.length + (counts?.unrelated ?? 0),
    })
  })

  test.each(RELEASES)('%s: every decision has what its screen needs', (release) => {
    for (const event of scan(fixtureLog(release)).events) {
      expect(event).toMatchObject({ isTimed: true })
      expect(event.runId ?? event.sessionId).not.toBeNull()
      if (event.kind !== 'decision') continue
      expect([event.candidateProvider, event.requestedProvider]).not.toContain('unknown')
      expect(event.attempt).toBeGreaterThan(0)
      expect(event.total).toBeGreaterThanOrEqual(event.attempt ?? Infinity)
    }
  })

  test.each(RELEASES)('%s: every profile is one of those that the directory has', (release) => {
    const names = createProfileNames(['alpha:home', 'alpha:work', 'beta:main', 'beta:spare'])
    const profiles = scan(fixtureLog(release)).events.flatMap((event) =>
      event.kind === 'profile_state' ? [names.idOf(event.profileId)] : [],
    )
    expect(profiles.length).toBeGreaterThan(0)
    for (const profile of profiles) expect(profile).toMatch(/^(?:alpha|beta):\w+$/)
  })

  test('a folder is read as a whole', async () => {
    const { events } = await read(fileOf('2026.9.6'))
    expect(events).toHaveLength(27 + 104)
  })
})
