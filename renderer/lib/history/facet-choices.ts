import type { Facet } from '../../../shared/contract/history/index.ts'
import { valueWords, type FilterField } from './filter-fields.ts'

export interface FacetChoice {
  readonly id: string
  readonly words: string
  /** Where the words are not the value itself. */
  readonly code: string | null
  readonly count: number
}

interface Choices {
  readonly field: FilterField
  /** Most frequent first. */
  readonly facets: readonly Facet[]
  /** These stand first, in any case. */
  readonly first: readonly string[]
  /** These are in the list, also where no record has them. */
  readonly chosen: readonly string[]
  readonly find: string
}

/** The values to choose from, with those that are chosen already at the start, reduced to what is looked for. */
export function choicesOf({ field, facets, first, chosen, find }: Choices): readonly FacetChoice[] {
  const counts = new Map(facets.map(({ value, count }) => [value, count]))
  const ids = new Set([...first, ...facets.map(({ value }) => value), ...chosen])
  const wanted = find.trim().toLowerCase()
  return [...ids]
    .map((id) => {
      const words = valueWords(field, id)
      return { id, words, code: words === id ? null : id, count: counts.get(id) ?? 0 }
    })
    .filter(({ id, words }) => id.toLowerCase().includes(wanted) || words.toLowerCase().includes(wanted))
}
