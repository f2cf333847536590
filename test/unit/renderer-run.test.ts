import { describe, expect, it } from 'vitest'
import { findNeighbours } from '../../renderer/features/run/neighbour-runs.ts'
import {
  candidateSentence,
  causeOf,
  nextWords,
  notNeededWords,
  ruleSentence,
  runHeadline,
} from '../../renderer/features/run/run-sentences.ts'
import { evidenceWords, runAsText } from '../../renderer/features/run/run-text.ts'
import { offsetWords, spanWords, waterfallOf } from '../../renderer/features/run/waterfall-model.ts'
import {
  eligibleSentence,
  lockWords,
  marksSentence,
  windowSentence,
} from '../../renderer/features/run/window-sentences.ts'
import {
  DECISIONS,
  type DecisionRow,
  type HistoryFilter,
  type RunAttempt,
  type RunCandidate,
  type RunDetail,
  type RunOutcome,
  type WindowEvent,
} from '../../shared/contract/history/index.ts'
import { FAILOVER_REASONS as REASONS } from '../../shared/engine/classification/failover-reason.ts'
import { CLASSIFICATION_RULES } from '../../shared/engine/index.ts'

const T0 = Date.UTC(2026, 4, 28, 20, 26, 40)
const when = (atMs: number) => `at ${new Date(atMs).toISOString().slice(11, 19)}`

function window(fields: Partial<WindowEvent> = {}): WindowEvent {
  return {
    atMs: T0 + 100,
    profileId: 'alpha:one',
    provider: 'alpha',
    kind: 'cooldown',
    reason: 'rate_limit',
    untilMs: T0 + 30_100,
    isKept: false,
    failures: 1,
    ...fields,
  }
}

function attempt(fields: Partial<RunAttempt> = {}): RunAttempt {
  return {
    atMs: T0 + 100,
    profileId: 'alpha:one',
    stage: 'assistant',
    decision: 'rotate_profile',
    reason: 'rate_limit',
    profileReason: 'rate_limit',
    status: 429,
    errorPreview: '429 Too Many Requests',
    ruleId: null,
    timedOut: false,
    windows: [],
    ...fields,
  }
}

function candidate(fields: Partial<RunCandidate> = {}): RunCandidate {
  return {
    provider: 'alpha',
    model: 'big',
    attempt: 1,
    total: 3,
    decision: 'candidate_failed',
    atMs: T0 + 200,
    reason: 'rate_limit',
    status: 429,
    code: null,
    errorPreview: '429 Too Many Requests',
    suppressed: 0,
    profileCount: null,
    isProbe: false,
    locks: [],
    attempts: [],
    ...fields,
  }
}

const BETA = { provider: 'beta', model: 'chat', attempt: 2, reason: null, status: null, errorPreview: null } as const
const ANSWER = candidate({ ...BETA, decision: 'candidate_succeeded', atMs: T0 + 1500 })
const BOTH = [attempt(), attempt({ atMs: T0 + 190, profileId: 'alpha:two', decision: 'fallback_model' })]

function run(fields: Partial<RunDetail> = {}): RunDetail {
  return {
    runKey: 's01-run-1',
    agentId: 'main',
    sessionId: 's01-sess',
    lane: 'main',
    parent: null,
    startedMs: T0,
    endedMs: T0 + 1500,
    requestedProvider: 'alpha',
    requestedModel: 'big',
    outcome: 'fell_back',
    answeredProvider: 'beta',
    answeredModel: 'chat',
    isInferred: false,
    candidates: [candidate({ attempts: BOTH }), ANSWER],
    stopReason: null,
    evidence: [{ source: 'openclaw-2026-05-28.log', line: 1204 }],
    ...fields,
  }
}

