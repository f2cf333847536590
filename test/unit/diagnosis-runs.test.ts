import { describe, expect, test } from 'vitest'
import { diagnose, type AnswerRecord, type DiagnosisInput, type MinuteRecord } from '../../electron/diagnosis/index.ts'
import type { Finding, FindingCode } from '../../shared/contract/history/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type SessionFacts } from '../../shared/engine/index.ts'
import { buildFacts } from '../support/build-facts.ts'
import { answerOf, diagnosisInput, minuteOf, NOW_MS, textOf, windowOf } from '../support/diagnosis-input.ts'

const START_MS = NOW_MS - DAY_MS
const found = (code: FindingCode, parts: Partial<DiagnosisInput>): Finding[] =>
  diagnose(diagnosisInput(parts)).filter((finding) => finding.code === code)

describe('a fallback that never returned', () => {
  const ended = windowOf({ atMs: START_MS, untilMs: START_MS + 5 * MINUTE_MS })
  const later = (minutes: number, parts: Partial<AnswerRecord> = {}): AnswerRecord =>
    answerOf({ atMs: START_MS + minutes * MINUTE_MS, ...parts })
  const stuck = [later(40), later(50), later(60)]

  test('answers on and on although the lock of the first choice ended long ago', () => {
    expect(found('fallback_never_returned', { windows: [ended], answers: stuck })).toMatchObject([
      {
        severity: 'warning',
        provider: 'alpha',
        sessions: ['chat'],
        models: ['alpha/big', 'beta/small'],
        fromMs: START_MS + 40 * MINUTE_MS,
        toMs: START_MS + HOUR_MS,
        figures: { runs: 3, usableSinceMs: START_MS + 5 * MINUTE_MS, usableForMs: 55 * MINUTE_MS },
        filter: { runs: stuck.map(({ runKey }) => runKey).sort() },
      },
    ])
  })

  test('is also shown by answers of the first choice to others', () => {
    const elsewhere = later(2, { sessionId: 'other', answered: 'alpha/big', requestedWas: 'answered' })
    expect(found('fallback_never_returned', { answers: [elsewhere, ...stuck] })).toMatchObject([
      { sessions: ['chat'], figures: { usableSinceMs: elsewhere.atMs } },
    ])
  })

  test.each<[string, Partial<DiagnosisInput>]>([
    ['two runs', { windows: [ended], answers: stuck.slice(1) }],
    ['runs soon after the lock', { windows: [ended], answers: [later(10), later(20), later(30)] }],
    ['runs during another lock', { windows: [ended, windowOf({ atMs: START_MS, untilMs: NOW_MS })], answers: stuck }],
    [
      'runs that tried the first choice in vain',
      { windows: [ended], answers: stuck.map((run) => ({ ...run, requestedWas: 'failed' as const })) },
    ],
    [
      'runs that came back in between',
      {
        windows: [ended],
        answers: [...stuck.slice(1), later(55, { answered: 'alpha/big', requestedWas: 'answered' as const })],
      },
    ],
    [
      'a first choice that failed a moment ago',
      { windows: [ended], answers: [...stuck, later(35, { sessionId: 'other', requestedWas: 'failed' as const })] },
    ],
    ['runs of which nothing shows that the first choice could answer', { answers: stuck }],
    [
      'runs of different sessions',
      { windows: [ended], answers: [40, 50, 60].map((minute) => later(minute, { sessionId: `chat-${minute}` })) },
    ],
  ])('is not seen in %s', (_, parts) => expect(found('fallback_never_returned', parts)).toEqual([]))

  describe('as the session itself says', () => {
    const session: SessionFacts = {
      key: 'agent:main:explicit:chat',
      updatedAtMs: NOW_MS - MINUTE_MS,
      lastProvider: 'beta',
      lastModel: 'small',
      overrideProvider: 'beta',
      overrideModel: 'small',
      overrideSource: 'auto',
      originProvider: 'alpha',
      originModel: 'big',
      pinProfileId: null,
      pinSource: null,
    }
    const directory = (
      changes: Partial<SessionFacts>,
      stats: object = { cooldownUntil: NOW_MS - HOUR_MS },
    ): Finding[] => {
      const facts = buildFacts({
        config: { agents: { defaults: { model: { primary: 'alpha/big', fallbacks: ['beta/small'] } } } },
        agents: {
          main: {
            profiles: { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'made-up-key-of-alpha' } },
            state: { usageStats: { 'alpha:a': { lastFailureAt: NOW_MS - 2 * HOUR_MS, errorCount: 1, ...stats } } },
          },
        },
      })
      const agents = facts.agents.map((agent) => ({ ...agent, sessions: [{ ...session, ...changes }] }))
      return found('fallback_never_returned', { facts: { ...facts, agents } })
    }

    test('keeps its override long after an account of the origin is free', () => {
      expect(directory({})).toMatchObject([
        {
          sessions: ['chat'],
          models: ['alpha/big', 'beta/small'],
          figures: { usableSinceMs: NOW_MS - HOUR_MS, usableForMs: 59 * MINUTE_MS },
        },
      ])
      expect(directory({}, { lastUsed: NOW_MS - HOUR_MS })).toHaveLength(1)
    })

    test.each<[string, Partial<SessionFacts>, object?]>([
      ['was chosen by a person', { overrideSource: 'user' }],
      ['was last used soon after', { updatedAtMs: NOW_MS - 40 * MINUTE_MS }],
      ['answered with another model since', { lastModel: 'big', lastProvider: 'alpha' }],
      ['has no origin', { originProvider: null }],
      ['is of a provider without an account', { originProvider: 'gamma' }],
      ['has an account that is locked', {}, { cooldownUntil: NOW_MS + HOUR_MS }],
      ['has no record of when the account became free', {}, { cooldownUntil: undefined }],
      ['is from the future', { updatedAtMs: NOW_MS + HOUR_MS }],
    ])('is not seen in one that %s', (_, changes, stats) => expect(directory(changes, stats)).toEqual([]))
  })
})

