import type {
  TimelineData,
  TimelineFlag,
  TimelineLane,
  TimelineMark,
  TimelineSpan,
} from '../../../shared/contract/history/index.ts'
import type { TimeSpan } from './time-scale.ts'

export type MarkKind = TimelineMark['kind']
export type FlagKind = TimelineFlag['kind']
export type SpanKind = TimelineSpan['kind']

export const MARK_KINDS: readonly MarkKind[] = ['answered', 'failed', 'skipped', 'probed']
export const FLAG_KINDS: readonly FlagKind[] = ['fell_back', 'came_back', 'order_edited', 'cleared', 'log_gap']
export const SPAN_KINDS: readonly SpanKind[] = ['cooldown', 'disabled', 'blocked']

/** A span with its place among those that run at the same time. */
export interface PackedSpan extends TimelineSpan {
  readonly row: number
  /** How many rows those have that overlap it, or each other beside it. */
  readonly rows: number
}

/** A lane in the shape that drawing wants. */
export interface PreparedLane {
  readonly id: string
  readonly provider: string
  readonly label: string
  readonly spans: readonly PackedSpan[]
  /** In order of time. */
  readonly marks: Readonly<Record<MarkKind, readonly TimelineMark[]>>
}

export interface PreparedTimeline {
  /** What was asked for: beyond it nothing is known. */
  readonly span: TimeSpan
  readonly columnMs: number
  readonly lanes: readonly PreparedLane[]
  readonly flags: Readonly<Record<FlagKind, readonly TimelineFlag[]>>
}

export function prepareTimeline(data: TimelineData, columns: number): PreparedTimeline {
  return {
    span: { fromMs: data.fromMs, toMs: data.toMs },
    columnMs: (data.toMs - data.fromMs) / columns,
    lanes: data.lanes.map(prepareLane).sort(byName),
    flags: groupedBy(FLAG_KINDS, data.flags),
  }
}

/** Records that name no account are in a lane of their provider. */
export function isNameless(
  { id, provider }: Pick<PreparedLane, 'id' | 'provider'>,
  lanes: 'profiles' | 'models',
): boolean {
  return lanes === 'profiles' && id === provider
}

/** Lanes of a provider stay together. */
function byName(a: PreparedLane, b: PreparedLane): number {
  return a.provider.localeCompare(b.provider) || a.label.localeCompare(b.label, 'en', { numeric: true })
}

function prepareLane({ id, provider, label, spans, marks }: TimelineLane): PreparedLane {
  return { id, provider, label, spans: packSpans(spans), marks: groupedBy(MARK_KINDS, marks) }
}

function groupedBy<Kind extends string, Item extends { readonly kind: Kind; readonly atMs: number }>(
  kinds: readonly Kind[],
  items: readonly Item[],
): Readonly<Record<Kind, readonly Item[]>> {
  const groups = Object.fromEntries(kinds.map((kind) => [kind, [] as Item[]])) as Record<Kind, Item[]>
  for (const item of items) groups[item.kind].push(item)
  for (const kind of kinds) groups[kind].sort((a, b) => a.atMs - b.atMs)
  return groups
}

/** More than this at once cannot be told apart in a lane. */
export const MOST_ROWS = 3

/**
 * Gives each span the first row that is free, so that those which run at the same time stand above each other. Spans that
 * have nothing to do with each other have the whole height each.
 */
export function packSpans(spans: readonly TimelineSpan[]): readonly PackedSpan[] {
  const packed: PackedSpan[] = []
  let group: Omit<PackedSpan, 'rows'>[] = []
  let ends: number[] = []
  const close = () => {
    const rows = ends.length
    for (const { kind, fromMs, toMs, reason, count, row } of group)
      packed.push({ kind, fromMs, toMs, reason, count, row, rows })
    group = []
    ends = []
  }
  for (const { kind, fromMs, toMs, reason, count } of spans.toSorted(bySpan)) {
    if (ends.every((endMs) => endMs <= fromMs)) close()
    const free = ends.findIndex((endMs) => endMs <= fromMs)
    const row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1)
    ends[row] = Math.max(ends[row] ?? -Infinity, toMs)
    group.push({ kind, fromMs, toMs, reason, count, row })
  }
  close()
  return packed
}

