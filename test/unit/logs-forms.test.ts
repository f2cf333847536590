import { describe, expect, test } from 'vitest'
import { shortHash } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { DECISION, FALLBACK_MS, onlyEvent, PROFILE_STATE, recordLine, scan } from '../support/log-lines.ts'

const linesOf = (id: string): readonly string[] => bugCase<{ lines: string[] }, unknown>(id).input.lines

describe('a record of the file logger', () => {
  test('gives every field of a decision', () => {
    expect(onlyEvent(recordLine(DECISION, { agent_id: 'main' }), 'decision')).toEqual({
      kind: 'decision',
      atMs: Date.parse('2026-02-03T01:00:00.250Z'),
      isTimed: true,
      runId: 'run-1',
      sessionId: 'session-1',
      agentId: 'main',
      lane: 'main',
      parent: null,
      line: 1,
      decision: 'candidate_failed',
      requestedProvider: 'openai',
      requestedModel: 'gpt-5.5',
      candidateProvider: 'openai',
      candidateModel: 'gpt-5.5',
      attempt: 1,
      total: 2,
      reason: 'rate_limit',
      status: 429,
      code: null,
      errorPreview: '429 Too Many Requests',
      errorHash: 'sha256:9bfee574ec1d',
      providerErrorType: null,
      nextProvider: 'openrouter',
      nextModel: 'anthropic/claude-opus-4-6',
      isPrimary: true,
      requestedModelMatched: true,
      fallbackConfigured: true,
      isProbe: false,
      profileCount: null,
      suppressed: 0,
      previousAttempts: null,
      finalOutcome: 'next_fallback',
    })
  })

  test('gives every field of what a failure did to a profile', () => {
    expect(onlyEvent(recordLine(PROFILE_STATE), 'profile_state')).toMatchObject({
      profileId: 'sha256:0123456789ab',
      provider: 'openai',
      reason: 'billing',
      windowType: 'disabled',
      isReused: true,
      errorCount: 2,
      previousErrorCount: 1,
      cooldownUntilMs: 1_770_000_060_000,
      previousCooldownUntilMs: 1_770_000_000_000,
      disabledUntilMs: 1_770_000_200_000,
      previousDisabledUntilMs: 1_770_000_100_000,
      disabledReason: 'billing',
      previousDisabledReason: 'billing',
      failureCounts: { billing: 2 },
    })
  })

  test('gives what was decided after one call', () => {
    const event = {
      event: 'embedded_run_failover_decision',
      runId: 'run-1',
      stage: 'assistant',
      decision: 'rotate_profile',
      failoverReason: 'auth',
      profileFailureReason: null,
      provider: 'openai',
      model: 'gpt-5.5',
      sourceProvider: 'openai',
      sourceModel: 'gpt-5.4',
      profileId: 'sha256:0123456789ab',
      fallbackConfigured: false,
      timedOut: true,
      aborted: false,
      httpCode: '401',
      retryCount: 0,
      profileRotationCount: 1,
      attemptCount: 2,
      rawErrorPreview: '401 no',
      rawErrorHash: 'sha256:2fff8b3e0ea8',
    }
    expect(onlyEvent(recordLine(event), 'failover')).toMatchObject({
      stage: 'assistant',
      decision: 'rotate_profile',
      reason: 'auth',
      profileReason: null,
      provider: 'openai',
      model: 'gpt-5.5',
      sourceModel: 'gpt-5.4',
      profileId: 'sha256:0123456789ab',
      status: 401,
      retryCount: 0,
      profileRotationCount: 1,
      attemptCount: 2,
      rawErrorPreview: '401 no',
      rawErrorHash: 'sha256:2fff8b3e0ea8',
      fallbackConfigured: false,
      timedOut: true,
      aborted: false,
    })
  })

  test('gives a stopped chain, which names no run', () => {
    const event = {
      event: 'model_fallback_chain_stopped',
      sessionId: 's17',
      lane: 'main',
      reason: 'caller_signal_aborted',
      candidateProvider: 'openai',
      candidateModel: 'gpt-5.5',
      errorName: 'AbortError',
    }
    expect(onlyEvent(recordLine(event), 'chain_stopped')).toMatchObject({
      runId: null,
      sessionId: 's17',
      reason: 'caller_signal_aborted',
      candidateProvider: 'openai',
      candidateModel: 'gpt-5.5',
      errorName: 'AbortError',
    })
  })

  test('counts a success’s attempts and does not take their error for its own', () => {
    const event = {
      ...DECISION,
      decision: 'candidate_succeeded',
      errorPreview: undefined,
      fallbackStepFromFailureDetail: '429 request req_abc123',
      previousAttempts: [{ provider: 'openai' }, { provider: 'google' }],
    }
    expect(onlyEvent(recordLine(event), 'decision')).toMatchObject({ previousAttempts: 2, errorPreview: null })
  })

  test.each([
    ['fields of other kinds', { ...DECISION, attempt: 'first', status: -1, total: 1.5, reason: 7, runId: { a: 1 } }],
    ['fields that are missing', { event: DECISION.event, decision: DECISION.decision }],
  ])('takes %s for unknown', (_name, event) => {
    expect(onlyEvent(recordLine(event), 'decision')).toMatchObject({
      attempt: null,
      status: null,
      total: null,
      reason: null,
    })
  })

  test('counts a record that lacks what makes it one as malformed', () => {
    const { counts } = scan(
      [
        recordLine({ ...DECISION, decision: 'candidate_pondered' }),
        recordLine({ ...PROFILE_STATE, profileId: undefined }),
      ].join('\n'),
    )
    expect(counts).toMatchObject({ lines: 2, records: 0, malformed: 2 })
  })

  test('knows the end of a run without an error, and the error of the lane around one', () => {
    const end = recordLine({}, { '1': 'embedded run agent end: runId=run-7 isError=false' })
    expect(onlyEvent(end, 'agent_end')).toMatchObject({ runId: 'run-7', isError: false, isWrapper: false })
    const lane =
      'lane task error: lane=session:agent:ops:explicit:s-1 durationMs=5 error="FailoverError: 402 none left"'
    expect(onlyEvent(recordLine({}, { '1': lane }), 'agent_end')).toMatchObject({
      sessionId: 's-1',
      agentId: 'ops',
      isError: true,
      isWrapper: true,
      errorPreview: 'FailoverError: 402 none left',
    })
  })
})

