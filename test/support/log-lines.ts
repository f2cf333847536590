import { readFileSync } from 'node:fs'
import { createLogScanner, type LogEvent, type ScannerOptions } from '../../electron/logs/index.ts'
import type { LogCounts } from '../../shared/contract/history/index.ts'

export const RELEASES = ['2026.5.20', '2026.7.1', '2026.9.6'] as const
export type Release = (typeof RELEASES)[number]

export const FALLBACK_MS = Date.parse('2026-02-03T04:05:06.000Z')

/** A log that a real release wrote. */
export function fixtureLog(release: Release, name = 'openclaw.log'): string {
  return readFileSync(new URL(`../fixtures/openclaw-${release}/logs/${name}`, import.meta.url), 'utf8')
}

export interface Scanned {
  readonly events: readonly LogEvent[]
  readonly counts: LogCounts
}

/** Reads a whole log at once, or in chunks of a size. */
export function scan(log: string | Uint8Array, chunkBytes = Infinity, options: Partial<ScannerOptions> = {}): Scanned {
  const scanner = createLogScanner({ fallbackMs: FALLBACK_MS, ...options })
  const bytes = Buffer.from(log)
  for (let at = 0; at < bytes.length; at += chunkBytes)
    scanner.push(Buffer.from(bytes.subarray(at, chunkBytes === Infinity ? bytes.length : at + chunkBytes)))
  scanner.end()
  return { events: scanner.take(), counts: scanner.counts() }
}

/** The only event of a log. */
export function onlyEvent<Kind extends LogEvent['kind']>(log: string, kind: Kind): Extract<LogEvent, { kind: Kind }> {
  const { events } = scan(log)
  const [event] = events
  if (events.length !== 1 || event?.kind !== kind)
    throw new Error(`Not one ${kind}: ${events.map((one) => one.kind).join()}`)
  return event as Extract<LogEvent, { kind: Kind }>
}

/** A line as the file logger writes it. */
export function recordLine(event: Record<string, unknown>, around: Record<string, unknown> = {}): string {
  return JSON.stringify({
    '0': '{"subsystem":"agent/embedded"}',
    '1': event,
    '2': 'message',
    _meta: { runtime: 'node', date: '2026-02-03T01:00:00.000Z', logLevelName: 'WARN' },
    time: '2026-02-03T02:00:00.250+01:00',
    hostname: 'gateway-01',
    message: 'message',
    ...around,
  })
}

export const DECISION = {
  event: 'model_fallback_decision',
  runId: 'run-1',
  sessionId: 'session-1',
  lane: 'main',
  decision: 'candidate_failed',
  requestedProvider: 'openai',
  requestedModel: 'gpt-5.5',
  candidateProvider: 'openai',
  candidateModel: 'gpt-5.5',
  attempt: 1,
  total: 2,
  reason: 'rate_limit',
  status: 429,
  errorPreview: '429 Too Many Requests',
  errorHash: 'sha256:9bfee574ec1d',
  fallbackStepFinalOutcome: 'next_fallback',
  nextCandidateProvider: 'openrouter',
  nextCandidateModel: 'anthropic/claude-opus-4-6',
  isPrimary: true,
  requestedModelMatched: true,
  fallbackConfigured: true,
}

export const PROFILE_STATE = {
  event: 'auth_profile_failure_state_updated',
  runId: 'run-1',
  profileId: 'sha256:0123456789ab',
  provider: 'openai',
  reason: 'billing',
  windowType: 'disabled',
  windowReused: true,
  previousErrorCount: 1,
  errorCount: 2,
  previousCooldownUntil: 1_770_000_000_000,
  cooldownUntil: 1_770_000_060_000,
  previousDisabledUntil: 1_770_000_100_000,
  disabledUntil: 1_770_000_200_000,
  previousDisabledReason: 'billing',
  disabledReason: 'billing',
  failureCounts: { billing: 2 },
}
