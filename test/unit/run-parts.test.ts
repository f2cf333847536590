import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_MEMORY,
  failure,
  noticeTransition,
  observeError,
  POLICIES,
  remember,
  RESULT_FLAW,
  RUN_RULES_BY_RELEASE,
  shortHash,
  simulate,
  skipTtl,
  type Policy,
  type RunMemory,
  type ScriptedOutcome,
  type Simulation,
} from '../../shared/engine/index.ts'
import { profileHash, sha256Hex } from '../../shared/engine/run/sha256.ts'
import { classify, NOW_MS, requestOf, scriptOf, worldOf, type RequestFacts } from '../support/run-world.ts'

const CURRENT = POLICIES['openclaw-2026.9']
const OLDER = POLICIES['openclaw-2026.7']
const OLDEST: Policy = { ...POLICIES['docs-2026.4'], run: RUN_RULES_BY_RELEASE['2026.5.12'] }
const down = failure({ status: 402, message: '402 insufficient credits' })

function play(outcomes: Readonly<Record<string, ScriptedOutcome>>, facts: RequestFacts = {}): Simulation {
  const policy = facts.policy ?? CURRENT
  return simulate(requestOf({ profiles: 'caller', ...facts }), classify, worldOf({ policy }), scriptOf(outcomes))
}

describe('hashes', () => {
  test('are SHA-256 of the text as UTF-8, whatever is in it', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
      }),
    ))

  test('read a lone surrogate as every encoder does, and cover every length of the last block', () => {
    for (const text of ['\ud800', 'a\udc00b', ...Array.from({ length: 130 }, (_, length) => 'x'.repeat(length))])
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test('stand for a profile with their first twelve digits, however many profiles there are', () => {
    expect(profileHash('alpha:home')).toBe('sha256:e8d5fc8d9216')
    for (let index = 0; index < 1100; index++) profileHash(`p:${index}`)
    expect(profileHash('alpha:home')).toBe(shortHash('alpha:home'))
  })
})

describe('what is said about an error text', () => {
  test('masks secrets but for the last four characters of long ones', () => {
    const { errorPreview } = observeError('401 key sk-test-aaaaaaaaaaaaaaaazzzz refused')
    expect(errorPreview).toBe('401 key ***zzzz refused')
  })

  test('is cut to 400 characters, the message to 200, and hashes the whole text', () => {
    const text = `429 {"error":{"type":"t","message":"${'m'.repeat(500)}"}}`
    const observed = observeError(text)
    expect(observed.errorPreview).toHaveLength(401)
    expect(observed.providerErrorMessagePreview).toHaveLength(201)
    expect(observed.errorHash).toBe(shortHash(text))
  })

  test('hides a request id also where it stands in a sentence', () => {
    const observed = observeError('500 failed, request id: abc-123456789')
    expect(observed.requestIdHash).toBe(shortHash('abc-123456789'))
    expect(observed.errorPreview).not.toContain('abc-123456789')
    expect(observeError('the request failed').requestIdHash).toBeUndefined()
    expect(observeError('500 {"error":{"message":"x","request_id":"req_0123456"}}').requestIdHash).toBe(
      shortHash('req_0123456'),
    )
  })

  test('finds no structure in what is none', () => {
    for (const text of ['500 {broken}', '500 { no end', `${'x'.repeat(50)}{"a":1}`, '[{"a":1}', '{}'])
      expect(observeError(text).providerErrorType).toBeUndefined()
    expect(observeError('{"type":"t","message":"m"}')).toMatchObject({
      providerErrorType: 't',
      providerErrorMessagePreview: 'm',
    })
  })
})

