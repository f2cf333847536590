import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  POLICIES,
  classifyFailure,
  createClassifier,
  INSPECTED_HEAD_CHARS,
  INSPECTED_TAIL_CHARS,
  isFailoverReason,
  MAX_HINT_MS,
  readOwnRules,
  redactSecrets,
  ruleById,
  type ProviderFailure,
} from '../../shared/engine/index.ts'

/** What holds for every failure, whatever it is made of. */
const NOW = { nowMs: 1_770_000_000_000, timeZone: 'Europe/Berlin' }
const classifiers = Object.values(POLICIES).map(({ classification }) => createClassifier(classification))
const [classifier = createClassifier({ release: '2026.9.6', isCorrected: false })] = classifiers.slice(-1)

/** Words that rules look for, so that they really meet. */
const WORDS = [
  '429;402;HTTP;status:;rate limit;insufficient;balance;model;not found;context length;exceeded;billing;plan;expired',
  '余额不足;重试;again in;resets;5h;3pm;(Europe/London);reset at;Jun 31st;{"error":{"code":;"type":"server_error";}}',
  '<html>;<title>;key=;sk-;\\',
].flatMap((row) => row.split(';'))
const word = fc.constantFrom(...WORDS)
const text = fc.oneof(
  fc
    .array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 20 })
    .map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary' }),
  fc.json(),
)
const reasonless = fc.anything({
  withMap: true,
  withBigInt: true,
  withNullPrototype: true,
  withSet: true,
  withDate: true,
})
const errorObject = fc.letrec((tie) => ({
  error: fc.record(
    {
      name: fc.constantFrom('Error', 'AbortError', 'TimeoutError', 'FailoverError', 'GatewayDrainingError'),
      message: text,
      reason: fc.oneof(fc.constantFrom('billing', 'context_overflow', 'odd'), reasonless),
      status: fc.oneof(fc.integer({ min: -1, max: 700 }), fc.constantFrom('429', 'UNAVAILABLE'), reasonless),
      code: fc.oneof(fc.constantFrom('ECONNRESET', 'rate_limited', 'cli_max_turns'), reasonless),
      type: fc.oneof(fc.constantFrom('API_ERROR', 'api_error'), reasonless),
      headers: fc.oneof(
        fc.dictionary(fc.constantFrom('retry-after', 'retry-after-ms', 'x-ratelimit-reset'), text),
        reasonless,
      ),
      body: fc.oneof(text, reasonless),
      details: fc.oneof(fc.array(text), reasonless),
      cause: fc.oneof({ depthSize: 'small' }, reasonless, tie('error')),
      error: fc.oneof({ depthSize: 'small' }, reasonless, tie('error')),
    },
    { requiredKeys: [] },
  ),
})).error
const failure: fc.Arbitrary<ProviderFailure> = fc.record(
  {
    origin: fc.constantFrom('provider_error', 'model_output'),
    error: fc.oneof(text, errorObject, reasonless),
    provider: fc.option(fc.constantFrom('openai', 'xai', 'kimi', 'google', '__proto__', ' ')),
    abortedBy: fc.constantFrom('caller', 'run_budget', 'superseded', 'request_timer', 'provider'),
  },
  { requiredKeys: ['origin', 'error', 'provider'] },
)

describe('every classification', () => {
  test('ends with an answer that can be stored, whose rule is in the table and whose hint is usable', () => {
    fc.assert(
      fc.property(failure, fc.constantFrom(...classifiers), (input, used) => {
        const result = classifyFailure(used, input, NOW)
        expect(result.reason === null || isFailoverReason(result.reason)).toBe(true)
        if (result.reason !== null) expect(result.ruleId).not.toBeNull()
        if (result.ruleId !== null) expect(ruleById(result.ruleId)).not.toBeNull()
        if (result.statusRuleId !== null) expect(ruleById(result.statusRuleId)).not.toBeNull()
        expect(result.detail.length).toBeLessThanOrEqual(401)
        expect(result.advancesFallback).toBe(result.stops === null)
        if (result.retryHint) {
          expect(Number.isFinite(result.retryHint.atMs)).toBe(true)
          expect(result.retryHint.delayMs).toBeGreaterThanOrEqual(0)
          expect(result.retryHint.delayMs).toBeLessThanOrEqual(MAX_HINT_MS)
        }
        expect(JSON.parse(JSON.stringify(result))).toEqual(result)
        expect(classifyFailure(used, input, NOW)).toEqual(result)
      }),
      { numRuns: 2000 },
    )
  })

  test('of a text that a model wrote is none', () => {
    fc.assert(
      fc.property(failure, (input) => {
        const result = classifyFailure(classifier, { ...input, origin: 'model_output' }, NOW)
        expect(result).toMatchObject({ reason: null, detail: '', retryHint: null, stops: 'not_a_provider_error' })
      }),
    )
  })

  test('survives objects that throw when they are touched', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const thrower = new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
        ownKeys() {
          throw new Error('no')
        },
      },
    )
    const getter = {
      get message(): string {
        throw new Error('no')
      },
    }
    for (const error of [proxy, thrower, getter, { cause: proxy }, { details: proxy, body: thrower, headers: thrower }])
      expect(classifyFailure(classifier, { origin: 'provider_error', error, provider: null }, NOW).reason).toBeNull()
    const endless = new Proxy({}, { get: () => new Proxy({}, { get: () => endless }) })
    expect(() =>
      classifyFailure(classifier, { origin: 'provider_error', error: endless, provider: null }, NOW),
    ).not.toThrow()
  })
})

