import { useLayoutEffect, useRef } from 'react'

const MOVE_MS = 250
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

interface Measured {
  readonly order: string
  readonly tops: ReadonlyMap<string, number>
}

/**
 * Lets the parts of a container slide to their new places when they change places. Parts are marked with `data-flip`, whose
 * value tells them apart. Nothing moves for readers who prefer that nothing moves.
 *
 * @param order changes when the places may have changed; no measuring happens in between
 */
export function useFlip<Container extends HTMLElement>(order: string) {
  const container = useRef<Container>(null)
  const measured = useRef<Measured | null>(null)

  useLayoutEffect(() => {
    const root = container.current
    if (root === null || measured.current?.order === order) return
    const before = measured.current?.tops
    const parts = partsOf(root)
    measured.current = { order, tops: new Map(parts.map(({ name, top }) => [name, top])) }
    if (before === undefined || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const moves = parts.map(({ element, name, top }) => ({ element, distancePx: (before.get(name) ?? top) - top }))
    const longestPx = Math.max(...moves.map(({ distancePx }) => Math.abs(distancePx)))
    for (const { element, distancePx } of moves) slide(element, distancePx, Math.abs(distancePx) === longestPx)
  }, [order])

  return container
}

function partsOf(root: HTMLElement) {
  const rootTop = root.getBoundingClientRect().top
  return [...root.querySelectorAll<HTMLElement>('[data-flip]')].map((element) => ({
    element,
    name: element.dataset.flip ?? '',
    top: element.getBoundingClientRect().top - rootTop,
  }))
}

/** The part that goes the furthest is the one that changed: it passes above the others. */
function slide(element: HTMLElement, distancePx: number, isOnTop: boolean): void {
  if (distancePx === 0) return
  const from = { transform: `translateY(${distancePx}px)` }
  const to = { transform: 'none' }
  const raised = { zIndex: 3, boxShadow: 'var(--shadow-high)' }
  const frames = isOnTop
    ? [
        { ...from, ...raised },
        { ...to, ...raised },
      ]
    : [from, to]
  element.animate(frames, { duration: MOVE_MS, easing: EASING })
}
