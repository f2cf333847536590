import { instantOf, wallTime, type WallTime } from '../../lib/time/wall-time.ts'
import type { TimeSpan } from './time-scale.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A distance between two ticks. */
export type TickStep =
  /** Of the same length always. */
  | { readonly unit: 'ms'; readonly size: number }
  /** By the clocks on the wall. */
  | { readonly unit: 'hours' | 'days' | 'months' | 'years'; readonly size: number }

const STEPS: readonly { readonly roughMs: number; readonly step: TickStep }[] = [
  ...[1, 5, 15, 30].map((size) => ofMs(size * SECOND_MS)),
  ...[1, 5, 15, 30].map((size) => ofMs(size * MINUTE_MS)),
  ofMs(HOUR_MS),
  ...[3, 6, 12].map((size) => ({ roughMs: size * HOUR_MS, step: { unit: 'hours', size } as const })),
  ...[1, 2, 7].map((size) => ({ roughMs: size * DAY_MS, step: { unit: 'days', size } as const })),
  ...[1, 3, 6].map((size) => ({ roughMs: size * 30 * DAY_MS, step: { unit: 'months', size } as const })),
  ...[1, 5, 10].map((size) => ({ roughMs: size * 365 * DAY_MS, step: { unit: 'years', size } as const })),
]

function ofMs(size: number): { readonly roughMs: number; readonly step: TickStep } {
  return { roughMs: size, step: { unit: 'ms', size } }
}

/** The smallest distance between ticks that leaves each this much room. */
export function tickStep(msPerPx: number, leastPx: number): TickStep {
  const wanted = msPerPx * leastPx
  const fitting = STEPS.find(({ roughMs }) => roughMs >= wanted)
  return fitting?.step ?? { unit: 'years', size: Math.ceil(wanted / (365 * DAY_MS) / 10) * 10 }
}

/** The instants inside a span at which clocks of a zone show round times, in order, each once. */
export function tickInstants(span: TimeSpan, step: TickStep, zone: string): readonly number[] {
  return step.unit === 'ms' ? even(span, step.size, zone) : byWall(span, step, zone)
}

/** Steps of up to an hour: even in real time, and set anew where the clocks are set by less than a step. */
function even({ fromMs, toMs }: TimeSpan, size: number, zone: string): readonly number[] {
  const instants: number[] = []
  let atMs = roundUp(fromMs, size, zone)
  while (atMs <= toMs) {
    instants.push(atMs)
    atMs = roundUp(atMs + size / 2, size, zone)
  }
  return instants
}

function roundUp(atMs: number, size: number, zone: string): number {
  const offset = offsetOf(atMs, zone)
  const rounded = Math.ceil((atMs + offset) / size) * size - offset
  const then = offsetOf(rounded, zone)
  if (then === offset) return rounded
  // The clocks were set on the way: the first time that is round by the new ones.
  const next = Math.ceil((atMs + then) / size) * size - then
  return offsetOf(next, zone) === then ? next : next + size
}

function offsetOf(atMs: number, zone: string): number {
  return asUtc(wallTime(atMs, zone)) - Math.floor(atMs / MINUTE_MS) * MINUTE_MS
}

function asUtc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute)
}

function byWall({ fromMs, toMs }: TimeSpan, step: TickStep, zone: string): readonly number[] {
  const instants: number[] = []
  let wall = startOf(wallTime(fromMs, zone), step)
  for (let guard = 0; guard < 1000; guard += 1) {
    const atMs = instantOf(wall, zone)
    if (atMs > toMs) break
    // Where clocks are set forward, two times on the wall can be one instant.
    if (atMs >= fromMs && atMs !== instants.at(-1)) instants.push(atMs)
    wall = after(wall, step)
  }
  return instants
}

/** The last round time at or before one. */
function startOf({ year, month, day, hour }: WallTime, { unit, size }: TickStep): WallTime {
  const zero = { year, month, day: 1, hour: 0, minute: 0 }
  if (unit === 'years') return { ...zero, year: Math.floor(year / size) * size, month: 1 }
  if (unit === 'months') return { ...zero, month: Math.floor((month - 1) / size) * size + 1 }
  if (unit === 'hours') return { ...zero, day, hour: Math.floor(hour / size) * size }
  // Weeks begin on Mondays: the first day of 1970 was a Thursday.
  const number = Math.floor(Date.UTC(year, month - 1, day) / DAY_MS)
  const first = size === 7 ? number - ((number + 3) % 7) : number - (number % size)
  return fieldsOf(first * DAY_MS)
}

function after(wall: WallTime, { unit, size }: TickStep): WallTime {
  const { year, month, day, hour } = wall
  if (unit === 'years') return { ...wall, year: year + size }
  if (unit === 'months') return fieldsOf(Date.UTC(year, month - 1 + size, 1))
  return fieldsOf(Date.UTC(year, month - 1, day + (unit === 'days' ? size : 0), hour + (unit === 'hours' ? size : 0)))
}

function fieldsOf(utcMs: number): WallTime {
  const date = new Date(utcMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
}

export interface Tick {
  readonly atMs: number
  readonly label: string
}

/** What an axis shows: round times, and above them what they belong to, from what the left edge belongs to. */
export interface AxisTicks {
  readonly ticks: readonly Tick[]
  readonly breaks: readonly Tick[]
}

export interface AxisText {
  readonly zone: string
  time(atMs: number, precision: 'minute' | 'second'): string
}

/** The least room of a tick: a time with its half of the day, and some air. */
const LEAST_PX = 78

/** The axis of a span: times under days, days under months, months under years. */
export function axisTicks(span: TimeSpan, widthPx: number, text: AxisText): AxisTicks {
  const step = tickStep((span.toMs - span.fromMs) / widthPx, LEAST_PX)
  const { over, write, writeOver } = levelOf(step, text)
  const instants = tickInstants(span, step, text.zone)
  const first = instantOf(startOf(wallTime(span.fromMs, text.zone), over), text.zone)
  const breaks = [first, ...tickInstants(span, over, text.zone).filter((atMs) => atMs > first)]
  return {
    ticks: instants.map((atMs) => ({ atMs, label: write(atMs) })),
    breaks: breaks.map((atMs) => ({ atMs, label: writeOver(atMs) })),
  }
}

interface Level {
  readonly over: TickStep
  write(atMs: number): string
  writeOver(atMs: number): string
}

function levelOf(step: TickStep, { zone, time }: AxisText): Level {
  const format = (shape: Intl.DateTimeFormatOptions) => (atMs: number) => dateFormat(zone, shape).format(atMs)
  if (step.unit === 'ms' || step.unit === 'hours') {
    const precision = step.unit === 'ms' && step.size < MINUTE_MS ? 'second' : 'minute'
    return {
      over: { unit: 'days', size: 1 },
      write: (atMs) => time(atMs, precision),
      writeOver: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    }
  }
  if (step.unit === 'days')
    return {
      over: { unit: 'months', size: 1 },
      write: format({ weekday: 'short', day: 'numeric' }),
      writeOver: format({ month: 'long', year: 'numeric' }),
    }
  if (step.unit === 'months')
    return {
      over: { unit: 'years', size: 1 },
      write: format({ month: 'short' }),
      writeOver: format({ year: 'numeric' }),
    }
  return { over: { unit: 'years', size: 1000 }, write: format({ year: 'numeric' }), writeOver: () => '' }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(zone: string, shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(shape)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...shape })
  formats.set(key, made)
  return made
}
