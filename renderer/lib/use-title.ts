import { useEffect } from 'react'

/** Names the page in the window's title and the browser's history. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, 'Switchyard'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
