import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page is as a media query says. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** The navigation is a bar, and what stands side by side elsewhere stands above each other. */
export const NARROW_SCREEN = '(width <= 760px)'
