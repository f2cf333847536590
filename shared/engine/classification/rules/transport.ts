import { all, any, check, has, hasWord, names, not, type Condition } from './condition.ts'
import type { TextRule } from './rule.ts'

const NO_ACCOUNT_WORDS: Condition = not(
  any({ family: 'billing' }, { family: 'account_balance' }, { family: 'auth_permanent' }, { family: 'auth' }),
)
const STOP_WORDS = hasWord('reason: error', 'reason:error', 'finish_reason: error', 'finish_reason:error')

/** A stop reason that says that generation failed (R28). */
export const STOP_RULES: readonly TextRule[] = [
  {
    id: 'stop.error',
    family: 'stop',
    matches: 'a stop or finish reason "error"',
    when: STOP_WORDS,
    reason: 'server_error',
    since: '2026.9.6',
  },
]

/** A JSON body that calls itself a server error. */
export const SERVER_TYPE_RULES: readonly TextRule[] = [
  {
    id: 'server-type.server-error',
    family: 'server_type',
    matches: 'a JSON body of the type or code `server_error`, without billing or auth words',
    when: all(any({ bodyType: ['server_error'] }, { bodyCode: ['server_error'] }), NO_ACCOUNT_WORDS),
    reason: 'server_error',
  },
  {
    id: 'server-type.upstream-error',
    family: 'server_type',
    matches: 'a JSON body of the type or code `upstream_error`, without billing or auth words',
    when: all(any({ bodyType: ['upstream_error'] }, { bodyCode: ['upstream_error'] }), NO_ACCOUNT_WORDS),
    reason: 'server_error',
    since: '2026.7.1',
  },
]

const TIMEOUT = { reason: 'timeout' } as const

/** OpenAI's general failure sentence; asked before the auth texts, because its help text may contain their words. */
export const HELP_RULES: readonly TextRule[] = [
  {
    ...TIMEOUT,
    id: 'server-text.help',
    family: 'server_text',
    matches: 'an error while processing the request that names a help centre or a request id',
    when: all(
      has('error occurred while processing your request'),
      has('help center', 'help centre', 'help.openai.com', 'request id'),
    ),
  },
]

/** Transient failures of the provider's machinery that come without a status (R29). */
export const SERVER_TEXT_RULES: readonly TextRule[] = [
  {
    ...TIMEOUT,
    id: 'server-text.unknown-stream',
    family: 'server_text',
    matches: 'the sentence for an unknown error in a stream',
    when: { isText: ['an unknown error occurred'] },
  },
  {
    ...TIMEOUT,
    id: 'server-text.internal',
    family: 'server_text',
    matches: 'internal server error, unless a sentence only quotes a status',
    when: check('says-internal-server-error'),
  },
  {
    ...TIMEOUT,
    id: 'server-text.words',
    family: 'server_text',
    matches: 'bad gateway, gateway timeout, upstream errors, connection reset',
    when: has(
      'error occurred while processing',
      'internal_error',
      'server_error',
      'bad gateway',
      'gateway timeout',
      'upstream error',
      'upstream connect error',
      'connection reset',
    ),
  },
  {
    ...TIMEOUT,
    id: 'server-text.http-5xx',
    family: 'server_text',
    matches: 'HTTP and a status of 500 or more inside the text',
    when: check('says-http-5xx'),
  },
  {
    ...TIMEOUT,
    id: 'server-text.leading-5xx',
    family: 'server_text',
    matches: 'a transient status at the beginning of the text',
    when: { startsWithStatus: [499, 500, 502, 503, 504, 521, 522, 523, 524] },
    until: '2026.9.6',
  },
  {
    ...TIMEOUT,
    id: 'server-text.chinese',
    family: 'server_text',
    matches: 'Chinese texts for internal and system errors',
    when: has('内部错误', '服务器错误', '系统错误', '系统繁忙', '系统异常'),
  },
  {
    ...TIMEOUT,
    id: 'server-text.api-error',
    family: 'server_text',
    matches: 'a JSON body of the type `api_error` with a word for a transient failure, without billing or auth words',
    when: all(
      { bodyType: ['api_error'] },
      has(
        'internal server error',
        'overload',
        'temporarily unavailable',
        'service unavailable',
        'unknown error',
        'server error',
        'bad gateway',
        'gateway timeout',
        'upstream error',
        'backend error',
        'try again later',
        'unexpected error',
      ),
      NO_ACCOUNT_WORDS,
    ),
  },
]

