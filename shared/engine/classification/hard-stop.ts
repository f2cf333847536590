import { fieldOf, nameOf } from './error-graph.ts'
import { HARD_RULES, type HardRule } from './rules/hard.ts'
import type { ProviderFailure } from './types.ts'

const STOPS: readonly HardRule[] = Object.values(HARD_RULES).filter((rule) => rule !== HARD_RULES.label)
const STOPS_BY_NAME: ReadonlyMap<string, HardRule> = new Map(
  STOPS.flatMap((rule) => rule.errorNames.map((name) => [name, rule] as const)),
)

/** The rule that ends the chain before anything is classified. */
export function hardStop({ error, abortedBy }: ProviderFailure, nodes: readonly unknown[]): HardRule | null {
  if (abortedBy !== undefined) {
    const byOwner = STOPS.find((rule) => rule.abortedBy.includes(abortedBy))
    if (byOwner) return byOwner
  }
  if (typeof error !== 'object' || error === null) return null
  const code = fieldOf(error, 'code')
  const byCode = typeof code === 'string' ? STOPS.find(({ codes }) => codes.includes(code)) : undefined
  return byCode ?? stopByName(nodes) ?? stopByName([fieldOf(error, 'reason')])
}

function stopByName(errors: readonly unknown[]): HardRule | null {
  for (const error of errors) {
    const name = nameOf(error)
    const rule = name === null ? undefined : STOPS_BY_NAME.get(name)
    if (rule) return rule
  }
  return null
}
