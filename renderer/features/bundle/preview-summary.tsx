import type { BundleProgress } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { ClockTime } from '../../components/times.tsx'
import { aliasWords, choiceSentence, progressWords, sinceWords, sizeWords } from './bundle-sentences.ts'
import type { PreviewStage } from './preview-draft.ts'
import styles from './preview-summary.module.css'

interface PreviewSummaryProps {
  readonly stage: PreviewStage
  /** On record now. */
  readonly decisions: number
  /** How far it is; null: not known. */
  readonly progress: BundleProgress | null
  readonly onAgain: () => void
  readonly onCancel: () => void
}

/** What the preview is of, how much it is, and how old. */
export function PreviewSummary({ stage, decisions, progress, onAgain, onCancel }: PreviewSummaryProps) {
  const since = stage.kind === 'made' ? sinceWords(stage.decisions, decisions) : null
  return (
    <div className={styles.summary}>
      <div className={styles.words}>
        <p className={styles.facts}>
          {stage.kind === 'made' ? (
            <>
              <strong>{sizeWords(stage.preview)}</strong>
              <strong>{aliasWords(stage.preview)}</strong>
            </>
          ) : (
            <strong>{stage.kind === 'making' ? 'Making the preview…' : 'There is no preview'}</strong>
          )}
        </p>
        <p className={styles.of}>{choiceSentence(stage.of)}</p>
      </div>
      {stage.kind === 'made' ? (
        <div className={styles.age}>
          <p>
            As of <ClockTime atMs={stage.atMs} precision="second" />
            {since === null ? null : <span className={styles.since}> · {since}</span>}
          </p>
          <Button look="outline" onPress={onAgain}>
            Make it again
          </Button>
        </div>
      ) : stage.kind === 'making' ? (
        <div className={styles.age}>
          <p className={styles.progress}>{progress === null ? 'Reading the records…' : progressWords(progress)}</p>
          <Button look="outline" onPress={onCancel}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  )
}
