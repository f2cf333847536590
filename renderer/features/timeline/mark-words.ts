import type { Decision, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { plainCode, reasonPhrase, windowKindWords } from '../../lib/history/decision-words.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { capitalize, count, listOf } from '../../lib/words/text.ts'
import type { GlyphKind } from './glyphs.ts'
import type { Picked } from './hit-test.ts'
import {
  firstFrom,
  isNameless,
  SPAN_KINDS,
  type FlagKind,
  type MarkKind,
  type PreparedLane,
  type SpanKind,
} from './prepared.ts'
import type { TimeSpan } from './time-scale.ts'

interface GlyphWords {
  /** Beside the glyph in the legend. */
  readonly legend: string
  /** What one of them is: `1 answer`. */
  readonly one: string
  readonly many: string
}

export const GLYPH_WORDS: Readonly<Record<GlyphKind, GlyphWords>> = {
  answered: { legend: 'Answered', one: 'answer', many: 'answers' },
  failed: { legend: 'Failed', one: 'failure', many: 'failures' },
  skipped: { legend: 'Skipped', one: 'skip', many: 'skips' },
  probed: { legend: 'Probed while locked', one: 'probe', many: 'probes' },
  fell_back: { legend: 'Fell back', one: 'fallback', many: 'fallbacks' },
  came_back: { legend: 'Came back', one: 'return', many: 'returns' },
  order_edited: { legend: 'Order edited', one: 'edit of an order', many: 'edits of orders' },
  cleared: { legend: 'Lock cleared', one: 'cleared lock', many: 'cleared locks' },
  log_gap: { legend: 'Gap in the log', one: 'gap in the log', many: 'gaps in the log' },
}

export const SPAN_WORDS: Readonly<Record<SpanKind, { readonly legend: string; readonly many: string }>> = {
  cooldown: { legend: 'Cooldown', many: 'cooldowns' },
  disabled: { legend: 'Long lock: billing or key', many: 'long locks' },
  blocked: { legend: 'Blocked until announced', many: 'blocks' },
}

const SINGLE: Readonly<Record<GlyphKind, string>> = {
  answered: 'Answered',
  failed: 'Failed',
  skipped: 'Skipped',
  probed: 'Probed while it was locked',
  fell_back: 'A run fell back to another model',
  came_back: 'The requested model answers again',
  order_edited: 'The order was edited',
  cleared: 'A lock was cleared',
  log_gap: 'The log left something out here',
}

/** An instant as a text; the day is left out where that of an instant before it is the same. */
export type WriteTime = (atMs: number, afterMs?: number) => string

export interface PickedWords {
  readonly title: string
  /** When, and how long. */
  readonly when: string
  readonly detail: string | null
}

/** What a mark, a span or a flag says. */
export function pickedWords(picked: Picked, write: WriteTime): PickedWords {
  if (picked.what === 'span') {
    const { kind, fromMs, toMs, reason, count: quantity } = picked.span
    return {
      title:
        quantity > 1
          ? count(quantity, windowKindWords(kind), SPAN_WORDS[kind].many)
          : capitalize(windowKindWords(kind)),
      when: `${write(fromMs)} to ${write(toMs, fromMs)}, ${formatLength(toMs - fromMs)}`,
      detail: quantity > 1 ? 'Too close to each other to be told apart here.' : `${capitalize(reasonPhrase(reason))}.`,
    }
  }
  const { kind, count: quantity, firstMs, lastMs, atMs, reason } = picked.cluster
  const { one, many } = GLYPH_WORDS[kind]
  const isOne = quantity === 1
  return {
    title: isOne ? SINGLE[kind] : count(quantity, one, many),
    when: isOne || firstMs === lastMs ? write(atMs) : `${write(firstMs)} to ${write(lastMs, firstMs)}`,
    detail: detailOf(picked, reason),
  }
}

function detailOf(picked: Picked, reason: string | null): string | null {
  if (reason === null) return null
  return picked.what === 'flag' ? flagDetail(picked.cluster.kind, reason) : `${capitalize(reasonPhrase(reason))}.`
}

const GAPS: Readonly<Record<string, string>> = {
  size_cap: 'The log had reached its largest size, and nothing more was written.',
  rotated: 'The log was replaced by a new one.',
  truncated: 'The log was cut.',
  dropped: 'Records were left out.',
}

/** What the label of a flag names, by its kind. */
function flagDetail(kind: FlagKind, label: string): string {
  if (kind === 'fell_back') return `${label} answered.`
  if (kind === 'came_back') return `${label} answers.`
  if (kind === 'order_edited') return `Order of ${label}.`
  return kind === 'log_gap' ? (GAPS[label] ?? `The log says “${plainCode(label)}”.`) : `Lock of ${label}.`
}

/** The same in one sentence, for ears: `3 failures, 10:02 to 10:05: rate limit reached.` */
export function pickedSentence(picked: Picked, write: WriteTime): string {
  const { title, when, detail } = pickedWords(picked, write)
  return detail === null ? `${title}, ${when}.` : `${title}, ${when}. ${detail}`
}

/** How much of everything a lane shows in a span. */
export interface LaneTally {
  readonly spans: Readonly<Record<SpanKind, number>>
  readonly marks: Readonly<Record<MarkKind, number>>
  readonly lastFailureMs: number | null
  readonly lastAnswerMs: number | null
}

export function tallyLane(lane: PreparedLane, { fromMs, toMs }: TimeSpan): LaneTally {
  const spans = { cooldown: 0, disabled: 0, blocked: 0 }
  for (const span of lane.spans) if (span.fromMs < toMs && span.toMs > fromMs) spans[span.kind] += span.count
  const marks = { answered: 0, failed: 0, skipped: 0, probed: 0 }
  const last = { answered: null as number | null, failed: null as number | null }
  for (const kind of ['answered', 'failed', 'skipped', 'probed'] as const) {
    const events = lane.marks[kind]
    for (let index = firstFrom(events, fromMs); index < events.length; index += 1) {
      const event = events[index]
      if (event === undefined || event.atMs > toMs) break
      marks[kind] += event.count
      if (kind === 'answered' || kind === 'failed') last[kind] = event.atMs
    }
  }
  return { spans, marks, lastFailureMs: last.failed, lastAnswerMs: last.answered }
}

/** What a lane shows: `3 cooldowns, 41 answers, last failure 10:03`. */
export function laneSummary({ spans, marks, lastFailureMs }: LaneTally, write: WriteTime): string {
  const parts = [
    ...SPAN_KINDS.filter((kind) => spans[kind] > 0).map((kind) =>
      count(spans[kind], kind === 'disabled' ? 'long lock' : singular(kind), SPAN_WORDS[kind].many),
    ),
    ...(['answered', 'failed', 'skipped', 'probed'] as const)
      .filter((kind) => marks[kind] > 0)
      .map((kind) => count(marks[kind], GLYPH_WORDS[kind].one, GLYPH_WORDS[kind].many)),
    ...(lastFailureMs === null ? [] : [`last failure ${write(lastFailureMs)}`]),
  ]
  return parts.length === 0 ? 'nothing in this span' : parts.join(', ')
}

function singular(kind: SpanKind): string {
  return kind === 'blocked' ? 'block' : 'cooldown'
}

/** What the row of flags shows: `2 fallbacks, 1 return`. */
export function flagSummary(counts: Readonly<Partial<Record<GlyphKind, number>>>): string {
  const parts = Object.entries(counts)
    .filter(([, quantity]) => quantity > 0)
    .map(([kind, quantity]) => {
      const { one, many } = GLYPH_WORDS[kind as GlyphKind]
      return count(quantity, one, many)
    })
  return parts.length === 0 ? 'nothing in this span' : listOf(parts, parts.length)
}

const DECISION_OF: Readonly<Record<MarkKind, Decision>> = {
  answered: 'candidate_succeeded',
  failed: 'candidate_failed',
  skipped: 'skip_candidate',
  probed: 'probe_cooldown_candidate',
}

interface LeadsFrom {
  readonly lanes: 'profiles' | 'models'
  /** null: of the row of flags. */
  readonly lane: Pick<PreparedLane, 'id' | 'provider'> | null
  /** How exact the times of marks are. */
  readonly columnMs: number
  /** What else is restricted on this screen. */
  readonly filter: HistoryFilter
}

/** Leads to the records behind something that was picked. */
export function filterOfPicked(picked: Picked, { lanes, lane, columnMs, filter }: LeadsFrom): HistoryFilter {
  const { fromMs: _from, toMs: _to, ...fields } = filter
  const only = lane === null ? {} : filterOfLane(lane, lanes)
  if (picked.what === 'span') {
    const { fromMs, toMs } = picked.span
    return { ...fields, ...only, fromMs: Math.floor(fromMs), toMs: Math.ceil(toMs) + 1 }
  }
  const { cluster } = picked
  const room = cluster.count === 1 ? 1000 : columnMs
  const times = { fromMs: Math.max(0, Math.floor(cluster.firstMs - room)), toMs: Math.ceil(cluster.lastMs + room) }
  const decisions = picked.what === 'mark' ? { decisions: [DECISION_OF[picked.cluster.kind]] } : {}
  return { ...fields, ...only, ...decisions, ...times }
}

function filterOfLane(
  { id, provider }: Pick<PreparedLane, 'id' | 'provider'>,
  lanes: LeadsFrom['lanes'],
): HistoryFilter {
  if (lanes === 'models') return { models: [id] }
  return isNameless({ id, provider }, lanes) ? { providers: [provider] } : { profiles: [id] }
}
