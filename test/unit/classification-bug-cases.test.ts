import { describe, expect, test } from 'vitest'
import type { FailoverReason, ProviderFailure } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import type { PolicyId } from '../../shared/engine/index.ts'
import { classify, type FailureInput } from '../support/classify.ts'

interface ErrorInput {
  readonly message?: string
  readonly status?: number
  readonly code?: string | null
  readonly name?: string
  readonly provider?: string | null
  readonly cause?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly items?: readonly ErrorInput[]
}

interface Expected {
  readonly reason?: FailoverReason | null
  readonly reasons?: readonly (FailoverReason | null)[]
}

/** The errors of a case, as they would arrive. */
function failures(id: string): readonly FailureInput[] {
  const { input } = bugCase<ErrorInput, Expected>(id)
  return (input.items ?? [input]).map(failureOf)
}

function failureOf({ provider = null, headers, items: _items, ...error }: ErrorInput): FailureInput {
  return { provider, error, ...(headers ? { headers } : {}) }
}

function reasons(id: string, name?: PolicyId): readonly (FailoverReason | null)[] {
  return failures(id).map((failure) => classify(failure, name).reason)
}

function expectedReasons(id: string): readonly (FailoverReason | null | undefined)[] {
  const { expected } = bugCase<ErrorInput, Expected>(id)
  return expected.reasons ?? [expected.reason]
}

