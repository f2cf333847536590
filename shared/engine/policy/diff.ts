import type { Policy } from './presets.ts'

/** One number, switch or list that differs. A value that one side lacks is left out. */
export interface PolicyDifference {
  /** From the policy down: `['windows', 'billing', 'baseMs']`. A list, because provider ids may contain dots. */
  readonly path: readonly string[]
  readonly a?: unknown
  readonly b?: unknown
}

/**
 * What differs between two policies, in the order of their fields. A list counts as one value: what it says is the
 * sequence. The id is not compared, it is a name.
 */
export function diffPolicies(a: Policy, b: Policy): readonly PolicyDifference[] {
  return differences([], a, b).filter(({ path }) => path[0] !== 'id')
}

function differences(path: readonly string[], a: unknown, b: unknown): PolicyDifference[] {
  if (isBranch(a) && isBranch(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].flatMap((key) => differences([...path, key], valueOf(a, key), valueOf(b, key)))
  }
  if (isSameValue(a, b)) return []
  return [{ path, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) }]
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueOf(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]))
}
