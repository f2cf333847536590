import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  drawnRows,
  innerHeightPx,
  isAligned,
  isStuck,
  movedTo,
  placeOfRow,
  pointAt,
  seenRows,
  type Extent,
  type ScrollPoint,
} from './scaled-scroll.ts'

/** After so long without movement the scroller is set to where it belongs. */
const REST_MS = 160

interface ScrollShown {
  /** Rows to draw; `end` is not included. */
  readonly first: number
  readonly end: number
  /** Where rows are drawn in the scroller, less where they are in the list. */
  readonly offsetPx: number
  readonly isAtTop: boolean
  readonly viewportPx: number
}

export interface ScaledScroll {
  readonly attach: (element: HTMLDivElement | null) => (() => void) | undefined
  readonly onScroll: () => void
  readonly shown: ScrollShown
  /** The first row that is seen, for those who have to know each time it becomes another one. */
  readonly top: TopRow
  readonly innerPx: number
  /** Brings a row into sight, by the shortest way. */
  readonly show: (row: number) => void
  /** Brings a row to the top, as far as there are rows below it. */
  readonly toRow: (row: number) => void
  /** Whole rows that fit. */
  readonly rowsPerPage: number
}

export interface TopRow {
  subscribe(listener: () => void): () => void
  now(): number
}

interface Rows {
  readonly count: number
  readonly rowPx: number
}

/** A scroller over any number of rows of one height. What it tells changes only when other rows are to be drawn. */
export function useScaledScroll({ count, rowPx }: Rows): ScaledScroll {
  const element = useRef<HTMLDivElement | null>(null)
  const point = useRef<ScrollPoint>({ scrollPx: 0, listPx: 0 })
  const rest = useRef<number | undefined>(undefined)
  const rows = useRef<Rows>({ count, rowPx })
  const viewport = useRef(0)
  const [shown, setShown] = useState<ScrollShown>(() => shownAt({ scrollPx: 0, listPx: 0 }, { count, rowPx }, 0))

  const extent = useCallback((): Extent => {
    const { count: rowCount, rowPx: height } = rows.current
    return { totalPx: rowCount * height, viewportPx: viewport.current }
  }, [])

  const [{ top, setTop }] = useState(createTopRow)
  const update = useCallback(() => {
    setTop(seenRows(point.current.listPx, viewport.current, rows.current).first)
    const next = shownAt(point.current, rows.current, viewport.current)
    setShown((old) => (isSame(old, next) ? old : next))
  }, [setTop])

  /** Sets both to a place of the list; a browser may round what it is set to. */
  const place = useCallback(
    (listPx: number) => {
      const wanted = pointAt(listPx, extent())
      point.current = wanted
      if (element.current !== null && Math.abs(element.current.scrollTop - wanted.scrollPx) > 0.5) {
        element.current.scrollTop = wanted.scrollPx
        point.current = { ...wanted, scrollPx: element.current.scrollTop }
      }
      update()
    },
    [extent, update],
  )

  const onScroll = useCallback(() => {
    if (element.current === null) return
    const { scrollTop } = element.current
    if (scrollTop === point.current.scrollPx) return
    point.current = movedTo(scrollTop, point.current, extent())
    window.clearTimeout(rest.current)
    if (isStuck(point.current, extent())) return place(point.current.listPx)
    if (!isAligned(point.current, extent()))
      rest.current = window.setTimeout(() => place(point.current.listPx), REST_MS)
    update()
  }, [extent, place, update])

  const attach = useCallback(
    (next: HTMLDivElement | null) => {
      element.current = next
      if (next === null) return undefined
      const observer = new ResizeObserver(() => {
        viewport.current = next.clientHeight
        place(point.current.listPx)
      })
      observer.observe(next)
      return () => {
        observer.disconnect()
        window.clearTimeout(rest.current)
        element.current = null
      }
    },
    [place],
  )

  // Rows of another height: the same row stays on top.
  useLayoutEffect(() => {
    const old = rows.current
    rows.current = { count, rowPx }
    place((point.current.listPx / old.rowPx) * rowPx)
  }, [count, rowPx, place])

  const show = useCallback(
    (row: number) => {
      const { listPx } = point.current
      const next = placeOfRow(row, listPx, viewport.current, rows.current.rowPx)
      if (next !== listPx) place(next)
    },
    [place],
  )

  return {
    attach,
    onScroll,
    shown,
    top,
    innerPx: innerHeightPx(count * rowPx),
    show,
    toRow: useCallback((row: number) => place(row * rows.current.rowPx), [place]),
    rowsPerPage: Math.max(1, Math.floor(shown.viewportPx / rowPx)),
  }
}

function createTopRow(): { readonly top: TopRow; readonly setTop: (row: number) => void } {
  const listeners = new Set<() => void>()
  let row = 0
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const setTop = (next: number) => {
    if (next === row) return
    row = next
    for (const listener of listeners) listener()
  }
  return { top: { subscribe, now: () => row }, setTop }
}

function shownAt({ listPx, scrollPx }: ScrollPoint, rows: Rows, viewportPx: number): ScrollShown {
  const seen = seenRows(listPx, viewportPx, rows)
  return {
    ...drawnRows(seen, rows.count),
    // Free of what is lost in adding up: while both move alike it stays the same number.
    offsetPx: Math.round((scrollPx - listPx) * 4) / 4,
    isAtTop: listPx < rows.rowPx,
    viewportPx,
  }
}

function isSame(one: ScrollShown, other: ScrollShown): boolean {
  return (Object.keys(one) as (keyof ScrollShown)[]).every((key) => one[key] === other[key])
}