describe('what is remembered between runs', () => {
  const probed = (memory: RunMemory, key: string, atMs: number): RunMemory =>
    remember(memory, { kind: 'probed', key, atMs }, CURRENT.run)

  test('holds at most 256 probes, the oldest goes first, and none for longer than a day', () => {
    let memory = EMPTY_MEMORY
    for (let index = 0; index < 300; index++) memory = probed(memory, `p${index}`, NOW_MS + index)
    expect(memory.probes.size).toBe(256)
    expect(memory.probes.has('p43')).toBe(false)
    expect(memory.probes.has('p44')).toBe(true)
    expect(probed(memory, 'later', NOW_MS + 300 + 86_400_000).probes.size).toBe(1)
    expect(EMPTY_MEMORY.probes.size).toBe(0)
  })

  test('forgets a skip when it has expired, and counts of repeats after a minute', () => {
    const skip = { kind: 'skip', key: 'a', entry: { reason: 'auth', expiresAtMs: NOW_MS + 10 }, atMs: NOW_MS } as const
    const first = remember(EMPTY_MEMORY, skip, CURRENT.run)
    const later = remember(
      first,
      { ...skip, key: 'b', atMs: NOW_MS + 10, entry: { reason: 'auth', expiresAtMs: NOW_MS + 20 } },
      CURRENT.run,
    )
    expect([...later.skips.keys()]).toEqual(['b'])
    const repeat = { kind: 'repeat', key: 'a', entry: { writtenAtMs: NOW_MS, suppressed: 3 }, atMs: NOW_MS } as const
    const counted = remember(EMPTY_MEMORY, repeat, CURRENT.run)
    const next = remember(
      counted,
      { ...repeat, key: 'b', entry: { writtenAtMs: NOW_MS + 60_000, suppressed: 0 }, atMs: NOW_MS + 60_000 },
      CURRENT.run,
    )
    expect([...next.repeats.keys()]).toEqual(['b'])
  })
})

test.each([
  { setting: undefined, strict: 0, prefix: 0 },
  { setting: '', strict: 0, prefix: 0 },
  { setting: '0', strict: 0, prefix: 0 },
  { setting: '-5', strict: 0, prefix: 0 },
  { setting: '1', strict: 1000, prefix: 1000 },
  { setting: ' 60000 ', strict: 60_000, prefix: 60_000 },
  { setting: '60000ms', strict: 0, prefix: 60_000 },
  { setting: '9999999', strict: 600_000, prefix: 600_000 },
])('a time to live written $setting is $strict, before 2026.9 $prefix', ({ setting, strict, prefix }) => {
  expect(skipTtl(setting, CURRENT.run.skipCache)).toBe(strict)
  expect(skipTtl(setting, OLDER.run.skipCache)).toBe(prefix)
  expect(skipTtl(setting, OLDEST.run.skipCache)).toBe(0)
})

describe('errors that leave the chain (R40)', () => {
  test('what cannot be repeated', () => {
    const done = failure({ status: 500, message: '500 after the answer had begun', mayFallBack: false })
    expect(play({ one: done }).result).toMatchObject({
      kind: 'failed',
      error: { name: 'Error', isSummary: false, status: 500 },
    })
  })

  test('an abort that no rule recognises, in the oldest generation', () => {
    const abort = failure({ name: 'AbortError', message: 'run cancelled' })
    expect(play({ one: abort }, { policy: OLDEST }).result).toMatchObject({
      kind: 'failed',
      error: { name: 'AbortError' },
    })
    expect(play({ one: abort }, { policy: OLDER }).result).toMatchObject({ kind: 'completed', provider: 'two' })
  })

  test('an abort by the caller, which newer releases record', () => {
    const stop: ScriptedOutcome = {
      kind: 'stopped',
      reason: 'caller_signal_aborted',
      name: 'AbortError',
      message: 'stopped',
      status: null,
    }
    const events = (policy: Policy): string[] =>
      play({ one: stop }, { policy }).records.map(({ record }) => record.event)
    expect(events(CURRENT)).toEqual(['model_fallback_chain_stopped'])
    expect(events(OLDER)).toEqual([])
    const unnamed = play({ one: { ...stop, reason: null } })
    expect(unnamed.records).toEqual([])
    expect(unnamed.result.steps).toMatchObject([{ outcome: 'thrown' }])
  })

  test('a switch to another runtime', () => {
    const elsewhere: ScriptedOutcome = { kind: 'switch_requested', provider: 'two', model: 'm2', isOtherRuntime: true }
    expect(play({ one: elsewhere }).result).toMatchObject({
      kind: 'failed',
      error: { name: 'LiveSessionModelSwitchError' },
    })
    expect(play({ one: elsewhere }, { policy: OLDEST }).result).toMatchObject({ kind: 'completed', provider: 'two' })
  })

  test('a context overflow, classified or as it came', () => {
    const long = failure({ status: 400, message: "400 This model's maximum context length is 128000 tokens" })
    expect(play({ one: long }).result).toMatchObject({
      error: { name: 'FailoverError', reason: 'context_overflow', status: 400 },
    })
    expect(play({ one: long }, { policy: OLDEST }).result).toMatchObject({ error: { name: 'Error', reason: null } })
    const brought = failure({ reason: 'context_overflow', message: 'too long' })
    expect(play({ one: brought }).result).toMatchObject({ error: { reason: 'context_overflow', status: null } })
  })
})

