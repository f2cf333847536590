import { clockText, useTick } from '../lib/time/time.ts'
import styles from './times.module.css'
import { formatCountdown, formatRelative, formatRingText } from '../lib/time/duration.ts'

/** The leaves that tick: each re-renders alone, and only when its own text becomes different. */

export function Countdown({ untilMs }: { readonly untilMs: number }) {
  return <span className={styles.time}>{useTick((nowMs) => formatCountdown(untilMs, nowMs))}</span>
}

export function RingText({ untilMs }: { readonly untilMs: number }) {
  return <>{useTick((nowMs) => formatRingText(untilMs, nowMs))}</>
}

export function RelativeTime({ atMs }: { readonly atMs: number }) {
  return <span className={styles.time}>{useTick((nowMs) => formatRelative(atMs, nowMs))}</span>
}

interface ClockTimeProps {
  readonly atMs: number
  readonly precision?: 'minute' | 'second'
}

/** A clock time in the reader's zone, naming the day where it is not today. */
export function ClockTime({ atMs, precision = 'minute' }: ClockTimeProps) {
  const text = useTick((nowMs) => clockText.at(atMs, nowMs, precision))
  return (
    <time className={styles.time} dateTime={new Date(atMs).toISOString()} title={clockText.full(atMs)}>
      {text}
    </time>
  )
}

/** The same as part of a sentence: `at 18:52`, `tomorrow at 09:00`. */
export function WhenTime({ atMs }: { readonly atMs: number }) {
  const text = useTick((nowMs) => clockText.when(atMs, nowMs, isSoon(atMs, nowMs) ? 'second' : 'minute'))
  return (
    <time className={styles.time} dateTime={new Date(atMs).toISOString()} title={clockText.full(atMs)}>
      {text}
    </time>
  )
}

/** The day with its year, and the time: for what is no part of the reader's own days. */
export function DatedTime({ atMs }: { readonly atMs: number }) {
  return (
    <time className={styles.time} dateTime={new Date(atMs).toISOString()} title={clockText.full(atMs)}>
      {clockText.dated(atMs)}
    </time>
  )
}

/** Seconds matter for what ends within the hour. */
export function EndTime({ atMs }: { readonly atMs: number }) {
  const soon = useTick((nowMs) => isSoon(atMs, nowMs))
  return <ClockTime atMs={atMs} precision={soon ? 'second' : 'minute'} />
}

function isSoon(atMs: number, nowMs: number): boolean {
  return atMs - nowMs < 60 * 60 * 1000
}