describe('an order that names a missing profile', () => {
  const profiles = { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'made-up-key-of-alpha' } }
  const ordered = (order: object): object => ({ auth: { order } })

  test('is told once for an order of all agents', () => {
    const facts = buildFacts({
      config: ordered({ alpha: ['alpha:gone', 'alpha:a'] }),
      agents: { main: { profiles }, helper: { profiles } },
    })
    expect(found('order_names_missing_profile', { facts })).toMatchObject([
      { provider: 'alpha', profileIds: ['alpha:gone'], figures: { missing: 1, agents: 2 } },
    ])
  })

  test('is told for each stored order', () => {
    const state = { order: { alpha: ['alpha:gone', 'alpha:a'] } }
    const facts = buildFacts({ agents: { main: { profiles, state }, helper: { profiles, state } } })
    expect(found('order_names_missing_profile', { facts })).toHaveLength(2)
  })

  test('is none where all are there, or no order is written', () => {
    for (const config of [ordered({ alpha: ['alpha:a'] }), {}])
      expect(
        found('order_names_missing_profile', { facts: buildFacts({ config, agents: { main: { profiles } } }) }),
      ).toEqual([])
  })
})

describe('an outage of a provider', () => {
  const bad = (minute: number, parts: Partial<MinuteRecord> = {}): MinuteRecord =>
    minuteOf({ minuteMs: START_MS + minute * MINUTE_MS, ...parts })
  const down = [bad(0, { count: 3 }), bad(1, { model: 'alpha/small', reason: 'timeout', status: null, count: 2 })]

  test('is failures of several models in the same minutes', () => {
    expect(found('provider_wide_outage', { minutes: down })).toMatchObject([
      {
        severity: 'warning',
        provider: 'alpha',
        models: ['alpha/big', 'alpha/small'],
        fromMs: START_MS,
        toMs: START_MS + 2 * MINUTE_MS - 1,
        figures: { failures: 5, attempts: 5, models: 2, accounts: 0, minutes: 2, otherProviders: 0 },
        filter: { providers: ['alpha'], reasons: ['overloaded', 'timeout'], fromMs: START_MS },
      },
    ])
  })

  test('is an error while it goes on, and tells of others that fail at the same time', () => {
    const minutes = [...down, ...down.map((record) => ({ ...record, provider: 'beta' }))]
    const findings = found('provider_wide_outage', { minutes, nowMs: START_MS + 5 * MINUTE_MS })
    expect(findings.map(({ severity, figures }) => [severity, figures['otherProviders']])).toEqual([
      ['error', 1],
      ['error', 1],
    ])
  })

  test('is failures of several accounts of one model', () => {
    const minutes = [bad(0, { profileId: 'alpha:a', count: 3 }), bad(0, { profileId: 'alpha:b', count: 3 })]
    expect(found('provider_wide_outage', { minutes })).toMatchObject([{ profileIds: ['alpha:a', 'alpha:b'] }])
  })

  test('goes on over minutes without an attempt, not over an hour', () => {
    const twice = (later: number): MinuteRecord[] => [
      ...down,
      ...down.map((record) => ({ ...record, minuteMs: record.minuteMs + later * MINUTE_MS })),
    ]
    expect(found('provider_wide_outage', { minutes: twice(4) })).toHaveLength(1)
    expect(found('provider_wide_outage', { minutes: twice(60) })).toHaveLength(2)
  })

  test.each<[string, MinuteRecord[]]>([
    ['four failures', [bad(0, { count: 2 }), bad(0, { model: 'alpha/small', count: 2 })]],
    ['one model that fails', [bad(0, { count: 50 })]],
    ['limits', down.map((record) => ({ ...record, reason: 'rate_limit', status: 429 }))],
    ['failures among answers', [...down, bad(0, { reason: null, status: null, count: 5 })]],
    [
      'what the provider does all day',
      Array.from({ length: 60 }, (_, index) => [
        bad(index * 6, { count: 3 }),
        bad(index * 6 + 1, { model: 'alpha/small', count: 2 }),
      ]).flat(),
    ],
    [
      'two models of many',
      [
        ...down,
        ...['c', 'd', 'e'].map((name) => bad(200, { model: `alpha/${name}`, reason: 'rate_limit', status: 429 })),
      ],
    ],
    [
      'failures scattered over the day',
      Array.from({ length: 9 }, (_, index) => bad(index * 60, { model: `alpha/${index}` })),
    ],
  ])('is not seen in %s', (_, minutes) => expect(found('provider_wide_outage', { minutes })).toEqual([]))
})

