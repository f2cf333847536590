import type { Instant } from '../types.ts'
import { durationAt } from './duration.ts'
import { momentAt } from './moment.ts'

const CHINESE_WORDS = ['重试', '再试', '重置', '恢复', '刷新']
const WORDS = ['again', 'retry', 'reset', 'wait ', 'regain', 'available', 'reached\\|', ...CHINESE_WORDS]

/** Of these one occurs in every sentence and every field of a body that names a time. */
export const HINT_WORDS = [
  ...['in', 'at', 'on', 'by', 'after', 'for', 'tomorrow', 'today'].map((word) => `again ${word}`),
  ...['in ', 'at ', 'on ', 'by ', 'again'].map((word) => `available ${word}`),
  'retry',
  'reset',
  'wait ',
  'regain',
  'reached|',
  ...CHINESE_WORDS,
]

/** A time that a sentence names, before it is checked. */
export interface TextHint {
  readonly atMs: number
  readonly isEstimate: boolean
  /** The words it was read from. */
  readonly from: string
}

const MAX_PLACES = 24
const WINDOW_CHARS = 160
const PLACES = new RegExp(WORDS.join('|'), 'gi')
/** Words that may stand between the keyword and the time. */
const LEAD =
  /^(?:again|retry(?:ing)?|resets?|resetting|wait|regain(?: access)?|available|reached\|)(?: (?:again|request|access|available|will|is|be|this|your|the|quota|limit|time|date))*["']?[ :]*(?:[ -]?after["']?:?|in|at|on|by|for|until)?["']? *(?:about |approximately |around |roughly |at |on )?~? */i
/** In Chinese the time stands in front of the keyword: `请在 30 秒后重试`, `将在 2026-07-02 17:39:49 重置`. */
const CHINESE_SPAN = /(\d{1,9}(?:\.\d{1,9})? ?(?:毫秒|秒钟?|分钟?|个?小时|天))[^，。,]{0,12}$/
const CHINESE_MOMENT = /(\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?)[^，。,]{0,8}$/

/**
 * The time that a text names for coming back. A moment with its zone is trusted most, then a span, then a moment whose
 * zone or time of day is a guess. Only a constant stretch around the first few keywords is read.
 */
export function hintFromText(text: string, instant: Instant): TextHint | null {
  let span: TextHint | null = null
  let guess: TextHint | null = null
  let places = 0
  for (const { index, 0: word } of text.matchAll(PLACES)) {
    if (places++ >= MAX_PLACES) break
    for (const hint of hintsAt(text, index, word, instant)) {
      if (hint.kind === 'moment' && !hint.isEstimate && hint.atMs >= instant.nowMs) return hint
      if (hint.kind === 'span') span ??= hint
      else if (hint.atMs >= instant.nowMs) guess ??= hint
    }
  }
  return span ?? guess
}

type Found = TextHint & { readonly kind: 'span' | 'moment' }

function hintsAt(text: string, index: number, word: string, instant: Instant): readonly Found[] {
  if (word.charCodeAt(0) > 127) return chineseHints(text.slice(Math.max(0, index - 48), index), instant)
  const window = text.slice(index, index + WINDOW_CHARS).replace(/\s/g, ' ')
  const lead = LEAD.exec(window)?.[0]
  if (lead === undefined) return []
  const found: Found[] = []
  const span = durationAt(window, lead.length, /after/i.test(lead) ? 1000 : null)
  const from = span ? window.slice(0, span.end) : window.slice(0, lead.length + 40)
  if (span) found.push({ kind: 'span', atMs: instant.nowMs + span.ms, isEstimate: false, from })
  const rest = span ? window.slice(span.end).replace(/^[ ,(]{0,3}(?:at |on )?/, '') : window.slice(lead.length)
  const moment = momentAt(rest, instant)
  if (moment) found.push({ kind: 'moment', ...moment, from: window.slice(0, lead.length + 40).trim() })
  return found
}

function chineseHints(before: string, instant: Instant): readonly Found[] {
  const moment = CHINESE_MOMENT.exec(before)
  const read = moment ? momentAt(moment[1] ?? '', instant) : null
  if (read) return [{ kind: 'moment', ...read, from: moment?.[0] ?? '' }]
  const match = CHINESE_SPAN.exec(before)
  const span = match ? durationAt(match[1] ?? '', 0) : null
  return span ? [{ kind: 'span', atMs: instant.nowMs + span.ms, isEstimate: false, from: match?.[0] ?? '' }] : []
}
