import { describe, expect, test } from 'vitest'
import type { FailoverReason } from '../../shared/engine/index.ts'
import { classify, type FailureInput } from '../support/classify.ts'

type Reason = FailoverReason | null

/** Answers that were observed beside the recorded cases: of 2026.5.12, 2026.7.1 and 2026.9.6. */
const OBSERVED: readonly [FailureInput | string, readonly [Reason, Reason, Reason]][] = [
  ['500 Internal Server Error', ['timeout', 'timeout', 'server_error']],
  ['503 Service Unavailable', ['timeout', 'timeout', 'overloaded']],
  [{ status: 520 }, [null, null, 'server_error']],
  [{ status: 522 }, [null, null, 'timeout']],
  [{ status: 523 }, [null, null, 'server_error']],
  ['Unhandled stop reason: error', ['timeout', 'timeout', 'server_error']],
  ['429 {"error":{"type":"insufficient_quota"}}', ['rate_limit', 'billing', 'billing']],
  [{ message: '429 used all available credits', provider: 'xai' }, ['rate_limit', 'billing', 'billing']],
  ['certificate has expired', ['auth', 'auth', 'tls_certificate']],
  ['500 {"error":{"type":"invalid_request_error","message":"no"}}', ['timeout', 'timeout', 'format']],
  [{ message: 'prompt is too long', status: 529 }, ['overloaded', 'overloaded', 'context_overflow']],
  [
    '413 Request too large on tokens per minute (TPM): Limit 8000, Requested 8098',
    ['rate_limit', 'rate_limit', 'context_overflow'],
  ],
  ['402 unable to verify your membership benefits', [null, null, null]],
  [{ message: 'You have no quota', status: 402 }, ['billing', 'billing', 'billing']],
  [{ message: 'image exceeds 5 MB maximum', status: 400 }, ['format', 'format', 'format']],
  ['OpenAI API error (500): something odd', [null, null, null]],
  ['dial tcp: connect: connection refused', [null, null, null]],
  ['context deadline exceeded', ['timeout', 'timeout', 'timeout']],
  ['429 The engine is overloaded', ['rate_limit', 'rate_limit', 'rate_limit']],
  ['503 <html><body>rate limit</body></html>', ['timeout', 'timeout', 'server_error']],
  ['You exceeded your current quota', ['rate_limit', 'rate_limit', 'rate_limit']],
  [{ message: 'insufficient credits', status: 500 }, ['timeout', 'timeout', 'server_error']],
  [{ message: 'insufficient credits', status: 529 }, ['overloaded', 'overloaded', 'overloaded']],
  [{ message: 'rate limit exceeded', status: 401 }, ['auth', 'auth', 'auth']],
  [{ message: 'overloaded', status: 403 }, ['auth', 'auth', 'auth']],
  [{ message: 'invalid api key', status: 429 }, ['rate_limit', 'rate_limit', 'rate_limit']],
  [{ message: 'internal server error', status: 400 }, ['timeout', 'timeout', 'timeout']],
  [{ message: '{"error":{"type":"server_error"}}', status: 400 }, ['format', 'format', 'format']],
  [{ status: 409 }, [null, null, null]],
  [{ message: 'tool_use_id missing', status: 404 }, ['model_not_found', 'model_not_found', 'format']],
  [{ message: 'session not found', status: 404 }, ['session_expired', 'session_expired', 'session_expired']],
  [{ message: 'api key expired', status: 410 }, ['auth', 'auth', 'auth']],
  [{ message: 'overloaded', status: 499 }, ['overloaded', 'overloaded', 'overloaded']],
  [{ status: 499 }, ['timeout', 'timeout', 'timeout']],
  [{ message: 'Insufficient account balance', status: 429 }, ['rate_limit', 'rate_limit', 'rate_limit']],
  [{ message: 'Insufficient account balance', status: 429, provider: 'kimi' }, ['rate_limit', 'billing', 'billing']],
  ['## One\npayment required\n## Two\nmore', [null, null, null]],
  ['billing: please upgrade your plan', ['billing', 'billing', 'billing']],
  ['models/gemini-9 is not found for API version v1beta', ['model_not_found', 'model_not_found', 'model_not_found']],
  [
    { message: "The 'x' model is not supported when using Codex with a ChatGPT account.", status: 400 },
    ['model_not_found', 'model_not_found', 'model_not_found'],
  ],
  [
    { message: 'reasoning is mandatory and cannot be disabled: maximum context length', status: 400 },
    ['format', 'format', 'format'],
  ],
  ['API key is invalid', [null, null, 'auth']],
]

