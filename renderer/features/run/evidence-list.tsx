import { useState } from 'react'
import type { Evidence } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { CalmNote } from '../../components/calm-note.tsx'
import styles from './evidence-list.module.css'
import { evidenceWords } from './run-text.ts'

const SHOWN_FIRST = 6

/** The files and lines that tell of a run. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  const [isWhole, setWhole] = useState(false)
  if (evidence.length === 0) return <CalmNote title="Which lines these records come from is not on record." />
  const shown = isWhole ? evidence : evidence.slice(0, SHOWN_FIRST)
  return (
    <div className={`${card.card} ${styles.frame}`}>
      <ul className={styles.list}>
        {shown.map((item) => (
          <li key={`${item.source} ${item.line}`}>
            <code>{evidenceWords(item)}</code>
          </li>
        ))}
      </ul>
      {evidence.length <= SHOWN_FIRST ? null : (
        <Button look="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${evidence.length}`}
        </Button>
      )}
    </div>
  )
}
