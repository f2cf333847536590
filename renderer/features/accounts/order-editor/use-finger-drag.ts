import { useEffect, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { dragByFinger, type FingerDragEvents } from './finger-drag.ts'

/**
 * Lets rows be dragged by their handles with a finger or a pen; a mouse and keys are left to what else is there.
 *
 * @param root holds the lists
 * @returns what goes on the root
 */
export function useFingerDrag(
  root: RefObject<HTMLElement | null>,
  events: FingerDragEvents,
): { readonly onPointerDownCapture: (event: PointerEvent) => void } {
  const latest = useRef(events)
  useLayoutEffect(() => {
    latest.current = events
  })
  const giveUp = useRef<(() => void) | null>(null)
  useEffect(() => () => giveUp.current?.(), [])
  return {
    onPointerDownCapture: ({ nativeEvent: down }) => {
      const isHandle = down.target instanceof Element && down.target.closest('[data-drag-handle]') !== null
      if (!isHandle || root.current === null || down.pointerType === 'mouse' || !down.isPrimary || down.button !== 0) {
        return
      }
      giveUp.current?.()
      giveUp.current = dragByFinger(down, root.current, {
        onLift: (...lifted) => latest.current.onLift(...lifted),
        onFollow: (point) => latest.current.onFollow(point),
        onAim: (aim) => latest.current.onAim(aim),
        onEnd: (aim) => latest.current.onEnd(aim),
      })
    },
  }
}
