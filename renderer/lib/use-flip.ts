import { useLayoutEffect, useRef } from 'react'

const MOVE_MS = 250
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

/**
 * Lets the parts of a container slide to their new places when they change places. Parts are marked with `data-flip`, whose
 * value tells them apart. Nothing moves for readers who prefer that nothing moves.
 *
 * @param order changes when the places may have changed; no measuring happens in between
 */
export function useFlip<Container extends HTMLElement>(order: string) {
  const container = useRef<Container>(null)
  const places = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const root = container.current
    if (root === null) return
    const top = root.getBoundingClientRect().top
    const before = places.current
    const after = new Map<string, number>()
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const part of root.querySelectorAll<HTMLElement>('[data-flip]')) {
      const name = part.dataset['flip'] ?? ''
      const place = part.getBoundingClientRect().top - top
      after.set(name, place)
      const moved = (before.get(name) ?? place) - place
      if (moved === 0 || isStill) continue
      part.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: EASING,
      })
    }
    places.current = after
  }, [order])

  return container
}