describe('why this model', () => {
  it('names the cause, of all accounts together where it is the same', () => {
    expect(runHeadline(run())).toBe('beta/chat answered instead of alpha/big: both alpha accounts were rate-limited.')
    const three = [...BOTH, attempt({ profileId: 'alpha:three' })]
    expect(causeOf(candidate({ attempts: three }))).toBe('all 3 alpha accounts were rate-limited')
    expect(causeOf(candidate({ attempts: BOTH, profileCount: 3 }))).toBe('2 of 3 alpha accounts were rate-limited')
  })

  it('tells reasons apart where accounts failed differently', () => {
    const mixed = [attempt(), attempt({ profileId: 'alpha:two', reason: 'billing' })]
    expect(causeOf(candidate({ attempts: mixed, reason: 'billing' }))).toBe(
      'both alpha accounts failed (rate limit reached, then out of credit)',
    )
  })

  it('counts an account that was tried again once, by its last reason', () => {
    const again = [attempt(), attempt({ reason: 'timeout' })]
    expect(causeOf(candidate({ attempts: again, reason: 'timeout' }))).toBe('alpha/big did not answer in time')
  })

  it('says of models that were not asked why, and does not repeat what was said of their provider', () => {
    const skip = candidate({ decision: 'skip_candidate', profileCount: 2, attempt: 1 })
    expect(runHeadline(run({ candidates: [skip, ANSWER] }))).toBe(
      'beta/chat answered instead of alpha/big: both alpha accounts were locked (rate limit reached).',
    )
    const small = candidate({ decision: 'skip_candidate', model: 'small', profileCount: 2, attempt: 2 })
    expect(runHeadline(run({ candidates: [candidate({ attempts: BOTH }), small, ANSWER] }))).toBe(
      'beta/chat answered instead of alpha/big: both alpha accounts were rate-limited.',
    )
    expect(causeOf(candidate({ decision: 'skip_candidate', profileCount: 1 }))).toBe(
      'the only alpha account was locked (rate limit reached)',
    )
    expect(causeOf(candidate({ decision: 'skip_candidate', profileCount: null, reason: 'billing' }))).toBe(
      'alpha/big was not asked (out of credit)',
    )
  })

  it('has a sentence for every outcome, with and without records', () => {
    const of = (outcome: RunOutcome, fields: Partial<RunDetail> = {}) => runHeadline(run({ outcome, ...fields }))
    const none = { candidates: [], answeredProvider: null, answeredModel: null }
    expect(of('answered', none)).toBe('alpha/big answered, as requested.')
    expect(of('answered', { answeredProvider: 'alpha', answeredModel: 'big' })).toBe(
      'alpha/big answered, as requested, although both alpha accounts were rate-limited.',
    )
    expect(of('fell_back', { candidates: [ANSWER] })).toBe(
      'beta/chat answered instead of alpha/big: why is not on record.',
    )
    expect(of('exhausted', none)).toBe('No model answered: why is not on record.')
    expect(of('stopped', { ...none, stopReason: 'command_lane_task_timeout' })).toBe(
      'The run was stopped before a model answered: its task took too long.',
    )
    expect(of('stopped', { candidates: [candidate()], stopReason: null })).toBe(
      'The run was stopped before a model answered: the log does not tell why; until then, alpha/big was rate-limited.',
    )
    expect(of('unknown', none)).toBe('How this run ended is not on record.')
    expect(of('unknown', { candidates: [candidate()] })).toBe(
      'How this run ended is not on record; what is: alpha/big was rate-limited.',
    )
  })

  it('calls all rate-limited only where every one was (RP-01)', () => {
    const first = candidate({ provider: 'openrouter', model: 'x' })
    const second = (reason: string) => candidate({ provider: 'openai', model: 'y', attempt: 2, reason })
    const of = (reason: string) => runHeadline(run({ outcome: 'exhausted', candidates: [first, second(reason)] }))
    expect(of('rate_limit')).toBe('No model answered: both were rate-limited.')
    expect(of('billing')).toBe('No model answered: openrouter/x was rate-limited and openai/y was out of credit.')
  })

  it('never says that a provider that answered could not be reached (RP-04)', () => {
    const candidates = [
      candidate({ reason: 'format', status: 400 }),
      candidate({ provider: 'q', model: 'b', reason: 'empty_response', status: null }),
    ]
    expect(runHeadline(run({ outcome: 'exhausted', candidates }))).toBe(
      'No model answered: alpha/big did not understand the request and q/b gave an empty answer.',
    )
  })

  it('is one readable sentence for every reason', () => {
    for (const reason of [...REASONS, 'from_the_future', null]) {
      const text = runHeadline(run({ candidates: [candidate({ reason }), ANSWER] }))
      expect(text).toMatch(/^beta\/chat answered instead of alpha\/big: alpha\/big [^_]+\.$/)
      expect(text).not.toMatch(/null|undefined|\.\.| {2}/)
    }
  })
})

