import type { CheckName } from '../matching/checks.ts'

/**
 * What a rule asks of a failure, as plain data: it can be shown, stored and compared, and it is answered in linear
 * time. Texts are compared without regard to the case of ASCII letters; every white space counts as a space.
 */
export type Condition =
  /** One of these texts occurs. */
  | { readonly has: readonly string[] }
  /** One of these texts occurs and no letter, digit or underscore touches it. */
  | { readonly hasWord: readonly string[] }
  | { readonly startsWith: readonly string[] }
  /** The whole text is one of these; a full stop at its end does not count. */
  | { readonly isText: readonly string[] }
  /** One of `first` occurs, and one of `next` begins at most `within` characters after its end. */
  | { readonly first: readonly string[]; readonly next: readonly string[]; readonly within: number }
  /** The text itself begins with one of these statuses. */
  | { readonly startsWithStatus: readonly number[] }
  /** The HTTP status of the failure, given or read from the beginning of its text. */
  | { readonly status: readonly number[] }
  /** The symbolic code that the failure carries beside its text. */
  | { readonly code: readonly string[] }
  /** A code in the JSON body of this text, as a number or a text. */
  | { readonly bodyCode: readonly string[] }
  /** A type in the JSON body of this text. */
  | { readonly bodyType: readonly string[] }
  /** The type that the failure carries beside its text. */
  | { readonly errorType: readonly string[] }
  /** A rule of this family holds. */
  | { readonly family: Family }
  /** A property that texts alone do not say; see the check of this name. */
  | { readonly check: CheckName }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }

/** Rules that other rules refer to as one. */
export type Family =
  | 'image'
  | 'cli'
  | 'session'
  | 'model'
  | 'special'
  | 'overflow'
  | 'overflow_broad'
  | 'replay'
  | 'billing'
  | 'account_balance'
  | 'periodic'
  | 'rate_limit'
  | 'overload'
  | 'stop'
  | 'server_type'
  | 'auth_permanent'
  | 'auth'
  | 'server_text'
  | 'format'
  | 'no_details'
  | 'timeout'
  | 'type'

export const has = (...texts: string[]): Condition => ({ has: texts })
export const hasWord = (...texts: string[]): Condition => ({ hasWord: texts })
export const all = (...conditions: Condition[]): Condition => ({ all: conditions })
export const any = (...conditions: Condition[]): Condition => ({ any: conditions })
export const not = (condition: Condition): Condition => ({ not: condition })
export const check = (name: CheckName): Condition => ({ check: name })
export const follows = (first: readonly string[], next: readonly string[], within: number): Condition => ({
  first,
  next,
  within,
})

/** The parts joined by each of the separators: `spelled(['rate', 'limit'], ' ', '_')`. */
export function spelled(parts: readonly string[], ...separators: string[]): string[] {
  return separators.map((separator) => parts.join(separator))
}

/** Names that are written in a row: `'ECONNRESET EPIPE'`. */
export function names(row: string): string[] {
  return row.split(' ')
}
