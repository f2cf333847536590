import { useEffect } from 'react'
import { useDirectoryName } from './state/use-directory-name.ts'
import { useDirectory } from './state/use-host.ts'

const NONE = { kind: 'attached', path: '' } as const

/** Names the page and the open directory in the window's title and the browser's history. */
export function useTitle(...parts: readonly string[]): void {
  const directory = useDirectory()
  const name = useDirectoryName(directory ?? NONE)
  const title = [...parts, ...(directory === null ? [] : [name]), 'Switchyard'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
