import type { HistoryFacets, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { decisionWord, reasonPhrase } from './decision-words.ts'

/** The fields of a filter that hold a list, in the order in which they are offered. */
export const FILTER_FIELDS = [
  'decisions',
  'reasons',
  'providers',
  'models',
  'profiles',
  'agents',
  'sessions',
  'statuses',
  'runs',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]
/** Those with a list of values to choose from. */
export type FacetField = keyof HistoryFacets

interface FieldWords {
  readonly one: string
  readonly many: string
}

export const FIELD_WORDS: Readonly<Record<FilterField, FieldWords>> = {
  decisions: { one: 'Decision', many: 'decisions' },
  reasons: { one: 'Reason', many: 'reasons' },
  providers: { one: 'Provider', many: 'providers' },
  models: { one: 'Model', many: 'models' },
  profiles: { one: 'Account', many: 'accounts' },
  agents: { one: 'Agent', many: 'agents' },
  sessions: { one: 'Session', many: 'sessions' },
  statuses: { one: 'Status', many: 'statuses' },
  runs: { one: 'Run', many: 'runs' },
}

/** A value of a field as it is shown. */
export function valueWords(field: FilterField, value: string): string {
  if (field === 'decisions') return decisionWord(value)
  return field === 'reasons' ? reasonPhrase(value) : value
}

/** The chosen values of a field, as texts. */
export function valuesOfField(filter: HistoryFilter, field: FilterField): readonly string[] {
  return (filter[field] ?? []).map(String)
}

/** The filter with other values of one field; none: the field does not restrict. */
export function withField(filter: HistoryFilter, field: FilterField, values: readonly string[]): HistoryFilter {
  const { [field]: _old, ...rest } = filter
  if (values.length === 0) return rest
  return { ...rest, [field]: field === 'statuses' ? values.map(Number) : values }
}

/** The filter with another text to find. */
export function withText(filter: HistoryFilter, text: string): HistoryFilter {
  const { text: _old, ...rest } = filter
  return text.trim() === '' ? rest : { ...rest, text: text.trim() }
}

/** The filter with other times. */
export function withTimes(filter: HistoryFilter, fromMs: number | null, toMs: number | null): HistoryFilter {
  const { fromMs: _from, toMs: _to, ...rest } = filter
  return { ...rest, ...(fromMs === null ? {} : { fromMs }), ...(toMs === null ? {} : { toMs }) }
}

/** Something besides the time restricts. */
export function hasFields(filter: HistoryFilter): boolean {
  return filter.text !== undefined || FILTER_FIELDS.some((field) => valuesOfField(filter, field).length > 0)
}
