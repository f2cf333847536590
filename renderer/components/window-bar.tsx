import { useTick } from '../lib/time/time.ts'
import { elapsedShare } from '../lib/time/elapsed-share.ts'
import { ClockTime } from './times.tsx'
import styles from './window-bar.module.css'

interface WindowBarProps {
  readonly kind: 'disabled' | 'blocked' | 'cooldown'
  readonly startMs: number | null
  readonly untilMs: number
}

/** A long window as a bar from its start to its end, filled up to now. */
export function WindowBar({ kind, startMs, untilMs }: WindowBarProps) {
  return (
    <span className={styles.frame} data-kind={kind}>
      <span className={styles.end}>{startMs === null ? 'start unknown' : <ClockTime atMs={startMs} />}</span>
      <span className={styles.track} data-known={startMs !== null}>
        {startMs === null ? null : <Fill startMs={startMs} untilMs={untilMs} />}
      </span>
      <span className={styles.end}>
        <ClockTime atMs={untilMs} />
      </span>
    </span>
  )
}

function Fill({ startMs, untilMs }: { readonly startMs: number; readonly untilMs: number }) {
  const share = useTick((nowMs) => elapsedShare(startMs, untilMs, nowMs))
  return <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
}
