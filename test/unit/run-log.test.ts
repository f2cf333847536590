import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  answer,
  failure,
  RESULT_FLAW,
  simulate,
  type RunRecord,
  type ScriptedOutcome,
  type World,
} from '../../shared/engine/index.ts'
import { classify, NOW_MS, requestOf, scriptOf, worldOf } from '../support/run-world.ts'

/**
 * The lines that OpenClaw 2026.9.6 logged, field for field: the same runs are simulated and must leave the same records.
 * Its log filter masks every `code`. Of a key it leaves the first six characters and the last four; ours, the last four.
 */
const file = join(import.meta.dirname, '../fixtures/openclaw-2026.9.6/logs/decisions.jsonl')
const logged = readFileSync(file, 'utf8')
  .replaceAll('sk-tes…zzzz', '***zzzz')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Readonly<Record<string, unknown>> => JSON.parse(line)['1'])

const OPUS = 'anthropic/claude-opus-4-6'
const GROQ = 'groq/llama-3.3-70b-versatile'
const GPT = 'openai/gpt-5.5'
const http = (status: number, message = `${status}`): ScriptedOutcome => failure({ status, message })
const limited = http(429, '429 Too Many Requests')
const cooling = (profileId: string, untilMs: number, reason?: string): Record<string, object> => ({
  [profileId]: {
    cooldownUntil: NOW_MS + untilMs,
    errorCount: 1,
    lastFailureAt: NOW_MS - 10_000,
    ...(reason === undefined ? {} : { cooldownReason: reason, failureCounts: { [reason]: 1 } }),
  },
})
const disabled = (profileId: string, untilMs: number, reason: string): Record<string, object> => ({
  [profileId]: {
    disabledUntil: NOW_MS + untilMs,
    disabledReason: reason,
    errorCount: 1,
    failureCounts: { [reason]: 1 },
    lastFailureAt: NOW_MS - 10_000,
  },
})

interface LoggedRun {
  readonly name: string
  readonly id: string
  readonly fallbacks?: readonly string[]
  readonly usageStats?: Record<string, object>
  readonly script: Readonly<Record<string, ScriptedOutcome>>
  /** ms after the first run of the same session */
  readonly laterMs?: readonly number[]
  readonly laterScript?: Readonly<Record<string, ScriptedOutcome>>
  readonly skipTtlMs?: number
}

