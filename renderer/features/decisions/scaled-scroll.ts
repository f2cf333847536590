/**
 * A list of any length in a scroller that browsers limit: Chromium draws nothing beyond 33.5 million pixels, Firefox beyond
 * 17.8 million. Up to the height here, the scroller is as high as the list. Beyond it, the scroller stands for the list on a
 * smaller scale: short ways are the same in both, pixel by pixel, so that reading feels like anywhere else; long ways are
 * scaled, so that both ends are reached together.
 */
export const MOST_HEIGHT_PX = 15_000_000

/** Up to this way at once the list moves as far as the scroller: 50 rows of 32 pixels. */
const SHORT_WAY_PX = 1600

export interface Extent {
  /** Of all rows. */
  readonly totalPx: number
  readonly viewportPx: number
}

/** Where the scroller stands, and what of the list that shows. */
export interface ScrollPoint {
  readonly scrollPx: number
  readonly listPx: number
}

/** How high the inside of the scroller is. */
export function innerHeightPx(totalPx: number): number {
  return Math.min(totalPx, MOST_HEIGHT_PX)
}

/** The furthest that the list and the scroller go. */
function ends({ totalPx, viewportPx }: Extent): ScrollPoint {
  return {
    scrollPx: Math.max(0, innerHeightPx(totalPx) - viewportPx),
    listPx: Math.max(0, totalPx - viewportPx),
  }
}

/** Where both stand when a place of the list is gone to. */
export function pointAt(listPx: number, extent: Extent): ScrollPoint {
  const end = ends(extent)
  const place = Math.min(Math.max(0, listPx), end.listPx)
  return { listPx: place, scrollPx: end.listPx === 0 ? 0 : (place * end.scrollPx) / end.listPx }
}

/**
 * Where the list stands after the scroller went somewhere. It never goes the other way than the scroller, and it is at an end
 * whenever a long way ended at an end of the scroller.
 */
export function movedTo(scrollPx: number, from: ScrollPoint, extent: Extent): ScrollPoint {
  const end = ends(extent)
  const place = Math.min(Math.max(0, scrollPx), end.scrollPx)
  if (end.scrollPx === end.listPx) return { scrollPx: place, listPx: place }
  const way = place - from.scrollPx
  const listPx = Math.abs(way) <= SHORT_WAY_PX ? from.listPx + way : from.listPx + scaledWay({ way, from, end })
  return { scrollPx: place, listPx: Math.min(Math.max(0, listPx), end.listPx) }
}

/** What is left of the list in a direction is spread over what is left of the scroller. */
function scaledWay({ way, from, end }: { way: number; from: ScrollPoint; end: ScrollPoint }): number {
  if (way > 0) return (way * (end.listPx - from.listPx)) / Math.max(1, end.scrollPx - from.scrollPx)
  return (way * from.listPx) / Math.max(1, from.scrollPx)
}

/** The scroller is at an end and the list is not: it has to be set right now, or the rest cannot be reached. */
export function isStuck({ scrollPx, listPx }: ScrollPoint, extent: Extent): boolean {
  const end = ends(extent)
  return (scrollPx <= 0 && listPx > 0) || (scrollPx >= end.scrollPx && listPx < end.listPx)
}

/** The scroller stands where it would if this place had been gone to. */
export function isAligned({ scrollPx, listPx }: ScrollPoint, extent: Extent): boolean {
  return Math.abs(pointAt(listPx, extent).scrollPx - scrollPx) <= 1
}

export interface RowRange {
  readonly first: number
  /** Not included. */
  readonly end: number
}

interface Rows {
  readonly rowPx: number
  readonly count: number
}

/** The rows that are at least partly seen. */
export function seenRows(listPx: number, viewportPx: number, { rowPx, count }: Rows): RowRange {
  const first = Math.min(Math.max(0, Math.floor(listPx / rowPx)), Math.max(0, count - 1))
  return { first, end: Math.min(count, Math.ceil((listPx + viewportPx) / rowPx)) }
}

/** The rows to draw: those that are seen and some around them, in steps, so that not every pixel changes them. */
export function drawnRows(seen: RowRange, count: number): RowRange {
  const first = Math.max(0, Math.floor((seen.first - AROUND) / STEP) * STEP)
  return { first, end: Math.min(count, Math.ceil((seen.end + AROUND) / STEP) * STEP) }
}

const STEP = 4
const AROUND = 8

/** The place of the list that shows a row whole, nearest to where it is now. */
export function placeOfRow(row: number, listPx: number, viewportPx: number, rowPx: number): number {
  const top = row * rowPx
  if (top < listPx) return top
  return top + rowPx > listPx + viewportPx ? top + rowPx - viewportPx : listPx
}