describe('the card of a candidate', () => {
  it('has a sentence for every decision', () => {
    const sentences = DECISIONS.map((decision) => candidateSentence(candidate({ decision, profileCount: 2 })))
    expect(sentences).toEqual([
      'It was rate-limited; it is 1 of 3 in the chain.',
      'It answered; it is 1 of 3 in the chain.',
      'It was not asked; both alpha accounts were locked: rate limit reached. It is 1 of 3 in the chain.',
      'It was tried although it was locked (rate limit reached), to see whether it works again; it is 1 of 3 in the chain.',
    ])
  })

  it('says it of the accounts where several failed', () => {
    expect(candidateSentence(candidate({ attempts: BOTH }))).toBe(
      'Both alpha accounts were rate-limited; it is 1 of 3 in the chain.',
    )
  })

  it('says what of the chain was not needed', () => {
    expect(notNeededWords(run())).toBe('One more model of the chain was not needed.')
    expect(notNeededWords(run({ candidates: [candidate()] }))).toBeNull()
    expect(notNeededWords(run({ candidates: [{ ...ANSWER, attempt: 3 }] }))).toBeNull()
  })

  it('says what was done next, also where a later version calls it something new', () => {
    for (const decision of ['rotate_profile', 'fallback_model', 'surface_error', 'continue_normal'])
      expect(nextWords(decision)).toMatch(/^[A-Z][^_]*\.$/)
    expect(nextWords('wait_for_reset')).toBe('Then: wait for reset.')
  })

  it('names the rule that reads an error, and says when it disagrees with the log', () => {
    const rule = CLASSIFICATION_RULES.find(({ reason }) => reason === 'billing')
    expect(ruleSentence(rule?.id ?? '', 'billing')).toBe(`Recognised by: ${rule?.matches}.`)
    expect(ruleSentence(rule?.id ?? '', 'rate_limit')).toBe(
      `Recognised by: ${rule?.matches}. It stands for “out of credit”, not for “rate limit reached” as in the log.`,
    )
    expect(ruleSentence(null, 'billing')).toMatch(/^No rule/)
    expect(ruleSentence('somebody.else', 'billing')).toMatch(/not part of this console/)
  })
})

describe('what a failure did to an account', () => {
  it('tells an opened window with its reason, count, end and length', () => {
    expect(windowSentence(window({ failures: 2 }), when)).toBe(
      'It opened a cooldown (rate limit reached, the second failure in a row), until 20:27:10, 30 s from then.',
    )
    expect(windowSentence(window({ kind: 'disabled', reason: 'billing', untilMs: null, failures: null }), when)).toBe(
      'It opened a long lock (out of credit), its end is not on record.',
    )
  })

  it('tells a window that stayed as it was', () => {
    expect(windowSentence(window({ kind: 'blocked', isKept: true }), when)).toBe(
      'Its block until the announced time was running already and stayed as it was, until 20:27:10.',
    )
  })

  it('says when nothing was recorded, and when what was recorded is not known to have opened a window', () => {
    expect(marksSentence(attempt({ profileReason: null }))).toMatch(/^Nothing was recorded/)
    expect(marksSentence(attempt())).toMatch(/^For the account, “rate limit reached” was recorded/)
    expect(marksSentence(attempt({ windows: [window()] }))).toBeNull()
    expect(marksSentence(attempt({ profileId: null }))).toBeNull()
  })
})

