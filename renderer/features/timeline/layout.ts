import type { MarkKind } from './prepared.ts'

/** How the rows of the timeline are laid out, in pixels from its top. */
export interface RowLayout {
  /** One row of the switches and edits, then one of each lane. */
  readonly flagsPx: number
  readonly lanePx: number
  /** Above the track, where the label stands over it. */
  readonly labelPx: number
  readonly axisPx: number
}

export const WIDE: RowLayout = { flagsPx: 40, lanePx: 52, labelPx: 0, axisPx: 44 }
/** The label of a lane stands above its track. */
export const NARROW: RowLayout = { flagsPx: 52, lanePx: 74, labelPx: 30, axisPx: 44 }

/** Air above and below a track. */
export const TRACK_INSET_PX = 5

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

/** Where the marks and spans of a lane are drawn; -1: of the flags. */
export function trackOf(layout: RowLayout, laneIndex: number): Track {
  const isFlags = laneIndex < 0
  const top = isFlags ? 0 : rowTopPx(layout, laneIndex)
  const row = isFlags ? layout.flagsPx : layout.lanePx
  const label = isFlags ? Math.max(0, layout.flagsPx - 30) : layout.labelPx
  const inset = isFlags ? 2 : TRACK_INSET_PX
  return { topPx: top + label + inset, heightPx: row - label - 2 * inset }
}

/** Which lane a place belongs to; -1: the flags; null: none. */
export function laneAt(layout: RowLayout, y: number, laneCount: number): number | null {
  if (y < 0) return null
  if (y < layout.flagsPx) return -1
  const index = Math.floor((y - layout.flagsPx) / layout.lanePx)
  return index < laneCount ? index : null
}

/** Answers stand above what went wrong, so that neither hides the other. */
const UPPER: readonly string[] = ['answered', 'probed'] satisfies MarkKind[]

/** The middle of a glyph, from the top of its track. */
export function glyphY(kind: string, track: Track, isFlag: boolean): number {
  if (isFlag) return track.topPx + track.heightPx / 2
  return track.topPx + track.heightPx * (UPPER.includes(kind) ? 0.29 : 0.71)
}
