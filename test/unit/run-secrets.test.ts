import { describe, expect, test } from 'vitest'
import {
  CALL_FAILURE,
  failure,
  POLICIES,
  POLICY_IDS,
  RESULT_FLAW,
  simulate,
  type ScriptedOutcome,
} from '../../shared/engine/index.ts'
import { classify, requestOf, scriptOf, worldOf } from '../support/run-world.ts'

const CANARY = 'sk-canary-7f3a9c51e2d84b60aa'
const TEXT = `401 Incorrect API key provided: ${CANARY}`
const BODY = `401 {"error":{"message":"bad key ${CANARY}","api_key":"${CANARY}"}}`

const OUTCOMES: readonly [string, ScriptedOutcome][] = [
  ['a message', failure({ status: 401, message: TEXT })],
  ['a body', failure({ status: 401, message: BODY })],
  ['the text behind a wording', failure({ status: 401, message: 'The call failed.', rawError: TEXT })],
  ['a cause', failure({ message: 'The call failed.', cause: { message: TEXT, status: 401 } })],
  ['a failure that no model can help', failure({ message: TEXT, mayFallBack: false })],
  ['a failed request too long for the model', failure({ message: `context_length_exceeded: ${TEXT}` })],
  ['a stop', { kind: 'stopped', reason: 'terminal_abort_wrapper', name: 'AbortError', message: TEXT, status: null }],
  [
    'a result that was found wanting',
    {
      kind: 'answered',
      value: '',
      isEmpty: false,
      flaw: { ...RESULT_FLAW, message: TEXT, rawError: BODY, reason: 'auth' },
      stopReason: null,
    },
  ],
]

describe.each(POLICY_IDS)('%s: a secret in the error leaves no trace of a run', (id) => {
  test.each(OUTCOMES)('%s', (_name, outcome) => {
    expect(JSON.stringify({ ...CALL_FAILURE, ...outcome })).toContain(CANARY)
    const policy = POLICIES[id]
    for (const profiles of ['machine', 'caller'] as const) {
      const run = simulate(
        requestOf({ policy, profiles }),
        classify,
        worldOf({ policy, session: {} }),
        scriptOf({ one: outcome, two: outcome, three: outcome }),
      )
      const { result, records, notices, suspensions, world } = run
      const stats = world.rotation?.store.usageStats
      const left = JSON.stringify({ result, records, notices, suspensions, stats, session: world.session })
      expect(left).not.toContain('canary')
      expect(left).not.toContain(CANARY.slice(-5))
    }
  })
})