describe('a decision on the console', () => {
  const text =
    'model fallback decision: decision=candidate_failed requested=openai/gpt-5.5 candidate=openrouter/anthropic/claude-opus-4-6 ' +
    'reason=auth providerErrorType=invalid_key next=none detail=401 {"error":{"message":"no, decision=skip_candidate"}} ' +
    '(7 duplicates suppressed in last 30s)'

  test.each([
    ['bare', text, false],
    [
      'with time and colours',
      `\u001B[2m2026-02-03T09:00:00.250+08:00\u001B[22m \u001B[33m[model-fallback/decision]\u001B[39m ${text}`,
      true,
    ],
    ['with a level', `2026-02-03 01:00:00,250Z WARN [model-fallback/decision] ${text}`, true],
    [
      'in a container',
      JSON.stringify({
        log: `[model-fallback/decision] ${text}\n`,
        stream: 'stderr',
        time: '2026-02-03T01:00:00.250Z',
      }),
      true,
    ],
    ['by a container runtime', `2026-02-03T01:00:00.250000000Z stderr F ${text}`, true],
    ['by the system’s log', `2026-02-03T01:00:00.250+0000 host openclaw[12]: ${text}`, true],
    ['in a record', recordLine({}, { '1': text, time: '2026-02-03T01:00:00.250Z' }), true],
  ])('is understood %s', (_name, line, isTimed) => {
    expect(onlyEvent(line, 'decision')).toMatchObject({
      atMs: isTimed ? Date.parse('2026-02-03T01:00:00.250Z') : FALLBACK_MS,
      isTimed,
      decision: 'candidate_failed',
      requestedProvider: 'openai',
      requestedModel: 'gpt-5.5',
      candidateProvider: 'openrouter',
      candidateModel: 'anthropic/claude-opus-4-6',
      reason: 'auth',
      providerErrorType: 'invalid_key',
      nextProvider: null,
      errorPreview: '401 {"error":{"message":"no, decision=skip_candidate"}}',
      suppressed: 7,
      attempt: null,
    })
  })

  test('is not what somebody says about one', () => {
    const lines = [
      'user: what does decision=skip_candidate reason=billing mean?',
      recordLine({}, { '1': 'reply text: the log said "model fallback decision: decision=candidate_failed"' }),
    ]
    expect(scan(lines.join('\n')).counts).toMatchObject({ records: 0, unrelated: 2, malformed: 0 })
  })
})

