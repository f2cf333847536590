import type { BundlePart, BundlePreview, BundleProgress, HistoryState } from '../../../shared/contract/history/index.ts'
import { PRESET_FACTS } from '../../lib/history/time-range.ts'
import { bytesWords } from '../../lib/words/bytes-words.ts'
import { capitalize, count } from '../../lib/words/text.ts'
import type { BundleChoice, BundleSpan } from './bundle-choice.ts'
import type { PreviewStage } from './preview-draft.ts'

/** On a button of the choice. */
export const SPAN_NAMES: Readonly<Record<BundleSpan, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  all: 'All',
}

function spanWords(span: BundleSpan): string {
  return span === 'all' ? 'all that is on record' : PRESET_FACTS[span].words
}

/** What a preview is of: `The last 7 days, without error texts, with aliases for session ids.` */
export function choiceSentence({ span, withErrorTexts, withSessionIds }: BundleChoice): string {
  const texts = withErrorTexts ? 'with redacted error texts' : 'without error texts'
  const sessions = withSessionIds ? 'with session ids as they are' : 'with aliases for session ids'
  return `${capitalize(spanWords(span))}, ${texts}, ${sessions}.`
}

/** `9 parts, 1.2 MB before packing` */
export function sizeWords({ parts }: BundlePreview): string {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  return `${count(parts.length, 'part')}, ${bytesWords(bytes)} before packing`
}

/** `14 names and ids replaced by aliases` */
export function aliasWords({ aliasCount }: BundlePreview): string {
  if (aliasCount === 0) return 'No name had to be replaced'
  return aliasCount === 1
    ? '1 name or id replaced by an alias'
    : `${count(aliasCount, 'name')} and ids replaced by aliases`
}

const PART_WORDS: Readonly<Record<string, string>> = {
  'README.txt': 'The same for people who open it by hand',
  'facts.json': 'The state directory: agents, models, orders and locks',
  'decisions.jsonl': 'What was decided about each candidate, one record a line',
  'events.jsonl': 'Calls, locks, ends and gaps, one record a line',
  'windows.jsonl': 'Locks as this console saw them, one record a line',
  'orders.jsonl': 'Changes of orders as this console saw them, one record a line',
  'findings.json': 'What stands out in all that',
  'problems.json': 'What is wrong with the files of the state directory',
  'manifest.json': 'When and how it was made, and what each part holds',
}

/** What a part is for; null: this version does not know it. */
export function partWords(name: string): string | null {
  return PART_WORDS[name] ?? null
}

/** `1,204 records, 212 kB`; a part that is no list: `3.4 kB`. */
export function partSize({ records, bytes }: Pick<BundlePart, 'records' | 'bytes'>): string {
  return records === null ? bytesWords(bytes) : `${count(records, 'record')}, ${bytesWords(bytes)}`
}

/** That the text goes on; null: it does not. */
export function cutWords({ bytes, preview, isCut }: BundlePart): string | null {
  if (!isCut) return null
  const shown = new TextEncoder().encode(preview).length
  return `The first ${bytesWords(shown)} of ${bytesWords(bytes)} are shown; the bundle holds all of it.`
}

/** A part that has nothing in it. */
export function emptyWords({ bytes, records }: Pick<BundlePart, 'records' | 'bytes'>): string | null {
  return bytes === 0 || records === 0 ? 'There is no record in this part.' : null
}

/** Which of the parts is shown first: one that has records, as people look for what is told about them. */
export function firstPart(parts: readonly BundlePart[]): string | null {
  return (parts.find(({ records }) => records !== null && records > 0) ?? parts[0])?.name ?? null
}

/** What else there was to say about a span without a decision; null: it has some, or nothing is on record at all. */
export function emptySpanSentence(
  { of, preview }: Extract<PreviewStage, { kind: 'made' }>,
  { lastMs }: Pick<HistoryState, 'lastMs'>,
  writeWhen: (atMs: number) => string,
): string | null {
  const decisions = preview.parts.find(({ name }) => name === 'decisions.jsonl')
  if (of.span === 'all' || lastMs === null || decisions?.records !== 0) return null
  return `No decision falls into ${spanWords(of.span)}: the newest on record was made ${writeWhen(lastMs)}. Choose a longer span to have it in the bundle.`
}

/** What became different since a preview was made; null: no decision came or went. */
export function sinceWords(before: number, now: number): string | null {
  if (now === before) return null
  return now > before
    ? `${count(now - before, 'decision')} came in since.`
    : `${count(before - now, 'decision')} ${before - now === 1 ? 'was' : 'were'} forgotten since.`
}

/** `120,000 of 342,884 records, 35 %` */
export function progressWords({ records, totalRecords }: BundleProgress): string {
  const share = totalRecords === 0 ? 100 : Math.min(100, Math.floor((records / totalRecords) * 100))
  return `${records.toLocaleString('en')} of ${count(totalRecords, 'record')}, ${share} %`
}

/** For those who listen. */
export function spokenStage(stage: PreviewStage): string {
  if (stage.kind === 'making') return `Making the preview: ${choiceSentence(stage.of)}`
  if (stage.kind === 'failed') return ''
  if (stage.kind === 'cancelled') return 'The preview was cancelled.'
  return `The preview is there: ${sizeWords(stage.preview)}, ${aliasWords(stage.preview)}.`
}
