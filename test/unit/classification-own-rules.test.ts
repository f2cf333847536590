import { describe, expect, test } from 'vitest'
import {
  classifierOf,
  POLICIES,
  type PolicyId,
  CLASSIFICATION_RULES,
  MAX_OWN_RULES,
  readOwnRules,
  ruleById,
  rulesOf,
} from '../../shared/engine/index.ts'
import { classify } from '../support/classify.ts'

const RULE = { id: 'quota', provider: 'acme', reason: 'rate_limit', contains: ['Individual quota reached'] }

function withRules(...rules: object[]) {
  const read = readOwnRules(rules)
  expect(read.problems).toEqual([])
  return { ownRules: read.rules }
}

describe('the table', () => {
  test('every rule has an id of its own, says what it matches, and can be found', () => {
    const ids = CLASSIFICATION_RULES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const rule of CLASSIFICATION_RULES) {
      expect(rule.matches.length).toBeGreaterThan(5)
      expect(ruleById(rule.id)).toBe(rule)
    }
    expect(ruleById('nothing')).toBeNull()
  })

  test('it is plain data', () => {
    expect(JSON.parse(JSON.stringify(CLASSIFICATION_RULES))).toEqual(CLASSIFICATION_RULES)
  })

  test('it is made ready once for a generation', () => {
    const { classification } = POLICIES['docs-2026.7']
    expect(classifierOf(classification)).toBe(classifierOf(classification))
    expect(classifierOf(classification).generation).toBe(classification)
    expect(classifierOf(POLICIES['openclaw-2026.9'].classification)).not.toBe(classifierOf(classification))
  })

  test('generations differ by what they list', () => {
    const ids = (name: PolicyId): readonly string[] => rulesOf(POLICIES[name].classification).map(({ id }) => id)
    expect(ids('openclaw-2026.9')).toContain('tls.words')
    expect(ids('openclaw-2026.7')).not.toContain('tls.words')
    expect(ids('docs-2026.7')).toContain('billing.spending-cap')
    expect(ids('openclaw-2026.7')).not.toContain('billing.spending-cap')
    expect(ids('openclaw-2026.7')).toContain('rate-limit.digits-429')
    expect(ids('docs-2026.7')).not.toContain('rate-limit.digits-429')
  })

  test('a rule can be left out by its id', () => {
    const text = '429 余额不足'
    expect(classify(text).reason).toBe('billing')
    expect(classify(text, 'docs-2026.7', undefined, { withoutRules: ['billing.chinese'] }).reason).toBe('rate_limit')
    expect(classify({ status: 408 }, 'docs-2026.7', undefined, { withoutRules: ['status.408'] }).reason).toBeNull()
  })
})

describe('own rules', () => {
  const ask = (input: Parameters<typeof classify>[0], ...rules: object[]) =>
    classify(input, 'docs-2026.7', undefined, withRules(...rules))

  test('add what the table does not know, for one provider', () => {
    const message = 'individual QUOTA reached'
    expect(ask({ message, provider: 'Acme' }, RULE)).toMatchObject({ reason: 'rate_limit', ruleId: 'own.quota' })
    expect(ask({ message, provider: 'other' }, RULE).reason).toBeNull()
    expect(ask({ message }, RULE).reason).toBeNull()
    expect(ask({ message }, { ...RULE, provider: '*' }).ruleId).toBe('own.quota')
    expect(ask({ message, provider: 'acme' }, { ...RULE, enabled: false }).reason).toBeNull()
  })

  test('outrank the table, status and all', () => {
    const rule = { id: 'ours', provider: 'acme', reason: 'overloaded', status: [402], contains: ['upstream pool'] }
    expect(ask({ message: 'upstream pool is empty', status: 402, provider: 'acme' }, rule).reason).toBe('overloaded')
    expect(ask({ message: 'upstream pool is empty', status: 403, provider: 'acme' }, rule).reason).toBe('auth')
    const none = { id: 'calm', provider: 'acme', reason: null, equals: ['Forbidden'], scope: 'model' }
    expect(ask({ message: 'Forbidden.', status: 403, provider: 'acme' }, none)).toMatchObject({
      reason: null,
      ruleId: 'own.calm',
      scope: 'model',
    })
  })

  test('are the last word, whatever the failure wraps', () => {
    const calm = { id: 'calm', provider: '*', reason: null, contains: ['our own wrapper'] }
    const error = { message: 'our own wrapper', cause: { status: 429, message: 'rate limit' } }
    expect(ask({ error }, calm)).toMatchObject({ reason: null, ruleId: 'own.calm' })
    expect(ask({ error }).reason).toBe('rate_limit')
  })

  test('match codes, types, words and beginnings', () => {
    const one = (matcher: object) => ({ id: 'x', provider: '*', reason: 'billing', ...matcher })
    expect(ask('{"error":{"code":"E_PAY"}}', one({ code: ['e_pay'] })).reason).toBe('billing')
    expect(ask('{"error":{"type":"wallet_error"}}', one({ type: ['wallet_error'] })).reason).toBe('billing')
    expect(ask('pool dry', one({ words: ['dry'] })).reason).toBe('billing')
    expect(ask('pool laundry', one({ words: ['dry'] })).reason).toBeNull()
    expect(ask('Denied: no', one({ startsWith: ['denied:'] })).reason).toBe('billing')
    expect(ask('We denied: no', one({ startsWith: ['denied:'] })).reason).toBeNull()
  })

  test('never read hard cases, unless told to', () => {
    const all = { id: 'all', provider: '*', reason: 'billing', contains: ['prompt is too long', 'labelled', 'aborted'] }
    const first = { ...all, first: true }
    const label = { error: { name: 'FailoverError', message: 'labelled', reason: 'auth' } }
    expect(ask('prompt is too long', all).reason).toBe('context_overflow')
    expect(ask('prompt is too long', first).reason).toBe('billing')
    expect(ask(label, all).reason).toBe('auth')
    expect(ask(label, first).reason).toBe('billing')
  })

  test('never read what a model wrote or what the caller ended, whatever they say', () => {
    const first = { id: 'all', provider: '*', reason: 'billing', contains: ['aborted'], first: true }
    expect(ask({ message: 'aborted', origin: 'model_output' }, first).reason).toBeNull()
    expect(ask({ message: 'aborted', abortedBy: 'caller' }, first)).toMatchObject({
      reason: null,
      advancesFallback: false,
    })
  })
})

