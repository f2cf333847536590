import { all, any, follows, has } from './condition.ts'
import type { TextRule } from './rule.ts'

const FORMAT = { reason: 'format' } as const

/** Histories that the provider refuses to continue. */
export const REPLAY_RULES: readonly TextRule[] = [
  {
    ...FORMAT,
    id: 'replay.response-id',
    family: 'replay',
    matches: 'the previous response id is invalid, unknown or expired',
    when: follows(['previous_response_id'], ['invalid', 'unknown', 'not found', 'expired'], 80),
    since: '2026.9.6',
  },
  {
    ...FORMAT,
    id: 'replay.tool-input',
    family: 'replay',
    matches: 'the input of a tool call is missing',
    when: all(follows(['tool_use', 'tool_call'], ['input'], 24), follows(['input'], ['missing', 'required'], 60)),
    since: '2026.9.6',
  },
  {
    ...FORMAT,
    id: 'replay.roles',
    family: 'replay',
    matches: 'roles that are wrong or do not alternate',
    when: has('incorrect role information', 'roles must alternate'),
    since: '2026.9.6',
  },
  {
    ...FORMAT,
    id: 'replay.item-id',
    family: 'replay',
    matches: 'the id of an input item that belongs to another connection',
    when: all(has('input item id'), has('connection')),
    since: '2026.9.6',
  },
  {
    ...FORMAT,
    id: 'replay.thinking-signature',
    family: 'replay',
    matches: 'the signature of a thinking block is invalid or expired',
    when: all(has('thinking'), has('signature'), has('invalid', 'expired')),
    since: '2026.9.6',
  },
]

/** Requests that the provider cannot read. */
export const FORMAT_RULES: readonly TextRule[] = [
  {
    ...FORMAT,
    id: 'format.request',
    family: 'format',
    matches: 'an invalid request, tool-use id or message order',
    when: has(
      'string should match pattern',
      'tool_use.id',
      'tool_use_id',
      'invalid request format',
      'does not support assistant message prefill',
      'conversation must end with a user message',
    ),
  },
  {
    ...FORMAT,
    id: 'format.tool-call-id',
    family: 'format',
    matches: 'a tool call id of the wrong form',
    when: follows(['tool call id was'], ['must be'], 120),
  },
  {
    ...FORMAT,
    id: 'format.harness',
    family: 'format',
    matches: 'the agent harness does not support the provider',
    when: all(follows(['agent harness'], ['does not support'], 120), has('provider')),
  },
]

/** Exact sentences of our own transport. */
export const NO_DETAILS_RULES: readonly TextRule[] = [
  {
    id: 'no-details.sentence',
    family: 'no_details',
    matches: 'the sentence for an error without details',
    when: { isText: ['unknown error (no error details in response)'] },
    reason: 'no_error_details',
  },
]

/** Types that a JSON body or the failure itself names; asked when no text said anything. */
export const TYPE_RULES: readonly TextRule[] = [
  {
    ...FORMAT,
    id: 'type.invalid-request',
    family: 'type',
    matches: 'the type `invalid_request_error`',
    when: any({ bodyType: ['invalid_request_error'] }, { errorType: ['invalid_request_error'] }),
    since: '2026.9.6',
  },
  {
    id: 'type.server-error',
    family: 'type',
    matches: 'the type `server_error` or `upstream_error`',
    when: any({ bodyType: ['server_error', 'upstream_error'] }, { errorType: ['server_error', 'upstream_error'] }),
    reason: 'server_error',
    since: '2026.7.1',
  },
  {
    id: 'type.overloaded',
    family: 'type',
    matches: 'the type `overloaded_error`',
    when: any({ bodyType: ['overloaded_error'] }, { errorType: ['overloaded_error'] }),
    reason: 'overloaded',
  },
]
