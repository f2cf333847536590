import type { FlagKind, MarkKind } from './prepared.ts'

/** How the rows of the timeline are laid out, in pixels from its top. */
export interface RowLayout {
  /** One row of the switches and edits, then one of each lane. */
  readonly flagsPx: number
  readonly lanePx: number
  /** Above the track, where the label stands over it. */
  readonly labelPx: number
  readonly axisPx: number
}

export const WIDE: RowLayout = { flagsPx: 44, lanePx: 58, labelPx: 0, axisPx: 44 }
/** The label of a lane stands above its track. */
export const NARROW: RowLayout = { flagsPx: 64, lanePx: 82, labelPx: 28, axisPx: 44 }

/** Air above and below a track. */
const TRACK_INSET_PX = 4

export interface Track {
  readonly topPx: number
  readonly heightPx: number
}

export function rowTopPx(layout: RowLayout, laneIndex: number): number {
  return layout.flagsPx + laneIndex * layout.lanePx
}

export function contentPx(layout: RowLayout, laneCount: number): number {
  return layout.flagsPx + laneCount * layout.lanePx
}

/** How high the part of the rows is that is seen at once. */
export function frameHeightPx(layout: RowLayout, laneCount: number, roomPx: number): number {
  return Math.max(layout.flagsPx, Math.min(contentPx(layout, laneCount), roomPx))
}

/** Where the marks and spans of a lane are drawn; -1: of the flags. */
export function trackOf(layout: RowLayout, laneIndex: number): Track {
  const isFlags = laneIndex < 0
  const top = isFlags ? 0 : rowTopPx(layout, laneIndex)
  const row = isFlags ? layout.flagsPx : layout.lanePx
  return {
    topPx: top + layout.labelPx + TRACK_INSET_PX,
    heightPx: row - layout.labelPx - 2 * TRACK_INSET_PX,
  }
}

/** Which lane a place belongs to; -1: the flags; null: none. */
export function laneAt(layout: RowLayout, y: number, laneCount: number): number | null {
  if (y < 0) return null
  if (y < layout.flagsPx) return -1
  const index = Math.floor((y - layout.flagsPx) / layout.lanePx)
  return index < laneCount ? index : null
}

/** Each kind has a height of its own: none hides another, and where a glyph stands says what it is once more. */
const HEIGHTS: Readonly<Record<MarkKind | FlagKind, number>> = {
  answered: 0.14,
  probed: 0.38,
  failed: 0.62,
  skipped: 0.86,
  fell_back: 0.24,
  came_back: 0.24,
  order_edited: 0.76,
  cleared: 0.76,
  log_gap: 0.76,
}

/** The middle of a glyph, from the top of the first row. */
export function glyphY(kind: MarkKind | FlagKind, track: Track): number {
  return track.topPx + track.heightPx * HEIGHTS[kind]
}
