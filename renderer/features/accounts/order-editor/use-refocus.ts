import { useEffect, useRef, type RefObject } from 'react'

interface Wanted {
  readonly id: string
  readonly way: 'up' | 'down' | null
  readonly end: 'start' | 'end' | null
}

/** A list that draws only what is in sight needs a few frames to draw what it is scrolled to. */
const MOST_FRAMES = 8

/**
 * A row that moves in the document loses the focus: it gets it back, on the same button while that can be pressed.
 *
 * @param root holds the rows
 * @returns what to call right after a row was moved: its id, the arrow that moved it, the end it was moved to
 */
export function useRefocus(
  root: RefObject<HTMLElement | null>,
): (id: string, way?: Wanted['way'], end?: Wanted['end']) => void {
  const wanted = useRef<Wanted | null>(null)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  useEffect(() => {
    const { current } = wanted
    if (current === null) return
    wanted.current = null
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => refocus(current, MOST_FRAMES))
  })

  function refocus(row: Wanted, frames: number): void {
    const list = root.current?.querySelector<HTMLElement>('[data-order-list]')
    if (row.end !== null && list) list.scrollTop = row.end === 'start' ? 0 : list.scrollHeight
    const element = root.current?.querySelector<HTMLElement>(`[data-order-item="${CSS.escape(row.id)}"]`)
    if (element) focusIn(element, row.way)
    else if (frames > 0) frame.current = requestAnimationFrame(() => refocus(row, frames - 1))
  }

  return (id, way = null, end = null) => {
    wanted.current = { id, way, end }
  }
}

function focusIn(row: HTMLElement, way: Wanted['way']): void {
  if (row.contains(document.activeElement)) return
  const button = way === null ? null : row.querySelector<HTMLElement>(`[data-way="${way}"]:not(:disabled)`)
  const target = button ?? row
  target.focus()
}
