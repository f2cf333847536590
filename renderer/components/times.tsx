import { clockText, useTick } from '../lib/time/time.ts'
import { formatCountdown, formatRelative, formatRingText } from '../lib/time/duration.ts'

/** The leaves that tick: each re-renders alone, and only when its own text becomes different. */

export function Countdown({ untilMs }: { readonly untilMs: number }) {
  return <>{useTick((nowMs) => formatCountdown(untilMs, nowMs))}</>
}

export function RingText({ untilMs }: { readonly untilMs: number }) {
  return <>{useTick((nowMs) => formatRingText(untilMs, nowMs))}</>
}

export function RelativeTime({ atMs }: { readonly atMs: number }) {
  return <>{useTick((nowMs) => formatRelative(atMs, nowMs))}</>
}

interface ClockTimeProps {
  readonly atMs: number
  readonly precision?: 'minute' | 'second'
}

/** A clock time in the reader's zone, naming the day where it is not today. */
export function ClockTime({ atMs, precision = 'minute' }: ClockTimeProps) {
  const text = useTick((nowMs) => clockText.at(atMs, nowMs, precision))
  return (
    <time dateTime={new Date(atMs).toISOString()} title={clockText.full(atMs)}>
      {text}
    </time>
  )
}

/** Seconds matter for what ends within the hour. */
export function EndTime({ atMs }: { readonly atMs: number }) {
  const isSoon = useTick((nowMs) => atMs - nowMs < 60 * 60 * 1000)
  return <ClockTime atMs={atMs} precision={isSoon ? 'second' : 'minute'} />
}
