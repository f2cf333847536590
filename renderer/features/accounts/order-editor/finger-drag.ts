import {
  aimAt,
  isSameAim,
  scrollingAt,
  urgency,
  type Aim,
  type Box,
  type ListName,
  type ListOnScreen,
  type Point,
  type Scrollable,
  type Scrolling,
} from './drag-geometry.ts'

export interface FingerDragEvents {
  /** A row is picked up; its list is the one it comes from. */
  readonly onLift: (id: string, list: ListName, point: Point) => void
  /** Once for each frame. */
  readonly onFollow: (point: Point) => void
  /** Something else is aimed at. */
  readonly onAim: (aim: Aim | null) => void
  /** null: given up, nothing is to change. */
  readonly onEnd: (aim: Aim | null) => void
}

/** Less is a tap, or a finger that trembles. */
const LEAST_MOVE = 5
/** A frame that came late does not make the list leap. */
const LONGEST_FRAME_MS = 50

/**
 * Drags a row by its handle with a finger or a pen, as browsers on desktops drag by the mouse alone. Tells nothing while
 * the finger has not moved: a tap stays a tap, and what a screen reader sends for one passes untouched.
 *
 * @param down on a handle, whose `touch-action` keeps the page from scrolling with it
 * @param root holds the lists, each marked with `data-drag-list`, whose rows are marked with `data-order-item`
 * @returns what gives it up
 */
export function dragByFinger(down: PointerEvent, root: HTMLElement, events: FingerDragEvents): () => void {
  const row = down.target instanceof Element ? down.target.closest<HTMLElement>('[data-order-item]') : null
  const id = row?.dataset['orderItem']
  const from = row?.closest<HTMLElement>('[data-drag-list]')?.dataset['dragList']
  if (id === undefined || !isListName(from)) return () => undefined

  const start = pointOf(down)
  let point = start
  let aim: Aim | null = null
  let isLifted = false
  let frame = 0
  let frameAtMs = 0
  const listening = new AbortController()
  const { signal } = listening

  const look = (): void => {
    const found = aimAt(within(clearArea(root), point), listsOn(root))
    // A list does not take what is its own already, unless it has a sequence.
    const next = found?.list === 'out' && from === 'out' ? null : found
    if (isSameAim(aim, next)) return
    aim = next
    events.onAim(aim)
  }
  const scroll = createScroller(root)
  const onFrame = (atMs: number): void => {
    scroll(point, Math.min(LONGEST_FRAME_MS, Math.max(0, atMs - frameAtMs)))
    frameAtMs = atMs
    look()
    events.onFollow(point)
    frame = requestAnimationFrame(onFrame)
  }
  const end = (last: Aim | null): void => {
    if (signal.aborted) return
    listening.abort()
    cancelAnimationFrame(frame)
    if (root.hasPointerCapture(down.pointerId)) root.releasePointerCapture(down.pointerId)
    if (isLifted) events.onEnd(last)
  }

  const listen = <K extends keyof WindowEventMap>(type: K, then: (event: WindowEventMap[K]) => void): void =>
    window.addEventListener(type, then, { signal, capture: true })
  listen('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return
    point = pointOf(event)
    if (isLifted || Math.hypot(point.x - start.x, point.y - start.y) < LEAST_MOVE) return
    isLifted = true
    // The row may be taken out of the page while the list scrolls: the lists themselves stay.
    root.setPointerCapture(down.pointerId)
    events.onLift(id, from, point)
    frameAtMs = performance.now()
    frame = requestAnimationFrame(onFrame)
  })
  listen('pointerup', (event) => {
    if (event.pointerId !== down.pointerId) return
    point = pointOf(event)
    if (isLifted) look()
    end(aim)
  })
  listen('pointercancel', (event) => {
    if (event.pointerId === down.pointerId) end(null)
  })
  listen('keydown', (event) => {
    if (!isLifted || event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    end(null)
  })
  // Some platforms begin a drag of their own, or open a menu, when a finger rests or a pen moves.
  listen('dragstart', refuse)
  listen('contextmenu', refuse)
  return () => end(null)
}

function listsOn(root: HTMLElement): readonly ListOnScreen[] {
  return [...root.querySelectorAll<HTMLElement>('[data-drag-list]')].flatMap((list) => {
    const name = list.dataset['dragList']
    if (!isListName(name)) return []
    const rows = [...list.querySelectorAll<HTMLElement>('[data-order-item]')].map((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return { id: row.dataset['orderItem'] ?? '', top, bottom }
    })
    return [{ name, box: list.getBoundingClientRect(), rows }]
  })
}

/** Lets what is under the finger go on, and remembers the part of a pixel that is left to go. */
function createScroller(root: HTMLElement): (point: Point, spentMs: number) => void {
  let before: Scrolling['what'] | null = null
  let forMs = 0
  let owed = 0
  return (point, spentMs) => {
    const clear = clearArea(root)
    const list = [...root.querySelectorAll<HTMLElement>('[data-drag-list]')].find(
      (each) => canScroll(each) && isInside(each.getBoundingClientRect(), point),
    )
    const page = pageFor((list ?? root).getBoundingClientRect(), clear)
    const scrolling = scrollingAt(point.y, list === undefined ? null : partOf(list, clear), page)
    if (scrolling?.what !== before) [before, forMs, owed] = [scrolling?.what ?? null, 0, 0]
    if (scrolling === null) return
    forMs += spentMs
    owed += (scrolling.speed * urgency(forMs) * spentMs) / 1000
    const step = Math.trunc(owed)
    owed -= step
    if (scrolling.what === 'list') list?.scrollBy({ top: step, behavior: 'instant' })
    else window.scrollBy({ top: Math.max(-page.upPx, Math.min(page.downPx, step)), behavior: 'instant' })
  }
}

/** The page, which goes on no further than there is something to see of what the finger is in. */
function pageFor(shown: Box, { top, bottom }: Box): Scrollable & { readonly upPx: number; readonly downPx: number } {
  const upPx = Math.max(0, Math.ceil(top - shown.top))
  const downPx = Math.max(0, Math.ceil(shown.bottom - bottom))
  return { top, bottom, upPx, downPx, canGoUp: upPx > 0, canGoDown: downPx > 0 }
}

/** A list, as far as it is in sight. */
function partOf(list: HTMLElement, clear: Box): Scrollable {
  const { top, bottom } = list.getBoundingClientRect()
  const { scrollTop, scrollHeight, clientHeight } = list
  return {
    top: Math.max(top, clear.top),
    bottom: Math.min(bottom, clear.bottom),
    canGoUp: scrollTop > 0,
    canGoDown: scrollTop + clientHeight < scrollHeight - 1,
  }
}

/** What of the screen no bar lies over the lists. */
function clearArea(root: HTMLElement): Box {
  const { innerWidth, innerHeight } = window
  const bar = root.closest('[data-order-editor]')?.querySelector('[data-order-actions]')?.getBoundingClientRect()
  const isCovered = bar !== undefined && bar.top < root.getBoundingClientRect().bottom
  return { left: 0, right: innerWidth, top: 0, bottom: isCovered ? Math.max(0, bar.top) : innerHeight }
}

function within(box: Box, { x, y }: Point): Point {
  return { x, y: Math.min(box.bottom - 1, Math.max(box.top, y)) }
}

function canScroll(list: HTMLElement): boolean {
  return list.dataset['many'] === 'true' && list.scrollHeight > list.clientHeight
}

function isInside(box: Box, { x, y }: Point): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

function refuse(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function isListName(name: string | undefined): name is ListName {
  return name === 'order' || name === 'out'
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY }
}
