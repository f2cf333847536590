import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { OpenFileDialog } from '../../components/open-file-dialog.tsx'
import { Section } from '../../components/section.tsx'
import styles from './transfer.module.css'

/** A log that somebody sent, to be looked at without the directory that it comes from. */
export function LogSection() {
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  return (
    <Section title="Log by itself">
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.text}>
          What a log from elsewhere tells, on the screens of the history and apart from the history of this directory.
        </p>
        <div className={styles.buttons}>
          <Button onPress={() => setOpening(true)}>Open a log…</Button>
        </div>
      </div>
      {isOpening ? (
        <OpenFileDialog
          what="log"
          onOpened={() => void navigate({ to: '/decisions', search: {} })}
          onClose={() => setOpening(false)}
        />
      ) : null}
    </Section>
  )
}
