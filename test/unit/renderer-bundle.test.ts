import { describe, expect, it } from 'vitest'
import { aliasPieces, linesOf } from '../../renderer/features/bundle/alias-marks.ts'
import { bundleOptions, firstChoice, type BundleChoice } from '../../renderer/features/bundle/bundle-choice.ts'
import {
  aliasWords,
  choiceSentence,
  cutWords,
  emptySpanSentence,
  emptyWords,
  firstPart,
  partSize,
  progressWords,
  sinceWords,
  sizeWords,
  spokenStage,
} from '../../renderer/features/bundle/bundle-sentences.ts'
import type { MadeStage } from '../../renderer/features/bundle/preview-draft.ts'
import { nextPath, suggestedPath } from '../../renderer/features/bundle/save-path.ts'
import type { BundlePart, BundlePreview } from '../../shared/contract/history/index.ts'

const ALL: BundleChoice = { span: 'all', withErrorTexts: false, withSessionIds: false }
const WEEK: BundleChoice = { ...ALL, span: '7d' }
const DAY: BundleChoice = { ...ALL, span: '24h' }

function preview(id: string, parts: readonly Partial<BundlePart>[] = []): BundlePreview {
  return {
    id,
    parts: parts.map((part) => ({ name: 'x', bytes: 0, records: null, preview: '', isCut: false, ...part })),
    aliasCount: 0,
  }
}

describe('what is chosen', () => {
  it('begins with everything unless that takes long, and with nothing that tells more', () => {
    expect(firstChoice(0)).toEqual(ALL)
    expect(firstChoice(100_000)).toEqual(ALL)
    expect(firstChoice(100_001)).toEqual(WEEK)
  })

  it('has a span that ends now', () => {
    const nowMs = Date.UTC(2026, 10, 30, 8, 0)
    expect(bundleOptions(ALL, nowMs)).toEqual({
      fromMs: null,
      toMs: null,
      withErrorTexts: false,
      withSessionIds: false,
    })
    expect(bundleOptions({ ...DAY, withErrorTexts: true }, nowMs)).toEqual({
      fromMs: nowMs - 86_400_000,
      toMs: null,
      withErrorTexts: true,
      withSessionIds: false,
    })
  })

  it('is said in one sentence', () => {
    expect(choiceSentence(ALL)).toBe('All that is on record, without error texts, with aliases for session ids.')
    expect(choiceSentence({ span: '7d', withErrorTexts: true, withSessionIds: true })).toBe(
      'The last 7 days, with redacted error texts, with session ids as they are.',
    )
  })
})

