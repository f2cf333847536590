export { ORDER_RULES_BY_RELEASE, type OrderRules, type Release } from './order-rules.ts'
export { POLICIES, POLICY_IDS, policyForVersion, type Policy, type PolicyId } from './presets.ts'
export { HOUR_MS, MINUTE_MS, SECOND_MS, type DoublingLane, type WindowRules } from './window-rules.ts'
