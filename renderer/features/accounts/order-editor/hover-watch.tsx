import { useEffect, useLayoutEffect, useRef } from 'react'

interface HoverWatchProps {
  /** null: the place is not aimed at. */
  readonly onHover: (() => void) | null
  readonly onLeave: () => void
}

/** Tells when the place it marks becomes the one that is aimed at, and when it no longer is. */
export function HoverWatch({ onHover, onLeave }: HoverWatchProps) {
  const isActive = onHover !== null
  const latest = useRef({ onHover, onLeave })
  useLayoutEffect(() => {
    latest.current = { onHover, onLeave }
  })
  useEffect(() => {
    if (!isActive) return
    latest.current.onHover?.()
    return () => latest.current.onLeave()
  }, [isActive])
  return null
}
