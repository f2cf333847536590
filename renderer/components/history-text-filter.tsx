import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField } from 'react-aria-components/SearchField'
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
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
        <path
          d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm3.3 7.8l3.2 3.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </svg>
      <Input className={styles.input ?? ''} placeholder="Words of ids, models, reasons or errors" spellCheck="false" />
      <Button className={styles.clear ?? ''} aria-label="Clear">
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
          <path d="M2 2l8 8m0-8l-8 8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </Button>
    </SearchField>
  )
}
