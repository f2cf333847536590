import { useSyncExternalStore } from 'react'

/** Narrower than this, the columns of the table do not fit, and a row becomes a card. */
const NARROW = '(width <= 960px)'

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