describe('when a candidate that was not asked could be asked again', () => {
  const skip = candidate({ decision: 'skip_candidate', model: 'small', atMs: T0 + 300, profileCount: 2 })
  const home = { profileId: 'alpha:home', kind: 'disabled', reason: 'billing', untilMs: T0 + 10_300 } as const
  const work = { profileId: 'alpha:work', kind: 'cooldown', reason: null, untilMs: T0 + 60_300 } as const

  it('is when the first lock of its accounts ends', () => {
    expect(eligibleSentence({ ...skip, locks: [home, work] }, when)).toBe(
      'It could be asked again at 20:26:50, 10 s later, when the lock of alpha:home ended.',
    )
    expect([home, work].map((lock) => lockWords(lock, when))).toEqual([
      'long lock (out of credit) until 20:26:50',
      'cooldown until 20:27:40',
    ])
  })

  it('is then at the latest where not every account is known', () =>
    expect(eligibleSentence({ ...skip, locks: [home] }, when)).toBe(
      'It could be asked again at 20:26:50 at the latest, 10 s later, when the lock of alpha:home ended.',
    ))

  it('is not guessed', () =>
    expect(eligibleSentence(skip, when)).toBe('When it could be asked again is not on record.'))
})

describe('the waterfall', () => {
  it('draws each call from the record before to its own, and the answer after them', () => {
    const { rows, spanMs, ticks } = waterfallOf(run())
    expect(spanMs).toBe(1500)
    expect(rows.map(({ name, mark, tookMs }) => [name, mark, tookMs])).toEqual([
      ['alpha/big', 'failed', 200],
      ['beta/chat', 'answered', 1300],
    ])
    expect(rows[0]?.bars.map(({ from, to, label }) => [Math.round(from * 1500), Math.round(to * 1500), label])).toEqual(
      [
        [0, 100, 'alpha:one'],
        [100, 190, 'alpha:two'],
      ],
    )
    expect(rows[1]?.bars.map(({ from, to }) => [Math.round(from * 1500), Math.round(to * 1500)])).toEqual([[200, 1500]])
    expect(ticks.map(({ offsetMs }) => offsetMs)).toEqual([0, 500, 1000, 1500])
  })

  it('gives a window that is left behind a tail, and a skip a point', () => {
    const skip = candidate({ decision: 'skip_candidate', atMs: T0 + 300, attempt: 2 })
    const opened = candidate({ attempts: [attempt({ windows: [window()] })] })
    const { rows } = waterfallOf(run({ candidates: [opened, skip, ANSWER] }))
    expect(rows[0]?.tail).toEqual({ from: 100 / 1500, kind: 'cooldown' })
    expect(rows[1]).toMatchObject({ tail: null, bars: [{ from: 0.2, to: 0.2, mark: 'skipped' }] })
  })

  it('stands still where all records have one time', () => {
    const { spanMs, ticks, rows } = waterfallOf(run({ endedMs: T0, candidates: [candidate({ atMs: T0 })] }))
    expect([spanMs, ticks, rows[0]?.bars]).toEqual([
      0,
      [{ place: 0, offsetMs: 0 }],
      [{ from: 0, to: 0, mark: 'failed', label: null }],
    ])
  })

  it('writes spans with a unit', () => {
    expect([0, 350, 1000, 1550, 60_000, 125_000, 3_660_000].map(spanWords)).toEqual([
      '0 ms',
      '350 ms',
      '1 s',
      '1.6 s',
      '1 m',
      '2 m 5 s',
      '1 h 1 m',
    ])
    expect([offsetWords(0), offsetWords(500)]).toEqual(['0', '+500 ms'])
  })
})

