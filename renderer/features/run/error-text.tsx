import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import styles from './error-text.module.css'

/** What is seen of a text before all of it is asked for. */
const SHORT = 180

/** An error as it was received, with secrets made unreadable. */
export function ErrorText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > SHORT
  return (
    <div className={styles.error}>
      <pre className={styles.text} translate="no">
        {isLong && !isWhole ? `${text.slice(0, SHORT)}…` : text}
      </pre>
      {isLong ? (
        <Button look="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </div>
  )
}
