import { useState } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import type { HistoryState, ImportProgress } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { countsSentences } from '../../lib/history/decision-words.ts'
import { useDirectory } from '../../lib/state/use-host.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { bytesWords } from '../../lib/words/bytes-words.ts'
import styles from './import-progress-note.module.css'

/** How an import is getting on; once it is done, what it found, until that is put away. */
export function ImportProgressNote({ state }: { readonly state: HistoryState | null }) {
  const cancel = useHostAction((client) => client.history.cancelImport())
  const isLog = useDirectory()?.kind === 'log'
  const progress = state?.importing ?? null
  const isRunning = progress?.isDone === false
  // What was done before the screen was opened is not told again. A short import may be over before it is heard of.
  const [told, setTold] = useState<string | null>(null)
  const now = progress === null ? '' : JSON.stringify(progress)
  // Of a log by itself that was for nothing, nothing else on the screen would say so.
  const isForNothing = isLog && (progress?.counts.records === 0 || (progress?.problems.length ?? 0) > 0)
  if (state !== null && told === null) setTold(isForNothing ? '' : now)
  if (isRunning && told !== RUNNING) setTold(RUNNING)
  if (progress === null || told === null || (!isRunning && told === now)) return null
  const { source, counts, problems } = progress
  return (
    <section className={styles.note} aria-label="Import" data-done={progress.isDone}>
      <div className={styles.head}>
        <p className={styles.title}>
          <strong>{isRunning ? `Reading ${source}` : `Import finished: ${source}`}</strong>
        </p>
        {isRunning ? (
          <Button look="quiet" onPress={() => void cancel.run(undefined)} isPending={cancel.isPending}>
            Stop
          </Button>
        ) : (
          <Button look="quiet" onPress={() => setTold(now)}>
            Put away
          </Button>
        )}
      </div>
      {isRunning ? <Progress progress={progress} /> : null}
      <p className={styles.counts} aria-live={isRunning ? 'off' : 'polite'}>
        {countsSentences(counts).join(' ')}
      </p>
      {problems.length === 0 ? null : (
        <ul className={styles.problems} aria-label="What could not be read">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Whatever comes of it is to be told. */
const RUNNING = 'running'

function Progress({ progress: { bytesRead, bytesTotal } }: { readonly progress: ImportProgress }) {
  const share = bytesTotal === null || bytesTotal === 0 ? null : Math.min(1, bytesRead / bytesTotal)
  return (
    <ProgressBar
      className={styles.progress ?? ''}
      aria-label="Read so far"
      isIndeterminate={share === null}
      value={(share ?? 0) * 100}
    >
      <span className={styles.track}>
        <span className={styles.fill} style={{ transform: `scaleX(${share ?? 0})` }} />
      </span>
      <span className={styles.bytes}>
        {bytesTotal === null
          ? bytesWords(bytesRead)
          : `${bytesWords(bytesRead)} of ${bytesWords(bytesTotal)}${share === null ? '' : `, ${Math.floor(share * 100)} %`}`}
      </span>
    </ProgressBar>
  )
}
