import type { FailoverReason } from '../failover-reason.ts'
import type { Presence } from '../generation.ts'
import type { Condition, Family } from './condition.ts'

/** One line of the table: it can be listed, explained and left out by its id. */
export interface ClassificationRule extends Presence {
  /** Stable name, such as `billing.insufficient-credits`; it is what a classified failure carries. */
  readonly id: string
  /** What it matches, in words. */
  readonly matches: string
  readonly when: Condition
  /** null: recognised as something that is no reason for failover. */
  readonly reason: FailoverReason | null
  /** Ids of the only providers whose failures it reads; absent: every provider. */
  readonly providers?: ProviderScope
  /** What it says about one model only, never about the whole account. */
  readonly scope?: 'model'
}

/** A provider is meant when its id is one of `ids` or contains one of `parts`. Ids are compared in lower case. */
export interface ProviderScope {
  readonly ids?: readonly string[]
  readonly parts?: readonly string[]
}

/** A rule on the text of a failure. Families are asked in the order of the table, and in a family the rules. */
export interface TextRule extends ClassificationRule {
  readonly family: Family
}

/** What a provider's own wording means. It is asked before the status and outranks the text rules. */
export interface ProviderRule extends ClassificationRule {
  readonly providers: ProviderScope
  /** The answer stands, whatever the status is. */
  readonly isFinal?: boolean
}

/** What an HTTP status means, given what the text, the codes and the provider's own rules already said. */
export interface StatusRule extends Presence {
  readonly id: string
  readonly matches: string
  readonly statuses: readonly number[]
  /** Reasons that stand if the text gave them. */
  readonly keeps: readonly FailoverReason[]
  /** The reason otherwise. */
  readonly reason: FailoverReason
  /**
   * What else it asks: `body` (without one it says nothing), `payment` (the rules for 402 decide), `credit` (billing
   * texts decide even where the text as a whole reads as a rate limit), `credential` (permanent failures are told apart).
   */
  readonly asks?: 'body' | 'payment' | 'credit' | 'credential'
}

export function isInScope(scope: ProviderScope | undefined, provider: string | null): boolean {
  if (!scope) return true
  if (provider === null) return false
  return (scope.ids?.includes(provider) ?? false) || (scope.parts?.some((part) => provider.includes(part)) ?? false)
}