const RUNS: readonly LoggedRun[] = [
  { name: 'a rate limit', id: 's01', script: { [GPT]: limited } },
  {
    name: 'an overload with a structured body',
    id: 's02',
    script: { [GPT]: http(503, '503 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}') },
  },
  { name: 'an empty account', id: 's03', script: { [GPT]: http(402, '402 insufficient credits') } },
  {
    name: 'a key in the error text',
    id: 's04',
    script: { [GPT]: http(401, `401 Incorrect API key provided: sk-test-${'z'.repeat(22)}`) },
  },
  { name: 'a time limit', id: 's05', script: { [GPT]: failure({ message: 'LLM request timed out.' }) } },
  { name: 'a missing model', id: 's06', script: { [GPT]: http(404, '404 The model `gpt-5.5` does not exist') } },
  { name: 'a server error', id: 's07', script: { [GPT]: http(500, '500 Internal Server Error') } },
  {
    name: 'a bad request',
    id: 's08',
    script: { [GPT]: http(400, '400 invalid_request_error: tools.0.name is invalid') },
  },
  { name: 'an unknown error', id: 's09', script: { [GPT]: failure({ message: 'kaboom: something odd' }) } },
  {
    name: 'an error without details',
    id: 's10',
    script: { [GPT]: failure({ message: 'Unknown error (no error details in response)' }) },
  },
  {
    name: 'an empty response',
    id: 's11',
    script: { [GPT]: failure({ reason: 'empty_response', message: 'LLM request failed.', rawError: '' }) },
  },
  {
    name: 'an unclassified failure',
    id: 's12',
    script: { [GPT]: failure({ reason: 'unclassified', message: 'weird provider text 9f3' }) },
  },
  {
    name: 'an expired session',
    id: 's13',
    script: { [GPT]: failure({ reason: 'session_expired', message: 'session expired', status: 410 }) },
  },
  {
    name: 'a certificate that takes its provider out of the run',
    id: 's14',
    fallbacks: ['openai/gpt-5.4-mini', OPUS],
    script: { [GPT]: failure({ reason: 'tls_certificate', message: 'self-signed certificate in certificate chain' }) },
  },
  {
    name: 'a request larger than the limit of the provider',
    id: 's15',
    script: {
      [GPT]: http(
        413,
        '413 Request too large for model `gpt-5.5` on tokens per minute (TPM): Limit 8000, Requested 8098',
      ),
    },
  },
  {
    name: 'a request id in the body',
    id: 's16',
    script: {
      [GPT]: http(
        429,
        '429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization\'s rate limit"},"request_id":"req_011CTest"}',
      ),
    },
  },
  {
    name: 'an abort by the caller',
    id: 's17',
    script: {
      [GPT]: {
        kind: 'stopped',
        reason: 'caller_signal_aborted',
        name: 'AbortError',
        message: 'This operation was aborted',
        status: null,
      },
    },
  },
  { name: 'an exhausted chain', id: 's18', script: { [GPT]: limited, [OPUS]: http(401, '401 invalid x-api-key') } },
  { name: 'a skip for overload', id: 's19', usageStats: cooling('openai:a', 240_000, 'overloaded'), script: {} },
  { name: 'a skip for sign-in', id: 's20', usageStats: cooling('openai:a', 60_000, 'auth'), script: {} },
  {
    name: 'a skip for permanent sign-in failure',
    id: 's21',
    usageStats: disabled('openai:a', 300_000, 'auth_permanent'),
    script: {},
  },
  { name: 'a probe of an empty account', id: 's22', usageStats: disabled('openai:a', 100_000, 'billing'), script: {} },
  { name: 'a probe without a known reason', id: 's23', usageStats: cooling('openai:a', 90_000), script: {} },
  {
    name: 'a fallback that is skipped',
    id: 's24',
    fallbacks: [OPUS, GROQ],
    usageStats: disabled('anthropic:a', 18_000_000, 'billing'),
    script: { [GPT]: limited },
  },
  {
    name: 'one probe of a provider in a run',
    id: 's25',
    fallbacks: ['openai/gpt-5.4-mini', OPUS],
    usageStats: cooling('openai:a', 240_000, 'rate_limit'),
    script: { [GPT]: limited },
  },
  {
    name: 'a fallback that is passed over after a failed sign-in',
    id: 's26',
    fallbacks: [OPUS, GROQ],
    skipTtlMs: 60_000,
    script: { [GPT]: limited, [OPUS]: http(401, '401 invalid x-api-key') },
    laterMs: [59_000],
  },
  {
    name: 'a switch to an earlier candidate',
    id: 's27',
    fallbacks: [OPUS, GROQ],
    script: {
      [GPT]: limited,
      [OPUS]: { kind: 'switch_requested', provider: 'openai', model: 'gpt-5.5', isOtherRuntime: false },
    },
  },
  {
    name: 'a result that was found wanting',
    id: 's28',
    script: {
      [GPT]: {
        kind: 'answered',
        value: '',
        isEmpty: false,
        flaw: {
          ...RESULT_FLAW,
          message: 'openai/gpt-5.5 ended without a visible assistant reply',
          reason: 'format',
          code: 'empty_result',
        },
        stopReason: null,
      },
    },
  },
  {
    name: 'equal failures of sign-in within half a minute',
    id: 's29',
    script: { [GPT]: http(401, '401 Incorrect API key provided') },
    laterMs: [10_000, 31_000],
  },
  {
    name: 'a sibling of a probed fallback',
    id: 's30',
    fallbacks: [OPUS, 'anthropic/claude-sonnet-4-6', GROQ],
    usageStats: cooling('anthropic:a', 240_000, 'rate_limit'),
    script: { [GPT]: limited, [OPUS]: http(429, '429 rate_limit_error') },
  },
]

function recordsOf({
  id,
  fallbacks = [OPUS],
  usageStats = {},
  skipTtlMs = 0,
  script,
  laterMs = [],
}: LoggedRun): RunRecord[] {
  const config = { agents: { defaults: { model: { primary: GPT, fallbacks } } } }
  const profileIds = ['openai:a', 'anthropic:a', 'groq:a']
  const records: RunRecord[] = []
  let world: World = worldOf({ config, usageStats, profileIds, session: null })
  for (const [index, afterMs] of [0, ...laterMs].entries()) {
    const request = requestOf({
      config,
      requested: { provider: 'openai', model: 'gpt-5.5' },
      runId: `${id}-run-${index + 1}`,
      sessionId: `${id}-sess`,
      sessionKey: null,
      profiles: 'caller',
      skipTtlMs,
    })
    const played = simulate(
      request,
      classify,
      { ...world, nowMs: NOW_MS + afterMs },
      scriptOf({ ...script, groq: answer('x') }),
    )
    for (const { record, isRepeat } of played.records)
      if (record.event !== 'model.failover' && !isRepeat) records.push(record)
    world = played.world
  }
  return records
}

/** As the log's own filter leaves it. */
function filtered(record: RunRecord): unknown {
  return JSON.parse(JSON.stringify(record), (key, value: unknown) =>
    key === 'code' && typeof value === 'string' ? '***' : value,
  )
}

describe('the records of a run are those of the recorded log', () => {
  test.each(RUNS)('$name ($id)', (run) => {
    const lines = logged.filter(
      ({ sessionId, event }) => sessionId === `${run.id}-sess` && String(event).startsWith('model_fallback'),
    )
    expect(lines.length).toBeGreaterThan(0)
    expect(recordsOf(run).map(filtered)).toEqual(lines)
  })

  test('covers every recorded session', () => {
    const sessions = new Set(
      logged.flatMap(({ sessionId }) => (/^s\d+-sess$/.test(String(sessionId)) ? [String(sessionId).slice(0, 3)] : [])),
    )
    expect(RUNS.map(({ id }) => id).toSorted()).toEqual([...sessions].toSorted())
  })
})
