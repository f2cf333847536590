import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../electron/providers/call-answer.ts'
import {
  concludeUsage,
  createSingleFlightMap,
  effectOfRecheck,
  modelForRecheck,
  type CallConclusion,
} from '../../electron/providers/index.ts'
import { readUsage } from '../../electron/providers/usage-endpoint.ts'
import { EMPTY_USAGE_STATS, POLICIES, type UsageStats, type WindowContext } from '../../shared/engine/index.ts'

const NOW_MS = 1_770_000_000_000
const HOUR_MS = 3_600_000
const CONTEXT: WindowContext = { policy: POLICIES['openclaw-2026.9'], provider: 'openai', nowMs: NOW_MS }

const OK: CallConclusion = {
  outcome: 'ok',
  model: 'big',
  status: 200,
  latencyMs: 5,
  reason: null,
  ruleId: null,
  retryAtMs: null,
  message: null,
  usageProbe: null,
}
const FAILED: CallConclusion = { ...OK, outcome: 'failed', status: 429, reason: 'rate_limit', message: 'no' }

const stats = (changes: Partial<UsageStats>): UsageStats => ({ ...EMPTY_USAGE_STATS, ...changes })
const COOLING = stats({
  cooldownUntilMs: NOW_MS + HOUR_MS,
  cooldownReason: 'rate_limit',
  errorCount: 3,
  failureCounts: { rate_limit: 3 },
  lastFailureAtMs: NOW_MS - HOUR_MS,
})
const BLOCKED = stats({
  blockedUntilMs: NOW_MS + HOUR_MS,
  blockedReason: 'subscription_limit',
  blockedSource: 'wham',
  failureCounts: { rate_limit: 1 },
})

describe('a re-check', () => {
  test('that succeeds ends every lock and starts the counters over', () => {
    const disabled = { ...COOLING, disabledUntilMs: NOW_MS + 5 * HOUR_MS, disabledReason: 'billing' as const }
    expect(effectOfRecheck(disabled, OK, CONTEXT)?.stats).toMatchObject({
      cooldownUntilMs: null,
      disabledUntilMs: null,
      errorCount: 0,
      failureCounts: {},
      lastFailureAtMs: COOLING.lastFailureAtMs,
      lastUsedMs: NOW_MS,
    })
  })

  test('that fails records nothing', () => {
    for (const records of [null, COOLING, BLOCKED]) expect(effectOfRecheck(records, FAILED, CONTEXT)).toBeNull()
  })

  test('calls the model that is locked, and a success with another says nothing about it', () => {
    const scoped = { ...COOLING, cooldownModel: 'small' }
    expect(modelForRecheck(scoped, CONTEXT, 'big')).toBe('small')
    expect(modelForRecheck(COOLING, CONTEXT, 'big')).toBe('big')
    expect(modelForRecheck({ ...scoped, cooldownUntilMs: NOW_MS }, CONTEXT, 'big')).toBe('big')
    expect(modelForRecheck(null, CONTEXT, null)).toBeNull()
    expect(effectOfRecheck(scoped, OK, CONTEXT)).toBeNull()
    expect(effectOfRecheck(scoped, { ...OK, model: 'small' }, CONTEXT)?.stats?.cooldownUntilMs).toBeNull()
  })

  test('of a subscription ends the block where there is capacity again', () => {
    const available = { ...FAILED, model: null, usageProbe: { outcome: 'available' } } as const
    expect(effectOfRecheck(BLOCKED, available, CONTEXT)?.stats).toMatchObject({
      blockedUntilMs: null,
      lastProbeAtMs: NOW_MS,
    })
  })

  test('of a subscription that is still used up leaves the block, and never makes it longer', () => {
    const probed = (untilMs: number) =>
      ({ ...FAILED, model: null, usageProbe: { outcome: 'exhausted', untilMs } }) as const
    expect(effectOfRecheck(BLOCKED, probed(NOW_MS + 9 * HOUR_MS), CONTEXT)).toBeNull()
    expect(effectOfRecheck(BLOCKED, probed(NOW_MS + HOUR_MS), CONTEXT)?.stats).toMatchObject({
      blockedUntilMs: NOW_MS + HOUR_MS,
      lastProbeAtMs: NOW_MS,
      failureCounts: { rate_limit: 1 },
    })
  })

  test('of a subscription without a block records nothing', () => {
    for (const outcome of ['available', 'failed', 'token_expired'] as const)
      expect(effectOfRecheck(COOLING, { ...FAILED, usageProbe: { outcome } }, CONTEXT)).toBeNull()
  })
})