describe('words of a bundle', () => {
  it('tell how far it is', () => {
    expect(progressWords({ records: 120_000, totalRecords: 342_884 })).toBe('120,000 of 342,884 records, 34 %')
    expect(progressWords({ records: 0, totalRecords: 0 })).toBe('0 of 0 records, 100 %')
    expect(progressWords({ records: 9, totalRecords: 3 })).toBe('9 of 3 records, 100 %')
  })

  const part = (more: Partial<BundlePart>): BundlePart => ({
    name: 'decisions.jsonl',
    bytes: 0,
    records: 0,
    preview: '',
    isCut: false,
    ...more,
  })

  it('tells how much there is', () => {
    expect(sizeWords(preview('p', [{ bytes: 1_200_000 }, { bytes: 34_000 }]))).toBe('2 parts, 1.2 MB before packing')
    expect(partSize({ records: 1204, bytes: 212_000 })).toBe('1,204 records, 212 kB')
    expect(partSize({ records: 1, bytes: 90 })).toBe('1 record, 90 B')
    expect(partSize({ records: null, bytes: 3400 })).toBe('3.4 kB')
  })

  it('tells how many names were replaced', () => {
    const of = (aliasCount: number) => aliasWords({ ...preview('p'), aliasCount })
    expect(of(0)).toBe('No name had to be replaced')
    expect(of(1)).toBe('1 name or id replaced by an alias')
    expect(of(1400)).toBe('1,400 names and ids replaced by aliases')
  })

  it('says that a text goes on, in bytes as the part is counted', () => {
    expect(cutWords(part({ bytes: 5, preview: 'short' }))).toBeNull()
    expect(cutWords(part({ bytes: 4_000_000, preview: 'é'.repeat(32_000), isCut: true }))).toBe(
      'The first 64 kB of 4.0 MB are shown; the bundle holds all of it.',
    )
  })

  it('says where there is nothing', () => {
    expect(emptyWords({ bytes: 0, records: 0 })).toMatch(/no record/)
    expect(emptyWords({ bytes: 3, records: 0 })).toMatch(/no record/)
    expect(emptyWords({ bytes: 300, records: null })).toBeNull()
    expect(emptyWords({ bytes: 300, records: 2 })).toBeNull()
  })

  it('shows first what has records', () => {
    const readme = part({ name: 'README.txt', records: null })
    expect(firstPart([readme, part({ records: 0 }), part({ name: 'events.jsonl', records: 2 })])).toBe('events.jsonl')
    expect(firstPart([readme, part({ records: 0 })])).toBe('README.txt')
    expect(firstPart([])).toBeNull()
  })

  it('says so when a span has no decision though there are some', () => {
    const made = (of: BundleChoice, records: number): MadeStage => ({
      kind: 'made',
      of,
      preview: preview('p', [{ name: 'decisions.jsonl', records }]),
      atMs: 9,
      decisions: 3,
    })
    const when = (atMs: number) => `at ${atMs}`
    expect(emptySpanSentence(made(WEEK, 0), { lastMs: 5 }, when)).toBe(
      'No decision falls into the last 7 days: the newest on record was made at 5. Choose a longer span to have it in the bundle.',
    )
    expect(emptySpanSentence(made(WEEK, 1), { lastMs: 5 }, when)).toBeNull()
    expect(emptySpanSentence(made(ALL, 0), { lastMs: 5 }, when)).toBeNull()
    expect(emptySpanSentence(made(WEEK, 0), { lastMs: null }, when)).toBeNull()
  })

  it('tells what came since', () => {
    expect(sinceWords(3, 3)).toBeNull()
    expect(sinceWords(3, 4)).toBe('1 decision came in since.')
    expect(sinceWords(3, 1)).toBe('2 decisions were forgotten since.')
    expect(sinceWords(3, 2)).toBe('1 decision was forgotten since.')
  })

  it('is spoken as it comes; a failure is spoken by its note', () => {
    const problem = { code: null, message: 'No.', hint: null, conflict: null }
    expect(spokenStage({ kind: 'making', of: WEEK })).toMatch(/^Making the preview: The last 7 days/)
    expect(spokenStage({ kind: 'made', of: WEEK, preview: preview('p'), atMs: 1, decisions: 1 })).toBe(
      'The preview is there: 0 parts, 0 B before packing, No name had to be replaced.',
    )
    expect(spokenStage({ kind: 'failed', of: WEEK, problem })).toBe('')
  })
})

describe('the text of a part', () => {
  const marked = (line: string) =>
    aliasPieces(line)
      .filter(({ isAlias }) => isAlias)
      .map(({ text }) => text)

  it('tells aliases from the rest, and loses nothing', () => {
    const line = '{"run":"00000000-0000-4000-8000-000000000012","profileId":"openai:account-3","session":"session-1"}'
    expect(marked(line)).toEqual(['00000000-0000-4000-8000-000000000012', 'openai:account-3', 'session-1'])
    expect(
      aliasPieces(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line)
    expect(aliasPieces('')).toEqual([{ text: '', isAlias: false }])
  })

  it('takes no word for an alias that only looks like one', () => {
    expect(marked('sub-agent-1 model-3b gpt-model-4-mini my_session-2 account-1')).toEqual([])
  })

  it('has no line behind its last newline', () => {
    expect(linesOf('a\nb\n')).toEqual(['a', 'b'])
    expect(linesOf('a\n\nb')).toEqual(['a', '', 'b'])
    expect(linesOf('')).toEqual([])
  })
})

describe('where it is saved', () => {
  it('is named after the day', () => {
    expect(suggestedPath(new Date(2026, 10, 3, 23, 59).getTime())).toBe('~/switchyard-bundle-2026-11-03.zip')
  })

  it('has the next name for the next one', () => {
    expect(nextPath('~/switchyard-bundle-2026-11-30.zip')).toBe('~/switchyard-bundle-2026-11-30-2.zip')
    expect(nextPath('~/switchyard-bundle-2026-11-30-2.zip')).toBe('~/switchyard-bundle-2026-11-30-3.zip')
    expect(nextPath('/tmp/a.ZIP')).toBe('/tmp/a-2.ZIP')
    expect(nextPath('/tmp/a-9')).toBe('/tmp/a-10')
    expect(nextPath('/tmp/b.d/c')).toBe('/tmp/b.d/c-2')
  })
})
