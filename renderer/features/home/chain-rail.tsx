import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CandidateStatus } from '../../../shared/engine/index.ts'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { Countdown, EndTime } from '../../components/times.tsx'
import { candidateEvidence, candidateVerdict } from './sentences.ts'
import styles from './chain-rail.module.css'

/** As many as fit on a line; the rest of a longer chain is unfolded. */
const SHOWN = 4

interface ChainRailProps {
  readonly candidates: readonly CandidateStatus[]
  readonly servingIndex: number
}

/** The chain as a track: stations that are passed over, the one at which the train stands, and those behind it. */
export function ChainRail({ candidates, servingIndex }: ChainRailProps) {
  const [isWhole, setIsWhole] = useState(false)
  const first = isWhole ? 0 : firstShown(candidates.length, servingIndex)
  const shown = candidates.slice(first, isWhole ? candidates.length : first + SHOWN)
  const hidden = candidates.length - shown.length
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <h3 className={styles.title}>The chain of models</h3>
        {hidden > 0 || isWhole ? (
          <Button look="quiet" onPress={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? 'Show fewer' : `Show all ${candidates.length}`}
          </Button>
        ) : null}
      </div>
      <ol className={styles.rail} start={first + 1}>
        {shown.map((candidate, index) => (
          <Station key={`${candidate.provider}/${candidate.model}`} candidate={candidate} place={first + index + 1} />
        ))}
      </ol>
    </div>
  )
}

/** The serving station is always in sight, with one that is passed over before it. */
function firstShown(total: number, servingIndex: number): number {
  if (servingIndex < SHOWN) return 0
  return Math.max(0, Math.min(servingIndex - 1, total - SHOWN))
}

function Station({ candidate, place }: { readonly candidate: CandidateStatus; readonly place: number }) {
  const { provider, model, state, availableAtMs } = candidate
  const verdict = candidateVerdict(candidate)
  return (
    <li className={styles.station} data-state={verdict.mark} aria-current={state === 'serving' ? 'step' : undefined}>
      <span className={styles.node}>
        <StateGlyph state={verdict.mark} size={11} />
      </span>
      <p className={styles.name} translate="no">
        {place}{' '}
        <Link to="/accounts" search={{ provider }} className={styles.link}>
          <Breakable text={model} />
        </Link>
      </p>
      <p className={styles.word}>
        {verdict.word}
        {availableAtMs === null ? null : (
          <>
            {' '}
            <Countdown untilMs={availableAtMs} />
          </>
        )}
      </p>
      <p className={styles.evidence}>
        {provider},{' '}
        {availableAtMs === null ? (
          candidateEvidence(candidate)
        ) : (
          <>
            until <EndTime atMs={availableAtMs} />
          </>
        )}
      </p>
    </li>
  )
}