describe('a run as text', () => {
  it('holds everything that the screen shows', () => {
    const opened = attempt({ windows: [window()], ruleId: 'rate-limit.x', timedOut: true })
    const locks = [{ profileId: 'alpha:one', kind: 'cooldown', reason: 'rate_limit', untilMs: T0 + 30_100 }] as const
    const place = { model: 'small', attempt: 2, atMs: T0 + 300 }
    const skip = candidate({ ...place, decision: 'skip_candidate', suppressed: 3, locks })
    const text = runAsText(
      run({ candidates: [candidate({ attempts: [opened] }), skip, ANSWER], parent: 'cron:nightly' }),
    )
    expect(text).toBe(
      [
        'beta/chat answered instead of alpha/big: alpha/big was rate-limited.',
        '',
        'Run:        s01-run-1',
        'Requested:  alpha/big',
        'Answered:   beta/chat',
        'Outcome:    fell back',
        'Began:      2026-05-28T20:26:40.000Z',
        'Ended:      2026-05-28T20:26:41.500Z (1.5 s)',
        'Agent:      main',
        'Session:    s01-sess',
        'Lane:       main',
        'Started by: cron:nightly',
        '',
        '1/3  alpha/big  failed (rate_limit, 429)  2026-05-28T20:26:40.200Z',
        '  error: "429 Too Many Requests"',
        '  - 2026-05-28T20:26:40.100Z  alpha:one (rate_limit, 429)  timed out',
        '    error: "429 Too Many Requests"',
        '    rule: rate-limit.x',
        '    alpha:one: It opened a cooldown (rate limit reached), until 2026-05-28T20:27:10.100Z, 30 s from then.',
        '    Another account was tried next.',
        '',
        '2/3  alpha/small  skipped (rate_limit, 429)  2026-05-28T20:26:40.300Z',
        '  error: "429 Too Many Requests"',
        '  3 equal records left out by the log',
        '  It could be asked again at 2026-05-28T20:27:10.100Z, 30 s later, when the lock of alpha:one ended.',
        '  - alpha:one: cooldown (rate limit reached) until 2026-05-28T20:27:10.100Z',
        '',
        '2/3  beta/chat  answered  2026-05-28T20:26:41.500Z',
        '',
        'Evidence',
        '  openclaw-2026-05-28.log, line 1,204',
      ].join('\n'),
    )
  })

  it('says when a run was put together from other records, and when nothing shows where from (LG-05)', () => {
    const text = runAsText(run({ isInferred: true, evidence: [], stopReason: 'agent_run_direct_abort' }))
    expect(text).toContain('Put together from other records: there was no decision record.')
    expect(text).toContain('Stopped:    agent_run_direct_abort')
    expect(text).toMatch(/Evidence\n {2}none on record$/)
    expect(evidenceWords({ source: 'piped in', line: null })).toBe('piped in')
  })
})

describe('runs before and after', () => {
  const rows = [
    { runKey: 'a', atMs: 10 },
    { runKey: 'b', atMs: 20 },
    { runKey: 'b', atMs: 25 },
    { runKey: 'c', atMs: 30 },
    { runKey: 'c', atMs: 31 },
    { runKey: 'd', atMs: 40 },
  ] as DecisionRow[]
  const ask = async ({ filter, offset, limit }: { filter: HistoryFilter; offset: number; limit: number }) => {
    const { fromMs = 0, toMs = Infinity } = filter
    const matching = rows.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).toReversed()
    return { rows: matching.slice(offset, offset + limit), count: matching.length, firstMs: 10, lastMs: 40 }
  }
  const of = (runKey: string, startedMs: number, endedMs: number, sessionId: string | null = 's') =>
    findNeighbours({ runKey, startedMs, endedMs, sessionId }, ask)

  it('are the nearest ones of the session', async () => {
    expect(await of('b', 20, 25)).toEqual({ before: 'a', after: 'c' })
    expect(await of('a', 10, 10)).toEqual({ before: null, after: 'b' })
    expect(await of('d', 40, 40)).toEqual({ before: 'c', after: null })
  })

  it('are not known without a session', async () => {
    expect(await of('b', 20, 25, null)).toEqual({ before: null, after: null })
  })
})
