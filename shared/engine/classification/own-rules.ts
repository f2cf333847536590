import { asRecord, asText } from '../record.ts'
import { isFailoverReason, type FailoverReason } from './failover-reason.ts'
import type { Condition } from './rules/condition.ts'
import type { ClassificationRule, ProviderScope } from './rules/rule.ts'

/** A rule of the user. It is asked before the rules of the table, but never of what no rule may read (hard rules). */
export interface OwnRule extends Omit<ClassificationRule, 'since' | 'until' | 'correction'> {
  readonly isEnabled: boolean
  /**
   * It outranks the hard rules too: overflow texts, permanent codes, and reasons that a failure already carries. What a
   * model wrote and what the caller ended stays out of reach.
   */
  readonly isFirst: boolean
}

/** Ids of own rules begin with it, so that none can be taken for a rule of the table. */
export const OWN_RULE_PREFIX = 'own.'
export const NO_OWN_RULES: readonly OwnRule[] = []
export const MAX_OWN_RULES = 200
const MAX_VALUES = 40
const MAX_TEXT_CHARS = 200
/** Texts of one character are found everywhere. */
const MIN_TEXT_CHARS = 2
const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/

export type OwnRuleProblemCode =
  | 'not_a_list'
  | 'too_many_rules'
  | 'not_an_object'
  | 'bad_id'
  | 'duplicate_id'
  | 'bad_reason'
  | 'bad_provider'
  | 'no_matcher'
  | 'bad_matcher'

/** Why a rule is not used. */
export interface OwnRuleProblem {
  readonly code: OwnRuleProblemCode
  /** Position in the list; -1: the list as a whole. */
  readonly index: number
  /** The field, as it is written. */
  readonly field: string | null
}

/**
 * Reads rules as a user writes them. A rule that is not understood is reported and left out; the others hold.
 *
 * Shape of one: `{ id, provider, reason, status?: number[], code?: string[], type?: string[], contains?: string[],
 * words?: string[], startsWith?: string[], equals?: string[], note?, scope?: 'model', first?: boolean,
 * enabled?: boolean }`. Every field that is given has to match; of the values of a field one is enough. `provider` is an
 * id or `*`; `reason` a reason or null for "no failover". There are no patterns, so no rule can take long.
 */
export function readOwnRules(value: unknown): { rules: readonly OwnRule[]; problems: readonly OwnRuleProblem[] } {
  if (!Array.isArray(value)) return { rules: [], problems: [{ code: 'not_a_list', index: -1, field: null }] }
  const problems: OwnRuleProblem[] = []
  if (value.length > MAX_OWN_RULES) problems.push({ code: 'too_many_rules', index: MAX_OWN_RULES, field: null })
  const rules: OwnRule[] = []
  const ids = new Set<string>()
  for (const [index, item] of value.slice(0, MAX_OWN_RULES).entries()) {
    const read = readRule(item, ids)
    if ('code' in read) problems.push({ ...read, index })
    else {
      ids.add(read.id)
      rules.push(read)
    }
  }
  return { rules, problems }
}

type Refusal = Omit<OwnRuleProblem, 'index'>

function readRule(item: unknown, ids: ReadonlySet<string>): OwnRule | Refusal {
  const record = asRecord(item)
  if (!record) return { code: 'not_an_object', field: null }
  const name = asText(record['id'])
  if (name === null || !ID.test(name)) return { code: 'bad_id', field: 'id' }
  const id = `${OWN_RULE_PREFIX}${name}`
  if (ids.has(id)) return { code: 'duplicate_id', field: 'id' }
  const { reason } = record
  if (reason !== null && !isFailoverReason(reason)) return { code: 'bad_reason', field: 'reason' }
  const scope = providerScope(record['provider'])
  if (scope === undefined) return { code: 'bad_provider', field: 'provider' }
  const matchers = readMatchers(record)
  if (!Array.isArray(matchers)) return matchers
  return ownRule(record, { id, reason, providers: scope, when: { all: matchers } })
}

function ownRule(
  record: Readonly<Record<string, unknown>>,
  rule: { id: string; reason: FailoverReason | null; providers: ProviderScope | null; when: Condition },
): OwnRule {
  const { providers, ...rest } = rule
  return {
    ...rest,
    matches: (asText(record['note']) ?? '').slice(0, MAX_TEXT_CHARS),
    ...(providers ? { providers } : {}),
    ...(record['scope'] === 'model' ? { scope: 'model' as const } : {}),
    isEnabled: record['enabled'] !== false,
    isFirst: record['first'] === true,
  }
}

/** undefined: no provider that could be meant; null: every provider. */
function providerScope(value: unknown): ProviderScope | null | undefined {
  const provider = asText(value)?.trim().toLowerCase()
  if (provider === undefined || provider.length > MAX_TEXT_CHARS) return undefined
  return provider === '*' ? null : { ids: [provider] }
}

function readMatchers(record: Readonly<Record<string, unknown>>): Condition[] | Refusal {
  const conditions: Condition[] = []
  for (const [field, condition] of Object.entries(MATCHERS)) {
    const value = record[field]
    if (value === undefined) continue
    const read = condition(value)
    if (!read) return { code: 'bad_matcher', field }
    conditions.push(read)
  }
  return conditions.length > 0 ? conditions : { code: 'no_matcher', field: null }
}

const MATCHERS: Readonly<Record<string, (value: unknown) => Condition | null>> = {
  status: (value) => {
    const statuses = Array.isArray(value) ? value.filter((item): item is number => isStatus(item)) : []
    return Array.isArray(value) && statuses.length === value.length && statuses.length > 0 ? { status: statuses } : null
  },
  code: texts((code) => ({ any: [{ code }, { bodyCode: code }] })),
  type: texts((type) => ({ any: [{ errorType: type }, { bodyType: type }] })),
  contains: texts((has) => ({ has })),
  words: texts((hasWord) => ({ hasWord })),
  startsWith: texts((startsWith) => ({ startsWith })),
  equals: texts((isText) => ({ isText })),
}

function texts(condition: (values: readonly string[]) => Condition): (value: unknown) => Condition | null {
  return (value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES) return null
    const valid = value.filter(
      (item): item is string =>
        typeof item === 'string' && item.trim().length >= MIN_TEXT_CHARS && item.length <= MAX_TEXT_CHARS,
    )
    return valid.length === value.length ? condition(valid) : null
  }
}

function isStatus(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
}