describe('reading own rules', () => {
  test.each([
    [null, 'not_an_object', null],
    [{ ...RULE, id: 'Has Spaces' }, 'bad_id', 'id'],
    [{ ...RULE, id: 7 }, 'bad_id', 'id'],
    [{ ...RULE, reason: 'angry' }, 'bad_reason', 'reason'],
    [{ ...RULE, provider: '' }, 'bad_provider', 'provider'],
    [{ ...RULE, provider: 'x'.repeat(500) }, 'bad_provider', 'provider'],
    [{ id: 'a', provider: '*', reason: 'auth' }, 'no_matcher', null],
    [{ ...RULE, contains: [] }, 'bad_matcher', 'contains'],
    [{ ...RULE, contains: ['x'] }, 'bad_matcher', 'contains'],
    [{ ...RULE, contains: 'text' }, 'bad_matcher', 'contains'],
    [{ ...RULE, contains: ['x'.repeat(201)] }, 'bad_matcher', 'contains'],
    [{ ...RULE, contains: Array.from({ length: 41 }, (_, index) => `text ${index}`) }, 'bad_matcher', 'contains'],
    [{ ...RULE, status: [99] }, 'bad_matcher', 'status'],
    [{ ...RULE, status: [] }, 'bad_matcher', 'status'],
    [{ ...RULE, status: ['429'] }, 'bad_matcher', 'status'],
  ])('%j is left out: %s', (rule, code, field) => {
    const { rules, problems } = readOwnRules([rule, RULE])
    expect(problems).toEqual([{ code, index: 0, field }])
    expect(rules.map(({ id }) => id)).toEqual(['own.quota'])
  })

  test('lists, doubles and too many', () => {
    expect(readOwnRules({}).problems).toEqual([{ code: 'not_a_list', index: -1, field: null }])
    expect(readOwnRules([RULE, RULE]).problems).toEqual([{ code: 'duplicate_id', index: 1, field: 'id' }])
    const many = Array.from({ length: MAX_OWN_RULES + 1 }, (_, index) => ({ ...RULE, id: `rule-${index}` }))
    const read = readOwnRules(many)
    expect(read.rules).toHaveLength(MAX_OWN_RULES)
    expect(read.problems).toEqual([{ code: 'too_many_rules', index: MAX_OWN_RULES, field: null }])
  })

  test('what was read can be stored', () => {
    const { rules } = readOwnRules([{ ...RULE, note: 'our proxy', first: true }])
    expect(JSON.parse(JSON.stringify(rules))).toEqual(rules)
    expect(rules[0]).toMatchObject({
      matches: 'our proxy',
      isFirst: true,
      isEnabled: true,
      providers: { ids: ['acme'] },
    })
  })
})
