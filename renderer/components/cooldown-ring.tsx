import { useTick } from '../lib/time/time.ts'
import { elapsedShare } from '../lib/time/elapsed-share.ts'
import { RingText } from './times.tsx'
import styles from './cooldown-ring.module.css'

const RADIUS = 19
const LENGTH = 2 * Math.PI * RADIUS

interface CooldownRingProps {
  readonly startMs: number | null
  readonly untilMs: number
}

/** A ring that is full when the cooldown ends. Without a start on record it only frames the time. */
export function CooldownRing({ startMs, untilMs }: CooldownRingProps) {
  return (
    <span className={styles.ring} data-known={startMs !== null}>
      <svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="22" cy="22" r={RADIUS} />
        {startMs === null ? null : <Arc startMs={startMs} untilMs={untilMs} />}
      </svg>
      <span className={styles.text} aria-hidden="true">
        <RingText untilMs={untilMs} />
      </span>
    </span>
  )
}

function Arc({ startMs, untilMs }: { readonly startMs: number; readonly untilMs: number }) {
  const share = useTick((nowMs) => elapsedShare(startMs, untilMs, nowMs))
  return (
    <circle
      className={styles.arc}
      cx="22"
      cy="22"
      r={RADIUS}
      strokeDasharray={LENGTH}
      strokeDashoffset={LENGTH * (1 - share)}
    />
  )
}
