import type { Picked } from './hit-test.ts'
import { instantOfPicked } from './hit-test.ts'
import { cellMs, clustersOf, FLAG_KINDS, MARK_KINDS, type PreparedTimeline } from './prepared.ts'
import type { TimeSpan } from './time-scale.ts'

/** Everything that is drawn in a lane, or in the row of flags (-1), in order of time: what the keyboard steps through. */
export function laneItems(
  timeline: PreparedTimeline,
  laneIndex: number,
  shown: TimeSpan,
  widthPx: number,
): readonly Picked[] {
  const cell = cellMs(shown, widthPx)
  if (laneIndex < 0)
    return inOrder(
      FLAG_KINDS.flatMap((kind) =>
        clustersOf(timeline.flags[kind], timeline.span, cell).map((cluster): Picked => ({
          what: 'flag',
          laneIndex: -1,
          cluster,
        })),
      ),
    )
  const lane = timeline.lanes[laneIndex]
  if (lane === undefined) return []
  return inOrder([
    ...lane.spans.map((span): Picked => ({ what: 'span', laneIndex, span })),
    ...MARK_KINDS.flatMap((kind) =>
      clustersOf(lane.marks[kind], timeline.span, cell).map((cluster): Picked => ({
        what: 'mark',
        laneIndex,
        cluster,
      })),
    ),
  ])
}

function inOrder(items: readonly Picked[]): readonly Picked[] {
  return items.toSorted((a, b) => instantOfPicked(a) - instantOfPicked(b))
}
