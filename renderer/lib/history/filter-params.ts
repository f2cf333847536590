import { DECISIONS, type Decision, type HistoryFilter } from '../../../shared/contract/history.ts'
import { RANGE_PRESETS, type HistorySelection, type RangePreset } from './time-range.ts'

/** A selection as parameters of an address: all absent where nothing is chosen. Lists are one text, sorted. */
export interface HistorySearch {
  readonly range?: RangePreset | undefined
  /** Epoch ms; only without `range`. */
  readonly from?: number | undefined
  /** Epoch ms, not included; only without `range`. */
  readonly to?: number | undefined
  readonly agents?: string | undefined
  readonly sessions?: string | undefined
  readonly runs?: string | undefined
  readonly providers?: string | undefined
  readonly models?: string | undefined
  readonly accounts?: string | undefined
  readonly did?: string | undefined
  readonly why?: string | undefined
  /** A number where there is one. */
  readonly status?: string | number | undefined
  readonly q?: string | undefined
}

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
const LAST_INSTANT_MS = 8_640_000_000_000_000
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
    ...(search.q === undefined || search.q.trim() === '' ? {} : { text: search.q.trim() }),
  }
  return { filter, preset }
}

/** What of an address the screens of the history understand. For `validateSearch`: spread beside a screen's own. */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  const { range, from, to } = search
  const text = (name: string) => textParam(search[name])
  return toHistorySearch(
    fromHistorySearch(
      withoutAbsent({
        range: RANGE_PRESETS.find((preset) => preset === range),
        from: instantParam(from),
        to: instantParam(to),
        agents: text('agents'),
        sessions: text('sessions'),
        runs: text('runs'),
        providers: text('providers'),
        models: text('models'),
        accounts: text('accounts'),
        did: text('did'),
        why: text('why'),
        status: text('status'),
        q: text('q')?.slice(0, MOST_TEXT),
      }),
    ),
  )
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

function instantParam(value: unknown): number | undefined {
  const isInstant = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_INSTANT_MS
  return isInstant ? value : undefined
}

/** The router reads `429` and `true` as what they look like. */
function textParam(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function withoutAbsent(search: HistorySearch): HistorySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