describe('reported faults', () => {
  test('LG-01: where the size cap silences the log, there is a gap', () => {
    const { events, counts } = scan(linesOf('LG-01').join('\n'))
    expect(events).toMatchObject([{ kind: 'gap', why: 'size_cap' }])
    expect(counts).toMatchObject({ gaps: 1, records: 0 })
  })

  test('LG-03: noise is counted only, and a decision between it is found', () => {
    const [noise = ''] = linesOf('LG-03')
    const { events, counts } = scan(
      `${`${noise}\n`.repeat(20_000)}${recordLine(DECISION)}\n${`${noise}\n`.repeat(20_000)}`,
    )
    expect(events).toMatchObject([{ kind: 'decision', line: 20_001 }])
    expect(counts).toEqual({
      lines: 40_001,
      records: 1,
      known: 0,
      unrelated: 40_000,
      torn: 0,
      welded: 0,
      giant: 0,
      malformed: 0,
      gaps: 0,
    })
  })

  test('LG-04: the line’s zone counts, and so does what the producer left out', () => {
    const [line = '', rest = ''] = linesOf('LG-04')
    const written = `${line.replace(/ \(dozens.*/, '')} ${rest.replace('... ', '')}`
    expect(onlyEvent(written, 'decision')).toMatchObject({
      atMs: Date.parse('2026-03-29T11:24:34.567Z'),
      candidateProvider: 'modelstudio',
      candidateModel: 'glm-5',
      nextProvider: 'minimax',
      nextModel: 'MiniMax-M2.7-highspeed',
      reason: 'auth',
      suppressed: 37,
    })
  })

  test('LG-05: the end of a run is known without any decision, its reason unknown', () => {
    expect(onlyEvent(linesOf('LG-05').join('\n'), 'agent_end')).toMatchObject({
      isError: true,
      provider: 'google',
      model: 'gemini-2.5-flash-lite',
      reason: null,
      errorPreview: 'An unknown error occurred',
    })
  })

  test('LG-10: a session is one with and without its prefix', () => {
    const [wrapper = ''] = linesOf('LG-10')
    const attempt = recordLine({ ...DECISION, sessionId: 'browser-XXXX' })
    const [outer, inner] = scan(`${wrapper}\n${attempt}`).events
    expect(outer).toMatchObject({ kind: 'agent_end', isWrapper: true, sessionId: 'browser-XXXX' })
    expect(inner?.sessionId).toBe(outer?.sessionId)
  })

  test('LG-14: both decisions for one reason are kept, with what explains them', () => {
    const { events } = scan(
      linesOf('LG-14')
        .map((line) => `${line} fallbackConfigured=false`)
        .join('\n'),
    )
    expect(events).toMatchObject([
      { kind: 'failover', reason: 'timeout', decision: 'fallback_model', fallbackConfigured: false },
      { kind: 'failover', reason: 'timeout', decision: 'surface_error', fallbackConfigured: false },
    ])
  })

  test('LG-19: colours are taken off before anything is looked for, also inside of values', () => {
    const { bytes } = bugCase<{ bytes: string }, unknown>('LG-19').input
    expect(onlyEvent(bytes, 'decision')).toMatchObject({ decision: 'skip_candidate', reason: 'billing', line: 2 })
    const coloured = recordLine({
      ...DECISION,
      reason: '\u001B[31mbilling\u001B[39m',
      errorPreview: 'a \u001B[1mbold\u001B[0m word',
    })
    expect(onlyEvent(coloured, 'decision')).toMatchObject({ reason: 'billing', errorPreview: 'a bold word' })
  })

  test('LG-20: what a sub-agent or a job fell back to is found under what started it', () => {
    expect(onlyEvent(linesOf('LG-20').join('\n'), 'failover')).toMatchObject({
      decision: 'fallback_model',
      rawErrorPreview: 'ECONNRESET',
      lane: 'subagent',
      parent: 'subagent',
    })
    const parentOf = (event: object): unknown => onlyEvent(recordLine({ ...DECISION, ...event }), 'decision').parent
    expect(parentOf({ lane: 'cron-nested', sessionKey: 'agent:main:cron:nightly:run:7' })).toBe('cron:nightly')
    expect(parentOf({ lane: 'subagent', spawnedBy: 'agent:main:explicit:s-1' })).toBe('s-1')
    expect(parentOf({ lane: 'main' })).toBeNull()
  })

  test('RD-06: a bare event is understood, and its hash joins the profile that is known here', () => {
    const [line = ''] = linesOf('RD-06')
    expect(onlyEvent(line, 'profile_state')).toMatchObject({
      profileId: 'sha256:0123456789ab',
      provider: 'google',
      reason: 'model_not_found',
      windowType: 'cooldown',
      atMs: FALLBACK_MS,
      isTimed: false,
    })
  })

  test('RD-03, RD-05: secrets come out of no field, whatever it is called', () => {
    const secret = 'sk-test-EXAMPLEexample0123456789abcd'
    const everywhere = Object.fromEntries(Object.keys(DECISION).map((name) => [name, `x ${secret}`]))
    const kinds = [
      { ...everywhere, event: DECISION.event, decision: DECISION.decision },
      {
        ...everywhere,
        event: 'embedded_run_failover_decision',
        stage: secret,
        profileId: secret,
        rawErrorPreview: secret,
      },
      { ...everywhere, event: 'model_fallback_chain_stopped', errorName: secret, lane: `session:${secret}` },
      { ...everywhere, event: 'embedded_run_agent_end', error: `apiKey="${secret}"`, isError: true, spawnedBy: secret },
      { ...everywhere, event: PROFILE_STATE.event, profileId: secret, failureCounts: { [secret]: 1 } },
    ]
    const texts = [
      `model fallback decision: decision=candidate_failed requested=${secret} candidate=a/${secret} reason=${secret} detail=${secret}`,
      `[agent/embedded] embedded_run_agent_end isError=true model=${secret} error="Bearer ${secret}"`,
      `lane task error: lane=session:${secret} error="${secret}"`,
      `[sub-agent run] ${secret} -> fallback_model next=${secret}`,
    ]
    const lines = kinds.map((event) =>
      recordLine(event, { agent_id: secret, session_id: `agent:${secret}:explicit:${secret}` }),
    )
    const { events } = scan([...lines, ...texts].join('\n'))
    expect(events).toHaveLength(9)
    expect(JSON.stringify(events)).not.toContain('EXAMPLE')
    expect(JSON.stringify(events)).not.toContain('0123456789')
  })

  test('RD-01: a key without any name is masked by its shape, and an ordinary word stays', () => {
    const { items } = bugCase<{ items: string[] }, unknown>('RD-01').input
    const { events } = scan(
      items.map((item) => recordLine({ ...DECISION, errorPreview: `401 for ${item}` })).join('\n'),
    )
    const shown = events.map(
      (event) =>
        event.kind === 'decision' &&
        event.errorPreview?.replace('401 for ', '') === items.at(event.line ? event.line - 1 : 0),
    )
    expect(shown).toEqual([false, false, false, true])
  })
})

