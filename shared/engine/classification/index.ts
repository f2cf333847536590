/** From a provider failure to a reason: which rule said so, whether the chain may advance, and when to come back. */
export { createClassifier, type Classifier, type ClassifierOptions } from './classifier.ts'
export { classifyFailure } from './classify-failure.ts'
export {
  asFailureReason,
  FAILOVER_REASONS,
  isFailoverReason,
  STATUS_OF_REASON,
  type FailoverReason,
} from './failover-reason.ts'
export {
  CLASSIFICATION_GENERATIONS,
  CLASSIFICATION_RELEASES,
  type ClassificationRelease,
  type Generation,
} from './generation.ts'
export { INSPECTED_HEAD_CHARS, INSPECTED_TAIL_CHARS } from './matching/text-view.ts'
export { MAX_OWN_RULES, readOwnRules, type OwnRule, type OwnRuleProblem, type OwnRuleProblemCode } from './own-rules.ts'
export { redactSecrets, truncated } from './redact.ts'
export { findRetryHint, MAX_HINT_MS, type HintPlaces } from './retry-hint/index.ts'
export type { RetryHint, RetryHintSource } from './retry-hint/types.ts'
export { CLASSIFICATION_RULES, ruleById, rulesOf, type ListedRule, type RuleKind } from './rule-list.ts'
export type * from './types.ts'