describe('own rules', () => {
  const matcher = fc.array(fc.string({ minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 4 })
  const ownRule = fc.record({
    id: fc.stringMatching(/^[a-z]{1,8}$/),
    provider: fc.constantFrom('*', 'openai'),
    reason: fc.constantFrom('billing', 'overloaded', null),
    contains: fc.oneof(matcher, fc.array(word, { minLength: 1, maxLength: 3 })),
  })

  test('never replace a hard answer, unless they say so', () => {
    const hard: fc.Arbitrary<ProviderFailure> = fc.oneof(
      text.map((message) => ({ origin: 'model_output', error: message, provider: 'openai' }) as const),
      text.map(
        (message) => ({ origin: 'provider_error', error: message, provider: 'openai', abortedBy: 'caller' }) as const,
      ),
      text.map(
        (message) =>
          ({ origin: 'provider_error', error: `prompt is too long ${message}`, provider: 'openai' }) as const,
      ),
      text.map((message) => {
        const error = { name: 'FailoverError', message, reason: 'auth' }
        return { origin: 'provider_error', error, provider: 'openai' } as const
      }),
    )
    fc.assert(
      fc.property(fc.array(ownRule, { maxLength: 5 }), hard, (rules, input) => {
        const own = createClassifier(classifier.generation, { ownRules: readOwnRules(rules).rules })
        const without = classifyFailure(classifier, input, NOW)
        fc.pre(without.reason === null || without.reason === 'auth' || without.reason === 'context_overflow')
        fc.pre(without.ruleId?.startsWith('hard.') === true || without.reason === 'context_overflow')
        expect(classifyFailure(own, input, NOW)).toEqual(without)
      }),
      { numRuns: 100 },
    )
  })

  test('are read without a throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { rules } = readOwnRules(Array.isArray(value) ? value : [value])
        expect(rules.every(({ id }) => id.startsWith('own.'))).toBe(true)
      }),
    )
  })
})

describe('hostile texts', () => {
  const MEGABYTE = 1_000_000
  const MAX_MS = 20
  const READ_CHARS = INSPECTED_HEAD_CHARS + INSPECTED_TAIL_CHARS
  const own = createClassifier(classifier.generation, {
    ownRules: readOwnRules(
      Array.from({ length: 50 }, (_, index) => ({
        id: `rule-${index}`,
        provider: '*',
        reason: 'billing',
        contains: [`${'a'.repeat(index + 2)}b`, 'key:key'],
      })),
    ).rules,
  })

  /** The slower of the two classifiers. */
  function slowestMs(error: unknown): number {
    const hostile = { origin: 'provider_error', error, provider: 'xai' } as const
    return Math.max(...[classifier, own].map((used) => fastestMs(() => classifyFailure(used, hostile, NOW))))
  }

  /** The best of some rounds, as far as it takes them: other programs run on the machine too. */
  function fastestMs(call: () => unknown): number {
    let fastest = Number.POSITIVE_INFINITY
    for (let round = 0; round < 20 && fastest >= MAX_MS; round++) {
      const start = performance.now()
      call()
      fastest = Math.min(fastest, performance.now() - start)
    }
    return fastest
  }

  const PIECES = [
    'a| |{|"|\\|<|:|=|1|余|\u0000|\ud800|\n## |key:|key=1|key="|eyJ|sk-|{"a":|[[{|a1|重试|bearer |Bearer a1a1a1a1 |token=a ',
    'model |model not |again in 1h |reset at 2026-|429 402 |status: 429|insufficient |http 5|limit requested |retry after ',
    'tool_use input |concurrency limit ',
  ].flatMap((row) => row.split('|'))

  test.each(PIECES)('a megabyte of %j', (piece) => {
    const megabyte = piece.repeat(Math.ceil(MEGABYTE / piece.length))
    expect(slowestMs(megabyte)).toBeLessThan(MAX_MS)
    expect(slowestMs(`429 {"error":{"message":"${megabyte}"}}`)).toBeLessThan(MAX_MS)
    expect(slowestMs({ message: 'odd', cause: { message: megabyte, cause: { message: megabyte } } })).toBeLessThan(
      MAX_MS,
    )
    expect(fastestMs(() => redactSecrets(megabyte.slice(0, READ_CHARS)))).toBeLessThan(MAX_MS)
  })

  test('any mixture of words, repeated to a megabyte', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 6 }), (parts) => {
        const piece = parts.join('') || 'x'
        expect(slowestMs(piece.repeat(Math.ceil(MEGABYTE / piece.length)))).toBeLessThan(MAX_MS)
      }),
      { numRuns: 60 },
    )
  })

  test('only the beginning and the end of a long text are read', () => {
    const filler = 'x '.repeat(INSPECTED_HEAD_CHARS)
    const ask = (error: string) =>
      classifyFailure(classifier, { origin: 'provider_error', error, provider: null }, NOW).reason
    expect(ask(`rate limit ${filler}`)).toBe('rate_limit')
    expect(ask(`${filler} rate limit`)).toBe('rate_limit')
    expect(ask(`${filler} rate limit ${'x '.repeat(INSPECTED_TAIL_CHARS)}`)).toBeNull()
  })
})
