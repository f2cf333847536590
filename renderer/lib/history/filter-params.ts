import { DECISIONS, type Decision, type HistoryFilter } from '../../../shared/contract/history/index.ts'
import type { HistorySearch } from './history-search.ts'
import { RANGE_PRESETS, type HistorySelection } from './time-range.ts'

/** Fields of a filter that hold a list of texts, and their names in an address. */
const LISTS = [
  ['agents', 'agents'],
  ['sessions', 'sessions'],
  ['runs', 'runs'],
  ['providers', 'providers'],
  ['models', 'models'],
  ['profiles', 'accounts'],
  ['reasons', 'why'],
] as const

/** Short words for decisions. */
const DECISION_PARAMS: Readonly<Record<Decision, string>> = {
  candidate_succeeded: 'answered',
  candidate_failed: 'failed',
  skip_candidate: 'skipped',
  probe_cooldown_candidate: 'probed',
}

/** An asterisk is left alone by the encoding of addresses, and hardly occurs in ids. */
const SEPARATOR = '*'
const MOST_TEXT = 512

/** The parameters of a selection: equal for selections that mean the same. */
export function toHistorySearch({ filter, preset }: HistorySelection): HistorySearch {
  const lists = LISTS.map(([field, name]) => [name, joined(filter[field] ?? [])] as const)
  return withoutAbsent({
    range: preset ?? undefined,
    from: preset === null ? filter.fromMs : undefined,
    to: preset === null ? filter.toMs : undefined,
    ...Object.fromEntries(lists),
    did: joined((filter.decisions ?? []).map((decision) => DECISION_PARAMS[decision])),
    status: statusParam(filter.statuses ?? []),
    q: filter.text?.trim() || undefined,
  })
}

/** The selection that parameters stand for; what makes no sense is left out. */
export function fromHistorySearch(search: HistorySearch): HistorySelection {
  const preset = RANGE_PRESETS.find((range) => range === search.range) ?? null
  const lists = LISTS.map(([field, name]) => [field, valuesOf(search[name])] as const)
  const words = valuesOf(search.did)
  const decisions = DECISIONS.filter((decision) => words?.includes(DECISION_PARAMS[decision]))
  const statuses = valuesOf(search.status)?.map(Number).filter(Number.isInteger)
  const filter: HistoryFilter = {
    ...(preset === null ? timesOf(search) : {}),
    ...Object.fromEntries(lists.filter(([, values]) => values !== undefined)),
    ...(decisions.length === 0 ? {} : { decisions }),
    ...(statuses === undefined || statuses.length === 0 ? {} : { statuses }),
    ...(search.q === undefined || search.q.trim() === '' ? {} : { text: search.q.trim().slice(0, MOST_TEXT) }),
  }
  return { filter, preset }
}

/** For links: a filter as it is, with its own times. */
export function searchOfFilter(filter: HistoryFilter): HistorySearch {
  return toHistorySearch({ filter, preset: null })
}

function joined(values: readonly string[]): string | undefined {
  const unique = [...new Set(values)].filter((value) => value !== '').sort()
  return unique.length === 0 ? undefined : unique.map(escaped).join(SEPARATOR)
}

function valuesOf(param: string | number | undefined): readonly string[] | undefined {
  if (param === undefined) return undefined
  const values = [...new Set(String(param).split(SEPARATOR).map(unescaped))].filter((value) => value !== '').sort()
  return values.length === 0 ? undefined : values
}

function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(SEPARATOR, '%2A')
}

function unescaped(value: string): string {
  return value.replaceAll('%2A', SEPARATOR).replaceAll('%25', '%')
}

/** One number stays a number: as a text, the router would put it into quotation marks. */
function statusParam(statuses: readonly number[]): string | number | undefined {
  const unique = [...new Set(statuses)].sort((a, b) => a - b)
  return unique.length === 1 ? unique[0] : joined(unique.map(String))
}

function timesOf({ from, to }: HistorySearch): Pick<HistoryFilter, 'fromMs' | 'toMs'> {
  return { ...(from === undefined ? {} : { fromMs: from }), ...(to === undefined ? {} : { toMs: to }) }
}

function withoutAbsent(search: HistorySearch): HistorySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
