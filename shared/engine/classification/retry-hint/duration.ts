/** A span of time at a place of a text. */
export interface DurationAt {
  readonly ms: number
  /** The place behind it. */
  readonly end: number
}

const SECOND = 1000
/** `5m` before `34s` is a unit, `5 monkeys` is none. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(?:ms|msecs?|millis(?:econds?)?|毫秒)(?![a-z])/iy, 1],
  [/(?:s|secs?|seconds?|秒钟?)(?![a-z])/iy, SECOND],
  [/(?:m|mins?|minutes?|分钟?)(?![a-z])/iy, 60 * SECOND],
  [/(?:h|hrs?|hours?|个?小时)(?![a-z])/iy, 3600 * SECOND],
  [/(?:d|days?|天|日)(?![a-z])/iy, 86_400 * SECOND],
  [/(?:w|wks?|weeks?|周)(?![a-z])/iy, 604_800 * SECOND],
]
const NUMBER = /(?:\d{1,15}(?:\.\d{1,15})?|an? )/iy
const SPACES = / {0,3}/y
const JOINT = /(?:,? (?:and )?)?/iy
const MAX_PARTS = 6

/**
 * Reads `5h34m`, `18.642s`, `3h 12min`, `1 hour and 30 minutes`, `an hour`, `30 秒`. Fractions of a millisecond are
 * rounded up, as coming back too early is a failure.
 *
 * @param bareUnitMs what a number without a unit counts; null: it is no span
 */
export function durationAt(text: string, start: number, bareUnitMs: number | null = null): DurationAt | null {
  let ms = 0
  let end = start
  let parts = 0
  let at = start
  while (parts < MAX_PARTS) {
    const numberEnd = endOf(NUMBER, text, at)
    if (numberEnd === null) break
    const word = text.slice(at, numberEnd)
    const value = /^a/i.test(word) ? 1 : Number(word)
    const unit = unitAt(text, /^a/i.test(word) ? numberEnd : (endOf(SPACES, text, numberEnd) ?? numberEnd))
    if (!unit) {
      if (parts > 0 || bareUnitMs === null || /^a/i.test(word) || isWordCharacter(text, numberEnd)) break
      return { ms: Math.ceil(value * bareUnitMs), end: numberEnd }
    }
    ms += value * unit.ms
    end = unit.end
    parts += 1
    at = endOf(JOINT, text, end) ?? end
  }
  return parts === 0 || !Number.isFinite(ms) ? null : { ms: Math.ceil(Number(ms.toFixed(6))), end }
}

function unitAt(text: string, at: number): { ms: number; end: number } | null {
  for (const [pattern, ms] of UNITS) {
    const end = endOf(pattern, text, at)
    if (end !== null) return { ms, end }
  }
  return null
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

function isWordCharacter(text: string, at: number): boolean {
  return /[\w:/-]/.test(text.charAt(at))
}