test('ids that look like secrets stay different from each other, and a profile’s still joins', () => {
  const ids = ['sk-test-aaaaaaaaaaaa0123', 'sk-test-bbbbbbbbbbbb0123']
  const { events } = scan(ids.map((runId) => recordLine({ ...DECISION, runId })).join('\n'))
  expect(events.map(({ runId }) => runId)).toEqual(ids.map(shortHash))
  const [first = ''] = ids
  expect(onlyEvent(recordLine({ ...PROFILE_STATE, profileId: first }), 'profile_state').profileId).toBe(
    shortHash(first),
  )
})

test('long ids of runs stay as they are', () => {
  const runId = '0b826d58-1813-4c16-9c7e-a21d126d8e8a'
  expect(onlyEvent(recordLine({ ...DECISION, runId }), 'decision').runId).toBe(runId)
})

test('a preview ends after 400 characters, and a secret that lies across any limit is not in it', () => {
  const preview = (errorPreview: string): string | null =>
    onlyEvent(recordLine({ ...DECISION, errorPreview }), 'decision').errorPreview
  expect(preview('x y '.repeat(200))).toHaveLength(401)
  const secret = 'sk-live-EXAMPLEexample0123456789abcd'
  for (const length of [380, 395, 8180, 8190])
    expect(preview(`${'é '.repeat(length / 2)}${secret}`)).not.toMatch(/EXAMPLE|0123/)
})
