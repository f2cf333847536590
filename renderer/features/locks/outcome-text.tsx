import type { CallReport } from '../../../shared/contract/types.ts'
import { clockText, useTick } from '../../lib/time/time.ts'
import { recheckProblemSentence, recheckSentence } from './recheck-sentences.ts'
import type { EndedRecheck } from './recheck-state.ts'
import styles from './recheck-outcome.module.css'

interface OutcomeTextProps {
  readonly profileId: string
  readonly recheck: EndedRecheck
}

/** What a re-check showed, in a sentence, with the facts behind it. */
export function OutcomeText({ profileId, recheck }: OutcomeTextProps) {
  const text = useTick((nowMs) =>
    recheck.state === 'problem'
      ? recheckProblemSentence(profileId, recheck.problem)
      : recheckSentence(recheck.report, (atMs) => clockText.when(atMs, nowMs)).text,
  )
  const details = recheck.state === 'done' ? detailsOf(recheck.report) : []
  return (
    <div className={styles.text}>
      <p>{text}</p>
      {details.length === 0 ? null : (
        <details>
          <summary>Details</summary>
          <dl className={styles.details}>
            {details.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

function detailsOf({ model, status, latencyMs, ruleId, reason, message, hint, outcome }: CallReport) {
  const all = [
    { name: 'Model called', value: model },
    { name: 'HTTP status', value: status },
    { name: 'Answer after', value: latencyMs === null ? null : `${Math.round(latencyMs)} ms` },
    { name: 'Reason', value: reason },
    { name: 'Rule', value: ruleId },
    { name: 'The provider said', value: outcome === 'failed' ? message : null },
    { name: 'What to do', value: hint },
  ]
  return outcome === 'ok' ? [] : all.filter(({ value }) => value !== null)
}
