import { AUTH_PERMANENT_RULES, AUTH_RULES } from './auth.ts'
import { BILLING_RULES, PERIODIC_RULES } from './billing.ts'
import { FORMAT_RULES, NO_DETAILS_RULES, REPLAY_RULES, TYPE_RULES } from './format.ts'
import { OVERLOAD_RULES, RATE_LIMIT_RULES } from './limits.ts'
import { BROAD_OVERFLOW_RULES, OVERFLOW_RULES } from './overflow.ts'
import type { TextRule } from './rule.ts'
import { SPECIAL_RULES } from './special.ts'
import { HELP_RULES, SERVER_TEXT_RULES, SERVER_TYPE_RULES, STOP_RULES, TIMEOUT_RULES } from './transport.ts'

/** The rules for texts before the ones for 402, in the order in which they are asked. */
export const TEXT_RULES_BEFORE_PAYMENT: readonly TextRule[] = [...SPECIAL_RULES, ...OVERFLOW_RULES, ...REPLAY_RULES]

/** The rules for texts after the ones for 402, in the order in which they are asked. */
export const TEXT_RULES_AFTER_PAYMENT: readonly TextRule[] = [
  ...BILLING_RULES,
  ...PERIODIC_RULES,
  ...RATE_LIMIT_RULES,
  ...OVERLOAD_RULES,
  ...STOP_RULES,
  ...SERVER_TYPE_RULES,
  ...HELP_RULES,
  ...AUTH_PERMANENT_RULES,
  ...AUTH_RULES,
  ...SERVER_TEXT_RULES,
  ...FORMAT_RULES,
  ...NO_DETAILS_RULES,
  ...TIMEOUT_RULES,
  ...BROAD_OVERFLOW_RULES,
  ...TYPE_RULES,
]
