import { useEffect, useRef, useState } from 'react'
import { SearchField } from 'react-aria-components/SearchField'
import { SearchBox } from './search-box.tsx'
import styles from './history-text-filter.module.css'

/** While somebody types, the host is not asked for every letter. */
const PAUSE_MS = 250

interface HistoryTextFilterProps {
  readonly text: string
  readonly onText: (text: string) => void
}

export function HistoryTextFilter({ text, onText }: HistoryTextFilterProps) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  const [sent, setSent] = useState(text)
  const timer = useRef<number | undefined>(undefined)
  if (shown !== text) {
    setShown(text)
    // Chosen elsewhere, such as by a saved filter, it replaces what is typed; what comes back from here does not: by then
    // somebody may have typed on.
    if (text !== sent) {
      setTyped(text)
      setSent(text)
    }
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const change = (next: string, delayMs: number) => {
    setTyped(next)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setSent(next.trim())
      onText(next)
    }, delayMs)
  }
  return (
    <SearchField
      className={styles.search ?? ''}
      aria-label="Find in the records"
      value={typed}
      onChange={(next) => change(next, next === '' ? 0 : PAUSE_MS)}
      onSubmit={(next) => change(next, 0)}
      maxLength={512}
    >
      <SearchBox placeholder="Words of ids, models, reasons or errors" />
    </SearchField>
  )
}