describe('a rate limit that was taken for billing', () => {
  test.each([
    ['a 402 with the end of the limit', textOf('402 Usage limit reached, try again in 2 hours')],
    ['a rate limit by its words', textOf('429 Too Many Requests: rate limit exceeded', { status: 429 })],
    [
      'a quota of requests a minute',
      textOf('Requests rate limit exceeded, please try again later. limit: 10 QPS', { status: 429 }),
    ],
  ])('is %s', (_, text) => {
    expect(found('rate_limit_misread_as_billing', { texts: [text] })).toMatchObject([
      {
        severity: 'warning',
        provider: 'alpha',
        figures: { records: 1 },
        filter: { reasons: ['billing'], text: text.text },
      },
    ])
  })

  test('counts all records of one text, and searches for a long one by its first words', () => {
    const text = `429 Too Many Requests: rate limit exceeded ${'again and '.repeat(60)}`
    const records = [
      textOf(text, { status: 429, count: 2, firstMs: START_MS }),
      textOf(text, { status: null, count: 3 }),
    ]
    const [finding] = found('rate_limit_misread_as_billing', { texts: records })
    expect(finding).toMatchObject({ fromMs: START_MS, toMs: NOW_MS - MINUTE_MS, figures: { records: 5 } })
    const searched = finding?.filter.text ?? ''
    expect(searched.length).toBeLessThanOrEqual(200)
    expect(text.startsWith(`${searched} `)).toBe(true)
  })

  test.each([
    ['credit that is used up', textOf('402 Your credit balance is too low to access the API')],
    ['a bill', textOf('Payment required: please update your billing details')],
    ['a subscription that renews in a month', textOf('402 Insufficient credits. Try again in 30 days')],
  ])('is not %s', (_, text) => expect(found('rate_limit_misread_as_billing', { texts: [text] })).toEqual([]))
})
