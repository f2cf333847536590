export { diffPolicies, type PolicyDifference } from './diff.ts'
export { ORDER_RULES_BY_RELEASE, type OrderRules, type Release } from './order-rules.ts'
export { POLICIES, POLICY_IDS, policyForVersion, type Policy, type PolicyId } from './presets.ts'
export { refinePolicy, type RefinedPolicy, type SettingNote } from './refine.ts'
export { retryWaitCap, surfacesAtOnce } from './retry-wait.ts'
export type { RotationLimits } from './rotation-limits.ts'
export { WINDOW_RULES_BY_RELEASE, type WindowRelease } from './window-rules-by-release.ts'
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  type BlockRules,
  type DoublingLane,
  type MarkableReason,
  type MarkingRules,
  type UsageProbeRules,
  type WindowRules,
} from './window-rules.ts'
export { PIN_RULES_BY_RELEASE, type PinRules } from './pin-rules.ts'
export { RUN_RULES_BY_RELEASE, type RunRelease, type RunRules } from './run-rules.ts'
