import type { DecisionRow } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CrossIcon } from '../../components/cross-icon.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { copyText } from '../../components/history-copy-text.ts'
import { rowAsJson, rowAsText, rowSentence, suppressedWords } from './row-text.ts'
import styles from './row-strip.module.css'

interface RowStripProps {
  readonly row: DecisionRow
  readonly onOpenRun: (runKey: string) => void
  readonly onOnlyRun: (runKey: string) => void
  readonly onOnlySession: (sessionId: string) => void
  readonly onClose: () => void
}

/** The chosen decision in words, with the error in full, and what can be done with it. */
export function RowStrip({ row, onOpenRun, onOnlyRun, onOnlySession, onClose }: RowStripProps) {
  const { sessionId, runKey, errorPreview } = row
  const suppressed = suppressedWords(row.suppressed)
  const items = [
    { id: 'text', label: 'Copy as text', onAction: () => void copyText(rowAsText(row), 'The row') },
    { id: 'json', label: 'Copy as JSON', onAction: () => void copyText(rowAsJson(row), 'The row') },
    { id: 'run', label: 'Only this run', onAction: () => onOnlyRun(runKey) },
    ...(sessionId === null
      ? []
      : [{ id: 'session', label: 'Only this session', onAction: () => onOnlySession(sessionId) }]),
  ]
  return (
    <section className={styles.strip} aria-label="Chosen decision">
      <div className={styles.words}>
        <p aria-live="polite">
          <strong>{rowSentence(row)}</strong>
          {suppressed === null ? null : ` ${suppressed}`}
        </p>
        {errorPreview === null ? null : <p className={styles.error}>{errorPreview}</p>}
      </div>
      <div className={styles.tools}>
        <Button look="primary" onPress={() => onOpenRun(runKey)}>
          Why this model?
        </Button>
        <MenuButton label="More about the chosen decision" items={items} />
        <Button look="quiet" aria-label="Choose none" onPress={onClose}>
          <CrossIcon size={11} />
        </Button>
      </div>
    </section>
  )
}
