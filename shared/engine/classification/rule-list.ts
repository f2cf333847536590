import type { FailoverReason } from './failover-reason.ts'
import { isPresent, type Generation, type Presence } from './generation.ts'
import { PAYMENT_RULES } from './rules/billing.ts'
import { CERTIFICATE_RULES, CODE_RULES } from './rules/codes.ts'
import type { Condition } from './rules/condition.ts'
import { ERROR_NAME_RULES, HARD_RULES } from './rules/hard.ts'
import { TEXT_RULES_AFTER_PAYMENT, TEXT_RULES_BEFORE_PAYMENT } from './rules/index.ts'
import { PROVIDER_RULES } from './rules/providers.ts'
import type { ClassificationRule, ProviderScope, StatusRule } from './rules/rule.ts'
import { SERVER_PAGE_RULE, STATUS_RULES } from './rules/statuses.ts'

/** What a rule reads. */
export type RuleKind =
  /** What a failure is, before any text is read. */
  | 'hard'
  /** Texts and codes of one provider. */
  | 'provider'
  | 'certificate'
  | 'code'
  | 'text'
  /** The text of a 402. */
  | 'payment'
  /** The HTTP status. */
  | 'status'
  /** The name of an error that nothing else recognised. */
  | 'error_name'

/** A rule as it is shown: what it matches, what it says, and where it holds. */
export interface ListedRule extends Presence {
  readonly id: string
  readonly kind: RuleKind
  /** In words. */
  readonly matches: string
  /** null: no reason for failover, or the rule only decides about the chain. */
  readonly reason: FailoverReason | null
  /** null: every provider. */
  readonly providers: ProviderScope | null
  readonly scope: 'model' | null
  /** What it asks, as data; null: it is not a matter of texts. */
  readonly when: Condition | null
  /** The statuses of a status rule. */
  readonly statuses: readonly number[]
  /** Reasons that a status rule lets stand. */
  readonly keeps: readonly FailoverReason[]
}

const NO_STATUS = { statuses: [], keeps: [] } as const

/** Every rule of every generation; text rules stand in the order in which they are asked. */
export const CLASSIFICATION_RULES: readonly ListedRule[] = [
  ...Object.values(HARD_RULES).map((rule) => simple('hard', rule.id, rule.matches, null)),
  ...PROVIDER_RULES.map((rule) => listed('provider', rule)),
  ...CERTIFICATE_RULES.map((rule) => listed('certificate', rule)),
  ...CODE_RULES.map((rule) => listed('code', rule)),
  ...TEXT_RULES_BEFORE_PAYMENT.map((rule) => listed('text', rule)),
  ...PAYMENT_RULES.map((rule) => listed('payment', rule)),
  ...TEXT_RULES_AFTER_PAYMENT.map((rule) => listed('text', rule)),
  ...STATUS_RULES.map(listedStatus),
  listedStatus(SERVER_PAGE_RULE),
  ...Object.values(ERROR_NAME_RULES).map(({ id, matches }) => simple('error_name', id, matches, 'timeout')),
]

const BY_ID: ReadonlyMap<string, ListedRule> = new Map(CLASSIFICATION_RULES.map((rule) => [rule.id, rule]))

/** The rules that a generation has. */
export function rulesOf(generation: Generation): readonly ListedRule[] {
  return CLASSIFICATION_RULES.filter((rule) => isPresent(rule, generation))
}

/** The rule that a classification names; null: it is a user's own, or unknown. */
export function ruleById(id: string): ListedRule | null {
  return BY_ID.get(id) ?? null
}

function listed(kind: RuleKind, rule: ClassificationRule): ListedRule {
  const { id, matches, reason, when, providers = null, scope = null } = rule
  return { ...presenceOf(rule), id, kind, matches, reason, providers, scope, when, ...NO_STATUS }
}

function listedStatus(rule: StatusRule): ListedRule {
  const { id, matches, reason, statuses, keeps } = rule
  const texts = { kind: 'status', providers: null, scope: null, when: null } as const
  return { ...presenceOf(rule), ...texts, id, matches, reason, statuses, keeps }
}

function simple(kind: RuleKind, id: string, matches: string, reason: FailoverReason | null): ListedRule {
  return { id, kind, matches, reason, providers: null, scope: null, when: null, ...NO_STATUS }
}

function presenceOf({ since, until, correction }: Presence): Presence {
  return { ...(since ? { since } : {}), ...(until ? { until } : {}), ...(correction ? { correction } : {}) }
}