const TRANSPORT = { family: 'timeout', reason: 'timeout' } as const

/** Connections and streams that broke or took too long. */
export const TIMEOUT_RULES: readonly TextRule[] = [
  {
    ...TRANSPORT,
    id: 'timeout.words',
    matches: 'timeouts, and connections or streams that broke off',
    when: has(
      'timeout',
      'timed out',
      'deadline exceeded',
      'connection error',
      'network error',
      'network request failed',
      'fetch failed',
      'socket hang up',
      'stream disconnected before completion',
      'premature close',
      'without sending any chunks',
      'without sending chunks',
      'operation was aborted',
      'stream was closed',
      'stream closed',
      'stream was aborted',
      'stream aborted',
      'request failed after repeated internal retries',
      'und_err_',
    ),
  },
  {
    ...TRANSPORT,
    id: 'timeout.errno',
    matches: 'the name of a socket error as a word',
    when: hasWord(
      ...names('econnreset econnrefused econnaborted enotfound etimedout esockettimedout epipe'),
      ...names('enetdown enetunreach enetreset ehostunreach ehostdown eaddrnotavail eai_again eproto'),
    ),
  },
  {
    ...TRANSPORT,
    id: 'timeout.stop-reason',
    matches: 'a stop or finish reason "abort", "malformed_response" or "network_error"',
    when: hasWord(
      ...['abort', 'malformed_response', 'network_error'].flatMap((word) => [
        `reason: ${word}`,
        `reason:${word}`,
        `finish_reason: ${word}`,
        `finish_reason:${word}`,
      ]),
    ),
  },
  {
    ...TRANSPORT,
    id: 'timeout.stop-error',
    matches: 'a stop or finish reason "error"',
    when: STOP_WORDS,
    until: '2026.9.6',
  },
  {
    ...TRANSPORT,
    id: 'timeout.unavailable',
    matches: 'service unavailable',
    when: has('service unavailable'),
    until: '2026.9.6',
  },
  {
    ...TRANSPORT,
    id: 'timeout.google-internal',
    matches: "Google's status INTERNAL with the code 500",
    when: all(has('status: internal', '"status":"internal"', '"status": "internal"'), check('says-code-500')),
  },
  {
    ...TRANSPORT,
    id: 'timeout.sentence',
    matches: 'one of the short sentences for a broken stream or request',
    when: { isText: ['terminated', 'stream_read_error', 'request failed'] },
  },
  {
    ...TRANSPORT,
    id: 'timeout.llm-request',
    matches: 'the sentence "LLM request failed."',
    when: { isText: ['llm request failed'] },
    since: '2026.7.1',
  },
  {
    ...TRANSPORT,
    id: 'timeout.stream-ended',
    matches: 'a stream that ended before its last event',
    when: check('says-stream-ended'),
    since: '2026.9.6',
  },
  {
    ...TRANSPORT,
    id: 'timeout.chinese',
    matches: 'Chinese texts for network failures and timeouts',
    when: has('网络错误', '网络异常', '服务暂时不可用', '服务繁忙', '请求超时', '连接超时', '连接错误'),
  },
  {
    ...TRANSPORT,
    id: 'timeout.websocket',
    matches: 'a socket that closed abnormally or before TLS was established',
    when: has('websocket closed 1006', 'socket disconnected before secure tls connection'),
    correction: { adds: ['CL-35', 'CL-36'] },
  },
]
