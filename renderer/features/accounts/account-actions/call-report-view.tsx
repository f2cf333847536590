import type { Policy } from '../../../../shared/engine/index.ts'
import type { CallReport } from '../../../../shared/contract/types.ts'
import { CodeHint } from '../../../components/code-hint.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { ClockTime, RelativeTime } from '../../../components/times.tsx'
import {
  callFacts,
  callHeadline,
  conclusionSentence,
  windowChangesSentence,
} from '../../../lib/words/call-report-words.ts'
import styles from './call-report-view.module.css'

interface CallReportViewProps {
  readonly report: CallReport
  readonly kind: 'test' | 'refresh'
  readonly windows: Policy['windows']
}

const GLYPHS = { ok: 'serving', failed: 'disabled', not_called: 'unusable' } as const

/** What a call showed: the outcome first, then what the engine concluded, then what the provider said. */
export function CallReportView({ report, kind, windows }: CallReportViewProps) {
  const { outcome, reason, ruleId, retryAtMs, message, hint } = report
  const conclusion = outcome === 'failed' ? conclusionSentence(reason, windows) : null
  const facts = callFacts(report)
  return (
    <div className={styles.report}>
      <p className={styles.head} data-outcome={outcome}>
        <StateGlyph state={GLYPHS[outcome]} />
        <strong>{kind === 'refresh' && outcome === 'ok' ? 'The sign-in was renewed.' : callHeadline(report)}</strong>
      </p>
      {conclusion === null ? null : (
        <p>{ruleId === null ? conclusion : <CodeHint code={`rule: ${ruleId}`}>{conclusion}</CodeHint>}</p>
      )}
      {retryAtMs === null ? null : (
        <p>
          The provider says to try again at <ClockTime atMs={retryAtMs} precision="second" /> (
          <RelativeTime atMs={retryAtMs} />
          ).
        </p>
      )}
      {message === null ? null : (
        <p className={styles.message}>{outcome === 'not_called' ? message : <>It said: “{message}”</>}</p>
      )}
      {hint === null ? null : <p>{hint}</p>}
      {facts === null ? null : <p className={styles.facts}>{facts}.</p>}
      {kind === 'test' && outcome !== 'not_called' ? (
        <p className={styles.facts}>{windowChangesSentence(report)}</p>
      ) : null}
    </div>
  )
}
