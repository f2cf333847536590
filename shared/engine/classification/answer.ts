import type { FailoverReason } from './failover-reason.ts'
import type { Family } from './rules/condition.ts'
import type { ClassificationRule } from './rules/rule.ts'

/** What a rule answered. */
export interface Answer {
  /** null: recognised as no reason for failover. */
  readonly reason: FailoverReason | null
  readonly ruleId: string
  readonly scope: 'model' | null
  /** Set where a text rule answered. */
  readonly family: Family | null
}

/** The answer that a rule stands for. */
export function answerOf(rule: ClassificationRule, family: Family | null = null): Answer {
  return { reason: rule.reason, ruleId: rule.id, scope: rule.scope ?? null, family }
}

export function answerFrom(ruleId: string, reason: FailoverReason | null): Answer {
  return { reason, ruleId, scope: null, family: null }
}

/** Which of two answers stands: an overflow, the billing behind a rate limit, anything behind a bad request. */
export function merged(first: Answer | null, second: Answer | null): Answer | null {
  if (!first?.reason || !second?.reason) return first?.reason ? first : (second ?? first)
  if (first.reason === 'context_overflow') return first
  if (second.reason === 'context_overflow') return second
  if (first.reason === 'rate_limit' && second.reason === 'billing') return second
  return first.reason === 'format' ? second : first
}