/** Provider texts of real logs, with the reason that the log records, in the release that wrote it. */
const LOGGED: readonly [string, Reason, Reason][] = [
  ['429 Too many concurrent requests', 'rate_limit', 'rate_limit'],
  ['429 您的账户已达到速率限制，请您控制请求频率', 'rate_limit', 'rate_limit'],
  ['404 The model `big` does not exist or you do not have access to it.', 'model_not_found', 'model_not_found'],
  ['402 Weekly usage limit exhausted, resets tomorrow', 'rate_limit', 'rate_limit'],
  ["400 Invalid 'messages[1].tool_calls[0].id': string too long.", 'format', 'format'],
  ['402 余额不足或无可用资源包,请充值。', 'billing', 'billing'],
  ['403 API key has been disabled', 'auth_permanent', 'auth_permanent'],
  ['401 This API key has been revoked', 'auth_permanent', 'auth_permanent'],
  ['503 <html><head><title>503 Service Temporarily Unavailable</title></head></html>', 'timeout', 'timeout'],
]

describe('observed answers', () => {
  test.each(OBSERVED)('%j', (input, [old, middle, newest]) => {
    expect(classify(input, 'docs-2026.4').reason, '2026.5.12').toBe(old)
    expect(classify(input, 'openclaw-2026.7').reason, '2026.7.1').toBe(middle)
    expect(classify(input, 'openclaw-2026.9').reason, '2026.9.6').toBe(newest)
  })

  test.each(LOGGED)('%s', (text, old, middle) => {
    expect(classify(text, 'docs-2026.4').reason).toBe(old)
    expect(classify(text, 'openclaw-2026.7').reason).toBe(middle)
  })
})

