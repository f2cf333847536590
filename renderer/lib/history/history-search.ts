import type { RangePreset } from '../../../shared/contract/history/index.ts'

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
  /** Decisions, in short words. */
  readonly did?: string | undefined
  /** Reasons. */
  readonly why?: string | undefined
  /** A number where there is one. */
  readonly status?: string | number | undefined
  readonly q?: string | undefined
}

const RANGES: readonly string[] = ['1h', '24h', '7d', '30d'] satisfies readonly RangePreset[]
const TEXTS = ['agents', 'sessions', 'runs', 'providers', 'models', 'accounts', 'did', 'why', 'status', 'q'] as const
const LAST_INSTANT_MS = 8_640_000_000_000_000

/**
 * What of an address the screens of the history understand; for `validateSearch`, beside a screen's own. Whether the values
 * of a list make sense is seen when they are read: this part comes with the first screen and stays small.
 */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  const { range } = search
  const texts = TEXTS.map((name) => [name, textParam(search[name])] as const)
  const times = (['from', 'to'] as const).map((name) => [name, instantParam(search[name])] as const)
  return Object.fromEntries(
    [['range', RANGES.find((preset) => preset === range)] as const, ...times, ...texts].filter(
      ([, value]) => value !== undefined,
    ),
  )
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