test('an answer that counts although the run was cut short leaves a record, where there was a choice', () => {
  const cut: ScriptedOutcome = {
    kind: 'answered',
    value: 'x',
    isEmpty: false,
    flaw: null,
    stopReason: 'idle_timeout_circuit_breaker',
  }
  expect(play({ one: cut }).records).toMatchObject([
    { record: { event: 'model_fallback_chain_stopped', reason: 'idle_timeout_circuit_breaker' } },
  ])
  expect(play({ one: cut }, { fallbacksOverride: [] }).records).toEqual([])
})

describe('a chain that nobody answers', () => {
  const wanting = (keepPriority: number | null, value = 'partial'): ScriptedOutcome => ({
    kind: 'answered',
    value,
    isEmpty: false,
    flaw: { ...RESULT_FLAW, message: 'incomplete', keepPriority },
    stopReason: null,
  })

  test('gives the best result that was kept, of equals the later', () => {
    const end = (one: number | null, two: number | null, three: number | null): unknown => {
      const { result } = play({ one: wanting(one, '1'), two: wanting(two, '2'), three: wanting(three, '3') })
      return result.kind === 'exhausted' ? result.value : result.kind
    }
    expect([end(1, 0, 0), end(0, 0, null), end(0, 1, 1), end(null, null, null)]).toEqual(['1', '2', '3', 'failed'])
  })

  test('gives no result where a candidate failed otherwise, or in the oldest generation', () => {
    expect(play({ one: wanting(1), two: down, three: wanting(0) }).result.kind).toBe('failed')
    const all = { one: wanting(1), two: wanting(1), three: wanting(1) }
    expect(play(all, { policy: OLDEST }).result.kind).toBe('failed')
  })

  test('calls a single wanting result by its own error', () => {
    const { result } = play({ one: wanting(null) }, { fallbacksOverride: [] })
    expect(result).toMatchObject({
      kind: 'failed',
      error: { isSummary: false, reason: 'unknown' },
      steps: [{ outcome: 'classified' }],
    })
  })

  test('is suspended under every rule, and early skips suspend in the oldest generation only', () => {
    const usageStats = { 'one:a': { disabledUntil: NOW_MS + 9e6, disabledReason: 'billing' } }
    const facts = { profileIds: ['one:a', 'two:a', 'three:a'], usageStats }
    const suspensions = (policy: Policy): number =>
      simulate(requestOf({ policy, profiles: 'caller' }), classify, worldOf({ policy, ...facts }), scriptOf({}))
        .suspensions.length
    expect([suspensions(OLDEST), suspensions(OLDER), suspensions(CURRENT)]).toEqual([1, 0, 0])
    expect(play({ one: down, two: down, three: down }).suspensions).toMatchObject([
      { reason: 'circuit_open', summary: expect.stringContaining('All models failed (3)') },
    ])
  })

  test('without a session nothing is suspended and no signal is given', () => {
    const run = play(
      { one: down, two: down, three: down },
      { sessionId: null, sessionKey: null, lane: null, runId: null },
    )
    expect(run.suspensions).toEqual([])
    expect(run.records.every(({ record }) => record.event === 'model_fallback_decision')).toBe(true)
    expect(run.records[0]?.record).not.toHaveProperty('runId')
  })
})

describe('a notice', () => {
  const attempt = { provider: 'p', model: 'a', error: 'x', reason: 'unknown' } as const
  const words = (facts: object): string | null =>
    noticeTransition(null, 'p/a', 'q/b', [{ ...attempt, ...facts }], true).reasonSummary

  test('says the code, the status or the text where the reason is unknown', () => {
    expect(words({ code: 'empty_result', status: 500 })).toBe('empty_result')
    expect(words({ status: 418 })).toBe('HTTP 418')
    expect(words({ error: 'y'.repeat(100) })).toBe(`${'y'.repeat(79)}…`)
    expect(words({ reason: 'model_not_found' })).toBe('model not found')
  })

  test('says so where nothing was even tried', () => {
    expect(noticeTransition(null, 'p/a', 'q/b', [], true).reasonSummary).toBe('selected model unavailable')
  })

  test('counts further attempts', () => {
    const paid = { ...attempt, reason: 'billing' } as const
    const { reasonSummary } = noticeTransition(null, 'p/a', 'q/b', [paid, paid, paid], true)
    expect(reasonSummary).toBe('billing (+2 more attempts)')
  })
})
