import { glyphY, trackOf, type RowLayout } from './layout.ts'
import type { Cluster, FlagKind, MarkKind, PackedSpan, PreparedLane } from './prepared.ts'

/** What was pointed at, or stepped to. */
export type Picked =
  | { readonly what: 'mark'; readonly laneIndex: number; readonly cluster: Cluster<MarkKind> }
  | { readonly what: 'span'; readonly laneIndex: number; readonly span: PackedSpan }
  | { readonly what: 'flag'; readonly laneIndex: -1; readonly cluster: Cluster<FlagKind> }

/** How far from the middle of a glyph it is still meant. */
export const REACH_PX = 11

interface Place {
  readonly x: number
  /** From the top of the first row. */
  readonly y: number
}

interface HitScene {
  readonly layout: RowLayout
  readonly laneIndex: number
  xOf(atMs: number): number
}

/** The glyph nearest to a place, of those within reach. */
export function nearestCluster<Kind extends MarkKind | FlagKind>(
  { x, y }: Place,
  clusters: readonly Cluster<Kind>[],
  { layout, laneIndex, xOf }: HitScene,
): Cluster<Kind> | null {
  const track = trackOf(layout, laneIndex)
  let best: Cluster<Kind> | null = null
  let least = REACH_PX ** 2
  for (const cluster of clusters) {
    const dx = xOf(cluster.atMs) - x
    if (Math.abs(dx) > REACH_PX) continue
    const dy = glyphY(cluster.kind, track) - y
    const distance = dx ** 2 + dy ** 2
    if (distance <= least) {
      least = distance
      best = cluster
    }
  }
  return best
}

/** The span at a place; of those too short to be hit, one that is near. */
export function spanAt({ x, y }: Place, lane: PreparedLane, { layout, laneIndex, xOf }: HitScene): PackedSpan | null {
  const track = trackOf(layout, laneIndex)
  const height = (y - track.topPx) / track.heightPx
  const candidates = lane.spans.filter(
    (span) => span.row === Math.floor(height * span.rows) && xOf(span.fromMs) - 2 <= x && xOf(span.toMs) + 2 >= x,
  )
  // The shortest one is what is hardest to hit otherwise.
  return candidates.toSorted((a, b) => a.toMs - a.fromMs - (b.toMs - b.fromMs))[0] ?? null
}

/** When a picked thing begins: things of a lane are stepped through in this order. */
export function instantOfPicked(picked: Picked): number {
  return picked.what === 'span' ? picked.span.fromMs : picked.cluster.atMs
}

export function isSamePicked(a: Picked | null, b: Picked | null): boolean {
  return a === b || (a !== null && b !== null && pickedKey(a) === pickedKey(b))
}

/** Equal for what is drawn as the same thing. */
export function pickedKey(picked: Picked): string {
  const thing = picked.what === 'span' ? picked.span : picked.cluster
  return `${picked.what} ${picked.laneIndex} ${thing.kind} ${instantOfPicked(picked)}`
}

/**
 * The next thing of a lane in a direction. Without a present one: the one nearest to an instant, so that stepping begins in
 * the middle of the screen.
 */
export function stepTo(
  items: readonly Picked[],
  present: Picked | null,
  direction: 1 | -1 | 'first' | 'last',
  nearMs: number,
): Picked | null {
  if (direction === 'first') return items[0] ?? null
  if (direction === 'last') return items.at(-1) ?? null
  const key = present === null ? null : pickedKey(present)
  const index = key === null ? -1 : items.findIndex((item) => pickedKey(item) === key)
  if (index >= 0) return items[index + direction] ?? null
  // What it was is drawn otherwise by now, as after a zoom: it goes on from the same time.
  const fromMs = present === null ? nearMs : instantOfPicked(present)
  if (present !== null)
    return direction === 1
      ? (items.find((item) => instantOfPicked(item) > fromMs) ?? null)
      : (items.findLast((item) => instantOfPicked(item) < fromMs) ?? null)
  return items.reduce<Picked | null>(
    (best, item) =>
      best === null || Math.abs(instantOfPicked(item) - fromMs) < Math.abs(instantOfPicked(best) - fromMs)
        ? item
        : best,
    null,
  )
}
