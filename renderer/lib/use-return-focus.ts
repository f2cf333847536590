import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was when the caller appeared, for a layer that may be taken away together with whatever
 * opened it: where that is gone too, the focus goes to the start of the screen and not to nothing.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      requestAnimationFrame(() => {
        const { activeElement, body } = document
        if (activeElement !== null && activeElement !== body) return
        const isThere = opener instanceof HTMLElement && opener !== body && opener.isConnected
        const target = isThere ? opener : document.querySelector('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [opener])
}
