/** Lengths are CSS pixels of the viewport, from its top and left. */
export interface Span {
  readonly top: number
  readonly bottom: number
}

export interface Box extends Span {
  readonly left: number
  readonly right: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export type ListName = 'order' | 'out'

/** What a drop would do: put beside a row of the order, into the order while it is empty, or leave out. */
export type Aim =
  | { readonly list: 'order'; readonly beside: string; readonly side: 'before' | 'after' }
  | { readonly list: 'order'; readonly beside: null }
  | { readonly list: 'out' }

/** A list as it lies on the screen. */
export interface ListOnScreen {
  readonly name: ListName
  readonly box: Box
  /** The rows that are drawn, in any sequence; those out of sight may be among them. */
  readonly rows: readonly (Span & { readonly id: string })[]
}

/** So far beside a list still means the list: a finger is wide, and titles lie between the lists. */
const SLACK = 28
/** Whoever comes so near to an edge wants to see what is beyond it. */
const EDGE = 56
/** At the very edge at first; in pixels a second. */
const FASTEST = 1200
/** So much faster it becomes for whoever waits, and after how long it has doubled. */
const MOST_FASTER = 4
const DOUBLED_AFTER_MS = 1000

/** What is aimed at; null: nothing, so that a drop puts back. */
export function aimAt(point: Point, lists: readonly ListOnScreen[]): Aim | null {
  const near = lists
    .map((list) => ({ list, away: distance(point, list.box) }))
    .filter(({ away }) => away <= SLACK)
    .toSorted((one, other) => one.away - other.away)[0]
  if (near === undefined) return null
  const { name, box, rows } = near.list
  return name === 'out' ? { list: 'out' } : spotIn(rows, clamp(point.y, box))
}

/** Whether a row of the order that is dropped there stays where it is. */
export function isHome(id: string, aim: Aim | null, ids: readonly string[]): boolean {
  const index = ids.indexOf(id)
  if (index === -1) return aim?.list === 'out'
  if (aim?.list !== 'order' || aim.beside === null) return false
  const other = ids.indexOf(aim.beside)
  return other === index || other === (aim.side === 'before' ? index + 1 : index - 1)
}

export function isSameAim(one: Aim | null, other: Aim | null): boolean {
  if (one === null || other === null || one.list === 'out' || other.list === 'out') return one?.list === other?.list
  if (one.beside === null || other.beside === null) return one.beside === other.beside
  return one.beside === other.beside && one.side === other.side
}

/** What can scroll, as far as it is in sight. */
export interface Scrollable extends Span {
  readonly canGoUp: boolean
  readonly canGoDown: boolean
}

/** What scrolls while a finger stays where it is, and how fast: pixels a second, negative is upwards. */
export interface Scrolling {
  readonly what: 'list' | 'page'
  readonly speed: number
}

/** How many times as fast it scrolls after it has done so for a while: a list may be long. */
export function urgency(scrollingForMs: number): number {
  return Math.min(MOST_FASTER, 1 + scrollingForMs / DOUBLED_AFTER_MS)
}

/**
 * A list scrolls near its own edges, as far as it can; the page does near the edges of the screen and beyond them.
 *
 * @param list the list under the finger; null: it does not scroll
 */
export function scrollingAt(y: number, list: Scrollable | null, page: Scrollable): Scrolling | null {
  const inList = list === null || y < list.top || y > list.bottom ? 0 : speedIn(y, list)
  if (inList !== 0) return { what: 'list', speed: inList }
  const ofPage = speedIn(y, page)
  return ofPage === 0 ? null : { what: 'page', speed: ofPage }
}

/** Slow where the edge begins, so that one row more can be had. */
function speedIn(y: number, { top, bottom, canGoUp, canGoDown }: Scrollable): number {
  const edge = Math.min(EDGE, (bottom - top) / 4)
  const up = depth(top + edge - y, edge)
  if (up > 0) return canGoUp ? -FASTEST * up ** 2 : 0
  const down = depth(y - (bottom - edge), edge)
  return down > 0 && canGoDown ? FASTEST * down ** 2 : 0
}

function depth(within: number, edge: number): number {
  return Math.min(1, Math.max(0, within / edge))
}

function spotIn(rows: ListOnScreen['rows'], y: number): Aim {
  const inSequence = rows.toSorted((one, other) => one.top - other.top)
  const next = inSequence.find(({ top, bottom }) => y < (top + bottom) / 2)
  if (next !== undefined) return { list: 'order', beside: next.id, side: 'before' }
  const last = inSequence.at(-1)
  return last === undefined ? { list: 'order', beside: null } : { list: 'order', beside: last.id, side: 'after' }
}

function distance({ x, y }: Point, box: Box): number {
  return Math.max(0, box.left - x, x - box.right, box.top - y, y - box.bottom)
}

function clamp(y: number, { top, bottom }: Span): number {
  return Math.min(bottom, Math.max(top, y))
}