describe('a task for one account', () => {
  test('runs once however many ask, and again when it has ended', async () => {
    const flights = createSingleFlightMap<number>()
    let runs = 0
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const task = async (): Promise<number> => {
      runs += 1
      const run = runs
      await gate
      return run
    }
    const first = flights.run(['agent:main', 'a'], task)
    const second = flights.run(['agent:main', 'a'], task)
    const other = flights.run(['agent:main', 'b'], task)
    expect(second).toBe(first)
    expect(flights.size).toBe(2)
    open()
    expect(await Promise.all([first, second, other])).toEqual([1, 1, 2])
    expect(flights.size).toBe(0)
    expect(await flights.run(['agent:main', 'a'], task)).toBe(3)
  })

  test('that fails, fails for all who asked, and can be tried again', async () => {
    const flights = createSingleFlightMap<number>()
    const fail = (): Promise<number> => {
      throw new Error('no')
    }
    const both = [flights.run(['a'], fail), flights.run(['a'], fail)]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await flights.run(['a'], async () => 1)).toBe(1)
  })

  test('keys are told apart by their parts', async () => {
    const flights = createSingleFlightMap<string>()
    const all = await Promise.all([
      flights.run(['a', 'b:c'], async () => '1'),
      flights.run(['a:b', 'c'], async () => '2'),
    ])
    expect(all).toEqual(['1', '2'])
  })
})

describe('the usage endpoint says', () => {
  const inOneHour = { used_percent: 100, reset_after_seconds: 3600 }
  const free = { used_percent: 10, reset_after_seconds: 60 }
  const answer = (rate_limit: object, more: object = {}): unknown => ({ rate_limit, ...more })
  const exhausted = (hours: number) => ({ outcome: 'exhausted', untilMs: NOW_MS + hours * HOUR_MS })

  test.each([
    [
      'capacity',
      answer({ limit_reached: false, primary_window: free, secondary_window: free }),
      { outcome: 'available' },
    ],
    [
      'one full window',
      answer({ limit_reached: true, primary_window: inOneHour, secondary_window: free }),
      exhausted(1),
    ],
    [
      'two full windows: the longer wait',
      answer({
        limit_reached: true,
        primary_window: inOneHour,
        secondary_window: { used_percent: 100, reset_after_seconds: 7200 },
      }),
      exhausted(2),
    ],
    [
      'a full window by its instant',
      answer({ limit_reached: true, primary_window: { used_percent: 101, reset_at: (NOW_MS + HOUR_MS) / 1000 } }),
      exhausted(1),
    ],
    [
      'a full additional limit',
      answer(
        { limit_reached: false, primary_window: free },
        { additional_rate_limits: [{ rate_limit: { primary_window: inOneHour } }] },
      ),
      exhausted(1),
    ],
    [
      'a limit that is reached, with a single window',
      answer({ limit_reached: true, primary_window: { used_percent: 98, reset_after_seconds: 3600 } }),
      exhausted(1),
    ],
    [
      'a reached limit with two free windows',
      answer({ limit_reached: true, primary_window: free, secondary_window: free }),
      { outcome: 'failed' },
    ],
    [
      'a full window without a reset',
      answer({ limit_reached: true, primary_window: { used_percent: 100 } }),
      { outcome: 'failed' },
    ],
    [
      'a full window that reset in the past',
      answer({ primary_window: { used_percent: 100, reset_at: 5 } }),
      { outcome: 'failed' },
    ],
    [
      'a reached cap of credits',
      answer({ limit_reached: false, primary_window: free }, { rate_limit_reached_type: { type: 'credits' } }),
      { outcome: 'failed' },
    ],
    [
      'reached spending',
      answer({ limit_reached: false, primary_window: free }, { spend_control: { reached: true } }),
      { outcome: 'failed' },
    ],
    ['nothing', {}, { outcome: 'failed' }],
    ['no object', 'hello', { outcome: 'failed' }],
    ['an empty limit', answer({}), { outcome: 'failed' }],
  ])('%s', (_name, body, expected) => {
    expect(readUsage(body, NOW_MS)).toEqual(expected)
  })
})