function bySpan(a: TimelineSpan, b: TimelineSpan): number {
  return a.fromMs - b.fromMs || b.toMs - a.toMs
}

/** Events that are drawn as one, since they are too near to each other. */
export interface Cluster<Kind extends string> {
  readonly kind: Kind
  /** Where it is drawn. */
  readonly atMs: number
  readonly firstMs: number
  readonly lastMs: number
  readonly count: number
  /** Where it is one. */
  readonly runKey: string | null
  /** The reason of all of them; null: none, or several. */
  readonly reason: string | null
}

interface Event<Kind extends string> {
  readonly kind: Kind
  readonly atMs: number
  readonly count: number
  readonly runKey: string | null
}

/** The room that one glyph has at least. */
const CELL_PX = 12

/** A length of time, always a power of two, so that what is drawn together stays together while the screen moves. */
export function cellMs(span: TimeSpan, widthPx: number): number {
  const least = ((span.toMs - span.fromMs) / widthPx) * CELL_PX
  return 2 ** Math.ceil(Math.log2(Math.max(1, least)))
}

/** The events of one kind that lie in a span, those of one cell together. */
export function clustersOf<Kind extends string>(
  events: readonly (Event<Kind> & { readonly reason?: string | null; readonly label?: string | null })[],
  { fromMs, toMs }: TimeSpan,
  cell: number,
): Cluster<Kind>[] {
  const clusters: Cluster<Kind>[] = []
  let current: { cell: number; cluster: Cluster<Kind> } | null = null
  for (let index = firstFrom(events, fromMs); index < events.length; index += 1) {
    const event = events[index]
    if (event === undefined || event.atMs > toMs) break
    const { kind, atMs, count, runKey } = event
    const reason = event.reason ?? event.label ?? null
    const place = Math.floor(atMs / cell)
    if (current === null || current.cell !== place) {
      if (current !== null) clusters.push(current.cluster)
      current = { cell: place, cluster: { kind, atMs, firstMs: atMs, lastMs: atMs, count, runKey, reason } }
      continue
    }
    const { cluster } = current
    current.cluster = {
      kind,
      atMs: (cluster.firstMs + atMs) / 2,
      firstMs: cluster.firstMs,
      lastMs: atMs,
      count: cluster.count + count,
      runKey: null,
      reason: cluster.reason === reason ? reason : null,
    }
  }
  if (current !== null) clusters.push(current.cluster)
  return clusters
}

const LARGEST = 1.36
const SMALLEST = 0.72
/** Where so many are drawn as one somewhere, a single event is drawn as small as it can be. */
const MANY = 1000
const STEPS = 8

/**
 * How large a glyph is, where `most` is the most that any glyph of the picture stands for: by orders of magnitude, since
 * counts differ by those. In steps, so that few pictures are needed.
 */
export function glyphScale(count: number, most: number): number {
  // In powers of four: otherwise all of them would change a little with every move.
  const order = 4 ** Math.ceil(Math.log(Math.max(1, most)) / Math.log(4))
  if (order <= 1) return 1
  const least = Math.max(SMALLEST, 1 - ((1 - SMALLEST) * Math.log(order)) / Math.log(MANY))
  const share = Math.min(1, Math.log(Math.max(1, count)) / Math.log(order))
  return least + ((LARGEST - least) * Math.round(share * STEPS)) / STEPS
}

/** The index of the first event at or after an instant. */
export function firstFrom(events: readonly { readonly atMs: number }[], fromMs: number): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.atMs ?? Infinity) < fromMs) low = middle + 1
    else high = middle
  }
  return low
}
