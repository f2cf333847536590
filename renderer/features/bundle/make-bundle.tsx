import type { HistoryState } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { LiveRegion } from '../../components/live-region.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { Section } from '../../components/section.tsx'
import { useTick, clockText } from '../../lib/time/time.ts'
import { BundleOptionFields } from './bundle-option-fields.tsx'
import { emptySpanSentence, spokenStage } from './bundle-sentences.ts'
import styles from './make-bundle.module.css'
import { PreviewParts } from './preview-parts.tsx'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import { PreviewSummary } from './preview-summary.tsx'
import { SaveForm } from './save-form.tsx'
import { usePreviewDraft } from './use-preview-draft.ts'

/** What is to be in the bundle, all of what will be in it, and where it goes. */
export function MakeBundle({ state }: { readonly state: HistoryState }) {
  const { draft, stage } = usePreviewDraft(state.count)
  const emptySpan = useTick((nowMs) =>
    stage.kind === 'made' ? emptySpanSentence(stage, state, (atMs) => clockText.when(atMs, nowMs)) : null,
  )
  return (
    <div className={styles.make} data-preview={stage.kind}>
      <LiveRegion text={spokenStage(stage)} />
      <Section title="What goes into it">
        <BundleOptionFields choice={stage.of} onChoice={(choice) => draft.choose(choice)} />
        <div className={styles.notes}>
          {state.count > 0 ? null : (
            <QuietNote>
              No decision is on record yet. The bundle still holds what there is: agents, models, orders and locks of
              the directory, and what is wrong with its files.
            </QuietNote>
          )}
          {stage.of.withErrorTexts ? (
            <QuietNote tone="warn">
              Secrets, addresses and every name that is known are taken out of error texts. A name that looks like any
              other word can stay: look through the preview before you pass the bundle on.
            </QuietNote>
          ) : null}
        </div>
      </Section>
      <Section title="Preview" note="what is saved is exactly this">
        <div className={`${card.card} ${styles.frame}`}>
          <div className={styles.top}>
            <PreviewSummary
              stage={stage}
              decisions={state.count}
              progress={state.bundling}
              onAgain={() => draft.again()}
              onCancel={() => draft.cancel()}
            />
            <SaveForm preview={stage.kind === 'made' ? stage.preview : null} onOutdated={() => draft.again()} />
          </div>
          {emptySpan === null ? null : (
            <div className={styles.note}>
              <QuietNote>{emptySpan}</QuietNote>
            </div>
          )}
          {stage.kind === 'made' ? (
            <PreviewParts parts={stage.preview.parts} />
          ) : stage.kind === 'making' ? (
            <PreviewSkeleton />
          ) : (
            <div className={styles.failed}>
              {stage.kind === 'failed' ? (
                <ProblemNote problem={stage.problem} />
              ) : (
                <p>The preview was cancelled. Nothing was kept of it.</p>
              )}
              <Button onPress={() => draft.again()}>
                {stage.kind === 'failed' ? 'Try again' : 'Make the preview'}
              </Button>
            </div>
          )}
        </div>
      </Section>
    </div>
  )
}