describe('reported misclassifications, by the rules of our own engine', () => {
  test.each(
    `CL-01 CL-02 CL-03 CL-04 CL-05 CL-06 CL-07 CL-08 CL-09 CL-10 CL-11 CL-12 CL-13 CL-14 CL-15 CL-16 CL-17 CL-18 CL-21
    CL-22 CL-23 CL-27 CL-35 CL-36 CL-40 CL-43 CL-51 CL-52 CL-55 CL-57 CL-58`
      .split(/\s+/)
      .map((id) => ({ id })),
  )('$id', ({ id }) => {
    expect(reasons(id)).toEqual(expectedReasons(id))
  })

  test('CL-03: token words make no overflow of it', () => {
    expect(classify(failures('CL-03')[0] ?? '')).toMatchObject({ readsAsOverflow: false, advancesFallback: true })
  })

  test('CL-23, CL-25, CL-26: pages are told apart from answers, and their markup is not shown', () => {
    expect(failures('CL-23').map((failure) => classify(failure).page)).toEqual([
      'upstream',
      'upstream',
      'sign_in',
      'proxy',
    ])
    for (const id of ['CL-25', 'CL-26']) {
      const result = classify(failures(id)[0] ?? '')
      expect(result).toMatchObject({ body: 'html', page: 'upstream' })
      expect(result.detail).not.toContain('<')
    }
    expect(reasons('CL-25')).toEqual(['timeout'])
    expect(reasons('CL-26')).toEqual([null])
  })

  test('CL-28: the type upstream_error is a transient failure of the server', () => {
    // The case says timeout and notes that the merged fix says server_error; the recorded releases agree with the fix.
    expect(reasons('CL-28')).toEqual(['server_error'])
    expect(classify(failures('CL-28')[0] ?? '')).toMatchObject({
      advancesFallback: true,
      ruleId: 'server-type.upstream-error',
    })
  })

  test('CL-30: only the caller’s signal tells a stop from an abort of the provider', () => {
    const [byProvider, byCaller] = failures('CL-30')
    expect(classify({ ...byProvider, abortedBy: 'provider' })).toMatchObject({
      reason: 'timeout',
      advancesFallback: true,
    })
    expect(classify({ ...byCaller, abortedBy: 'caller' })).toMatchObject({
      reason: null,
      advancesFallback: false,
      stops: 'aborted_by_caller',
    })
  })

  test('CL-31: the owner of the abort decides, not the phrase', () => {
    const [failure] = failures('CL-31')
    expect(classify({ ...failure, abortedBy: 'request_timer' }).reason).toBe('timeout')
    const worded = { name: 'AbortError', message: 'Vorgang abgebrochen' }
    expect(classify({ error: worded, abortedBy: 'request_timer' })).toMatchObject({
      reason: 'timeout',
      ruleId: 'error.request-timer',
    })
  })

  test('CL-32: a spent budget and a client that left end the chain', () => {
    const [budget, left] = failures('CL-32')
    expect(classify({ ...budget, abortedBy: 'run_budget' })).toMatchObject({
      advancesFallback: false,
      stops: 'run_budget_spent',
    })
    expect(classify(left ?? '')).toMatchObject({ advancesFallback: false, stops: 'aborted_by_caller' })
  })

  test.each(['docs-2026.7', 'openclaw-2026.7', 'openclaw-2026.9'] as const)(
    'CL-37: a request above the limit, %s',
    (name) => {
      const [ceiling, throttle] = failures('CL-37')
      expect(classify(ceiling ?? '', name)).toMatchObject({
        isRequestTooLarge: true,
        advancesFallback: true,
        stops: null,
      })
      expect(classify(throttle ?? '', name)).toMatchObject({
        reason: 'rate_limit',
        isRequestTooLarge: false,
        retryHint: { delayMs: 7500, source: 'text' },
      })
    },
  )

  test.each(['docs-2026.7', 'openclaw-2026.9'] as const)(
    'CL-38: 413 without a body is an overflow, 400 is not, %s',
    (name) => {
      expect(failures('CL-38').map((failure) => classify(failure, name).readsAsOverflow)).toEqual([false, true])
    },
  )

  test.each(['docs-2026.7', 'openclaw-2026.9'] as const)('CL-44: a code alone is a signal, %s', (name) => {
    // The case maps SERVER_ERROR to timeout "as our mapping"; the recorded hook names it server_error.
    const results = failures('CL-44').map((failure) => classify(failure, name))
    expect(results.map(({ reason }) => reason)).toEqual([
      'server_error',
      'timeout',
      'overloaded',
      'rate_limit',
      'billing',
    ])
    expect(results.every(({ label }) => label !== 'empty_response')).toBe(true)
  })

  test('CL-46: what a model wrote is never classified', () => {
    const { input } = bugCase<{ text: string }, unknown>('CL-46')
    for (const error of [input.text, { message: input.text, status: 402 }])
      expect(classify({ error, origin: 'model_output' })).toMatchObject({
        reason: null,
        ruleId: 'hard.model-output',
        stops: 'not_a_provider_error',
        detail: '',
      })
  })

  test.each(['docs-2026.7', 'openclaw-2026.9'] as const)(
    'CL-47: digits inside ids and paths are no status, %s',
    (name) => {
      for (const reason of reasons('CL-47', name)) expect(['rate_limit', 'billing', 'auth']).not.toContain(reason)
    },
  )

  test('CL-48: the raw error is classified; its rendering is an answer, not an error', () => {
    expect(classify('429 Too Many Requests').reason).toBe('rate_limit')
    const rendered = '⚠️ API rate limit reached. Please try again later.'
    expect(classify({ message: rendered, origin: 'model_output' }).reason).toBeNull()
    expect(classify(rendered).reason).toBe('rate_limit')
  })

  test('CL-49: what nothing recognises still advances', () => {
    expect(classify(failures('CL-49')[0] ?? '')).toMatchObject({ reason: null, advancesFallback: true })
    expect(reasons('CL-49', 'openclaw-2026.9')).toEqual(['server_error'])
  })

  test('CL-50: an entitlement of the long-context variant concerns one model', () => {
    expect(classify(failures('CL-50')[0] ?? '')).toMatchObject({
      scope: 'model',
      ruleId: 'billing.extra-usage-long-context',
    })
  })

  test('CL-51: JSON inside JSON is unwrapped; the innermost message decides', () => {
    expect(classify(failures('CL-51')[0] ?? '')).toMatchObject({
      reason: 'auth',
      ruleId: 'auth.key-not-found',
      body: 'json',
    })
  })

  test('CL-52: the named window wins over boilerplate, and the quota says that it is one of the model', () => {
    expect(classify(failures('CL-52')[0] ?? '')).toMatchObject({
      reason: 'rate_limit',
      scope: 'model',
      retryHint: { delayMs: 36_000, source: 'body', from: 'retryDelay' },
    })
  })

  test('CL-54: a failure of the runtime itself is no reason for the next model', () => {
    expect(classify(failures('CL-54')[0] ?? '')).toMatchObject({
      reason: null,
      advancesFallback: false,
      stops: 'local_coordination',
    })
  })
})

describe('the same faults in the releases that were executed', () => {
  test.each([
    ['CL-05', 'openclaw-2026.9', ['auth', 'auth']],
    ['CL-09', 'openclaw-2026.9', [null]],
    ['CL-11', 'openclaw-2026.9', ['billing', 'rate_limit', 'billing']],
    ['CL-13', 'openclaw-2026.9', ['format']],
    ['CL-21', 'openclaw-2026.9', [null]],
    ['CL-35', 'openclaw-2026.9', [null]],
    ['CL-43', 'openclaw-2026.9', ['format']],
    ['CL-47', 'openclaw-2026.7', ['rate_limit', 'rate_limit']],
  ] as const)('%s as %s has it', (id, name, observed) => {
    expect(reasons(id, name)).toEqual(observed)
  })
})

/** Aborts of every owner. */
describe('who ended the call', () => {
  test.each([
    ['caller', 'aborted_by_caller'],
    ['run_budget', 'run_budget_spent'],
    ['superseded', 'superseded'],
    ['request_timer', null],
    ['provider', null],
  ] satisfies [ProviderFailure['abortedBy'], string | null][])('%s', (abortedBy, stops) => {
    expect(classify({ message: '429 Too Many Requests', ...(abortedBy ? { abortedBy } : {}) }).stops).toBe(stops)
  })
})
