import { useState } from 'react'
import type { HistoryState, LogSource } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { ClockTime } from '../../components/times.tsx'
import { countsSentences } from '../../lib/history/decision-words.ts'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { AddLogs } from './add-logs.tsx'
import { bytesWords } from '../../lib/words/bytes-words.ts'
import { forgetSentence, sourceKindWords } from './source-words.ts'
import styles from './sources-drawer.module.css'

interface SourcesDrawerProps {
  readonly state: HistoryState | null
  readonly onClose: () => void
}

/** Where the records come from, and how to get more, or rid of some. */
export function SourcesDrawer({ state, onClose }: SourcesDrawerProps) {
  const [asked, setAsked] = useState<LogSource | 'all' | null>(null)
  const unfollow = useHostAction((client, sourceId: number) => client.history.unfollow({ sourceId }))
  const sources = state?.sources ?? []
  const isReadOnly = useIsReadOnly()
  return (
    <Drawer title="Logs" isOpen onClose={onClose}>
      <div className={styles.body}>
        {isReadOnly ? (
          <QuietNote>
            A bundle is open, which can only be read. Close it to bring in logs or to forget records.
          </QuietNote>
        ) : (
          <AddLogs />
        )}
        <section className={styles.sources} aria-label="Where the records come from">
          <div className={styles.head}>
            <h3>Where the records come from</h3>
            {isReadOnly || sources.length < 2 ? null : (
              <Button look="quiet" onPress={() => setAsked('all')}>
                Forget all…
              </Button>
            )}
          </div>
          {unfollow.problem === null ? null : <ProblemNote problem={unfollow.problem} />}
          {sources.length === 0 ? (
            <CalmNote title="No log has been read yet." />
          ) : (
            <ul className={styles.list}>
              {sources.map((source) => (
                <Source
                  key={source.id}
                  source={source}
                  isReadOnly={isReadOnly}
                  onForget={() => setAsked(source)}
                  onUnfollow={() => void unfollow.run(source.id)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
      {asked === null ? null : <ForgetDialog asked={asked} onClose={() => setAsked(null)} />}
    </Drawer>
  )
}

interface SourceProps {
  readonly source: LogSource
  readonly isReadOnly: boolean
  readonly onForget: () => void
  readonly onUnfollow: () => void
}

function Source({ source, isReadOnly, onForget, onUnfollow }: SourceProps) {
  const { name, kind, bytes, counts, firstMs, lastMs, isFollowed } = source
  return (
    <li className={styles.source}>
      <p className={styles.name}>
        <strong>{name}</strong> {isFollowed ? <StateMark state="serving">followed</StateMark> : null}
      </p>
      <p className={styles.quiet}>
        {sourceKindWords(kind)}
        {bytes === 0 ? null : `, ${bytesWords(bytes)}`}
        {firstMs === null || lastMs === null ? null : (
          <>
            , from <ClockTime atMs={firstMs} /> to <ClockTime atMs={lastMs} />
          </>
        )}
      </p>
      <p>{countsSentences(counts).join(' ')}</p>
      {isReadOnly ? null : (
        <div className={styles.buttons}>
          {isFollowed ? (
            <Button look="quiet" aria-label={`Follow no longer: ${name}`} onPress={onUnfollow}>
              Follow no longer
            </Button>
          ) : null}
          <Button look="quiet" aria-label={`Forget ${name}`} onPress={onForget}>
            Forget…
          </Button>
        </div>
      )}
    </li>
  )
}

interface ForgetDialogProps {
  readonly asked: LogSource | 'all'
  readonly onClose: () => void
}

function ForgetDialog({ asked, onClose }: ForgetDialogProps) {
  const forget = useHostAction(async (client, sourceId: number | null) => {
    await client.history.forget({ sourceId })
    return true
  })
  const confirm = async () => {
    if ((await forget.run(asked === 'all' ? null : asked.id)) !== null) onClose()
  }
  return (
    <Dialog
      title={asked === 'all' ? 'Forget all records?' : 'Forget these records?'}
      role="alertdialog"
      isOpen
      onClose={onClose}
    >
      <p>{forgetSentence(asked === 'all' ? null : asked.name)}</p>
      {forget.problem === null ? null : <ProblemNote problem={forget.problem} />}
      <DialogActions>
        <Button onPress={onClose}>Keep them</Button>
        <Button look="danger" onPress={() => void confirm()} isPending={forget.isPending}>
          Forget
        </Button>
      </DialogActions>
    </Dialog>
  )
}