describe('an answer of the usage endpoint', () => {
  test('is told as a test call is', () => {
    expect(concludeUsage({ outcome: 'available' }, 7)).toMatchObject({ outcome: 'ok', reason: null, message: null })
    const untilMs = NOW_MS + HOUR_MS
    expect(concludeUsage({ outcome: 'exhausted', untilMs }, 7)).toEqual({
      outcome: 'failed',
      model: null,
      status: null,
      latencyMs: 7,
      reason: 'rate_limit',
      ruleId: null,
      retryAtMs: untilMs,
      message: expect.any(String),
      usageProbe: { outcome: 'exhausted', untilMs },
    })
    for (const outcome of ['token_expired', 'account_dead', 'http_error', 'failed'] as const)
      expect(concludeUsage({ outcome }, 7)).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/\.$/) })
  })

  test('ends a block by way of a re-check', () => {
    expect(
      effectOfRecheck(BLOCKED, concludeUsage({ outcome: 'available' }, 7), CONTEXT)?.stats?.blockedUntilMs,
    ).toBeNull()
    expect(
      effectOfRecheck(BLOCKED, concludeUsage({ outcome: 'account_dead' }, 7), CONTEXT)?.stats?.blockedUntilMs,
    ).toBe(BLOCKED.blockedUntilMs)
  })
})

describe('the body of a success', () => {
  test.each([
    ['answered', { choices: [{ message: { content: 'pong' } }] }],
    ['answered', { choices: [{ message: { content: null, reasoning_content: 'hm' } }] }],
    ['answered', { choices: [{ message: { content: [{ type: 'text', text: 'pong' }] } }] }],
    ['answered', { choices: [{ message: { tool_calls: [{ function: { name: 'f' } }] } }] }],
    ['answered', { status: 'incomplete', output: [] }],
    ['answered', { content: [], stop_reason: 'max_tokens' }],
    ['answered', { content: [{ type: 'thinking', thinking: 'hm' }] }],
    ['answered', { candidates: [{ content: {}, finishReason: 'MAX_TOKENS' }] }],
    ['answered', [{ candidates: [{ content: { parts: [{ text: 'p' }] } }] }]],
    ['empty', { content: [], stop_reason: 'end_turn' }],
    ['empty', { candidates: [] }],
    ['empty', { status: 'completed', output: [] }],
    ['foreign', { hello: 'world' }],
    ['foreign', 'text'],
    ['error', { error: { message: 'x' } }],
    ['error', { error: 'x' }],
    ['error', { type: 'error' }],
    ['error', { status: 'failed', response: { error: { code: 'server_error' } } }],
    ['answered', { error: null, choices: [{ message: { content: 'pong' } }] }],
  ])('is %s: %j', (kind, body) => {
    expect(readAnswer(JSON.stringify(body)).kind).toBe(kind)
  })

  test.each([
    [
      'answered',
      'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"p"}}\n\ndata: [DONE]\n',
    ],
    ['answered', 'data: {"choices":[{"delta":{"content":"p"}}]}\r\n\r\n'],
    ['error', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n'],
    ['foreign', 'data: nothing\n'],
    ['empty', ' \n'],
    ['foreign', '<html>'],
  ])('of a stream is %s', (kind, body) => {
    expect(readAnswer(body).kind).toBe(kind)
  })
})