describe('errors as objects', () => {
  const error = (fields: object, name: 'openclaw-2026.7' | 'openclaw-2026.9' = 'openclaw-2026.9') =>
    classify({ error: fields }, name)

  test('status as a text, in what is wrapped, in a cause', () => {
    expect(error({ statusCode: '429' }).reason).toBe('rate_limit')
    expect(error({ message: 'x', error: { status: 402, message: 'insufficient credits' } }).reason).toBe('billing')
    expect(error(new Error('failed', { cause: { status: 401 } })).reason).toBe('auth')
  })

  test('a code below two causes', () => {
    expect(error({ message: 'request failed somehow', cause: { cause: { code: 'EAI_AGAIN' } } })).toMatchObject({
      reason: 'timeout',
      ruleId: 'code.transport',
      code: 'EAI_AGAIN',
    })
  })

  test('a label is kept, and lets the chain advance even for an overflow', () => {
    expect(error({ name: 'FailoverError', message: 'x', reason: 'session_expired' })).toMatchObject({
      reason: 'session_expired',
      ruleId: 'hard.failover-label',
    })
    expect(error({ name: 'FailoverError', message: 'x', reason: 'context_overflow' }).advancesFallback).toBe(true)
    expect(error({ message: 'odd', cause: { name: 'FailoverError', reason: 'billing' } }).reason).toBe('billing')
    expect(error({ name: 'FailoverError', message: 'x', reason: 'nonsense' }).reason).toBeNull()
  })

  test('general type names in lower case do not count, stable ones do', () => {
    expect(error({ message: '', type: 'api_error', provider: 'anthropic' }).reason).toBeNull()
    expect(error({ message: '', type: 'API_ERROR', provider: 'Anthropic' }).reason).toBe('server_error')
  })

  test('details are read since 2026.9.6', () => {
    const withBody = { message: 'The model is not available.', body: '{"error":{"type":"overloaded_error"}}' }
    expect(error(withBody).reason).toBe('overloaded')
    expect(error(withBody, 'openclaw-2026.7').reason).toBeNull()
  })

  test('of message and details the graver stands', () => {
    const both = (message: string, ...details: string[]) => error({ message, details }).reason
    expect(both('rate limit', 'insufficient credits')).toBe('billing')
    expect(both('insufficient credits', 'rate limit')).toBe('billing')
    expect(both('overloaded', 'unauthorized')).toBe('overloaded')
    expect(both('invalid request format', 'overloaded')).toBe('overloaded')
    expect(both('overloaded', 'prompt is too long')).toBe('context_overflow')
    expect(both('prompt is too long', 'overloaded')).toBe('context_overflow')
    expect(both('odd', 'also odd', 'unauthorized')).toBe('auth')
    expect(error({ message: '', body: { error: { message: 'unauthorized' } } }).reason).toBe('auth')
  })

  test('an unavailable profile is a matter of credentials, whatever its status says', () => {
    const failure = { message: 'no profile', status: 503, code: 'SELECTED_AUTH_PROFILE_UNAVAILABLE' }
    expect(error(failure)).toMatchObject({ reason: 'auth', ruleId: 'code.no-profile', statusRuleId: null })
  })

  test('the provider that an error names outranks the caller’s', () => {
    const named = { message: 'Provider returned error', provider: 'openrouter' }
    expect(classify({ error: named, provider: 'acme' }).reason).toBe('timeout')
  })

  test('numbers and truth values are texts, nothing is nothing', () => {
    expect(classify({ error: 429 }).reason).toBe('rate_limit')
    expect(classify({ error: true }).label).toBe('unclassified')
    expect(classify({ error: undefined }).label).toBe('empty_response')
    expect(classify({ error: null }).label).toBe('empty_response')
  })

  test('an overflow gives way to what it wraps', () => {
    expect(error({ message: 'prompt is too long', cause: { status: 429, message: 'slow down' } }).reason).toBe(
      'rate_limit',
    )
    expect(error({ message: 'prompt is too long' })).toMatchObject({ stops: 'context_overflow', readsAsOverflow: true })
  })

  test('a wrapped empty 400 takes a bad request back', () => {
    const wrapper = { message: 'invalid request format', cause: { status: 400, message: '400 status code (no body)' } }
    expect(error(wrapper).reason).toBeNull()
    expect(error({ ...wrapper, cause: { status: 400, message: 'temperature is out of range' } }).reason).toBe('format')
  })

  test('cycles and deep graphs end', () => {
    const first: { message: string; cause?: unknown } = { message: 'one' }
    first.cause = { message: 'two', cause: first }
    expect(error(first).reason).toBeNull()
    let deep: object = { status: 429 }
    for (let depth = 0; depth < 200; depth++) deep = { message: 'wrapper', cause: deep }
    expect(error(deep).reason).toBeNull()
  })

  test('names of errors', () => {
    expect(error({ name: 'TimeoutError', message: '' })).toMatchObject({ reason: 'timeout', ruleId: 'error.timeout' })
    expect(error({ name: 'AbortError', message: 'This run was cancelled by user' }).reason).toBeNull()
    expect(error({ name: 'AbortError', message: 'Request was aborted.' }).ruleId).toBe('error.aborted')
    expect(error({ message: 'odd', cause: { name: 'TimeoutError', message: 'x' } }).reason).toBe('timeout')
    expect(error({ name: 'AbortError', message: 'x', reason: { name: 'TimeoutError' } }).ruleId).toBe(
      'error.aborted-by-timeout',
    )
  })
})

describe('what a result says beside the reason', () => {
  test('the rule of the status that let the text stand, or replaced it', () => {
    expect(classify('401 insufficient credits', 'openclaw-2026.9')).toMatchObject({
      reason: 'billing',
      ruleId: 'billing.credits',
      statusRuleId: 'status.401',
      status: 401,
    })
    expect(classify('401 rate limit', 'openclaw-2026.9')).toMatchObject({ reason: 'auth', ruleId: 'status.401' })
  })

  test('which kind of nothing was found', () => {
    expect(classify('').label).toBe('empty_response')
    expect(classify('kaboom').label).toBe('unclassified')
    expect(classify('Unknown error (no error details in response)').label).toBe('no_error_details')
  })

  test('how long a limit lasts', () => {
    expect(classify('429 slow down').limitSpan).toBe('short')
    expect(classify('rate limit, retry after 30s').limitSpan).toBe('short')
    expect(classify('rate limit, retry after 90s').limitSpan).toBe('long')
    expect(classify('rate limit, try again in a while').limitSpan).toBe('long')
    expect(classify('429 usage limit reached').limitSpan).toBe('long')
    expect(classify('429 quota exceeded for requests per minute').limitSpan).toBe('short')
    expect(classify('频率限制').limitSpan).toBe('short')
    expect(classify('rate limit').limitSpan).toBe('unknown')
  })
})
