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
  sinceWords,
  sizeWords,
  spokenStage,
} from '../../renderer/features/bundle/bundle-sentences.ts'
import { CALM_MS, PreviewDraft, type MadeStage } from '../../renderer/features/bundle/preview-draft.ts'
import { nextPath, suggestedPath } from '../../renderer/features/bundle/save-path.ts'
import type { BundlePart, BundlePreview } from '../../shared/contract/history.ts'

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

async function turn(): Promise<void> {
  for (let step = 0; step < 6; step += 1) await Promise.resolve()
}

/** A draft whose host answers, and whose time passes, only when it is told to. */
function open(choice = ALL) {
  const asked: { choice: BundleChoice; answer: () => Promise<void>; fail: (code?: 'NOT_FOUND') => Promise<void> }[] = []
  let waiting: { delayMs: number; task: () => void } | null = null
  let made = 0
  const draft = new PreviewDraft({
    choice,
    decisions: 10,
    make: (of) =>
      new Promise((resolve, reject) => {
        asked.push({
          choice: of,
          answer: () => {
            made += 1
            resolve({ preview: preview(`p${made}`), atMs: made })
            return turn()
          },
          fail: (code) => {
            reject(new Error(code ?? ''))
            return turn()
          },
        })
      }),
    explain: (error) => ({
      code: error instanceof Error && error.message === 'NOT_FOUND' ? 'NOT_FOUND' : null,
      message: 'It broke.',
      hint: null,
      conflict: null,
    }),
    after: (delayMs, task) => {
      const mine = { delayMs, task }
      waiting = mine
      return () => {
        if (waiting === mine) waiting = null
      }
    },
  })
  return {
    draft,
    asked,
    isWaiting: () => waiting !== null,
    pass() {
      const due = waiting
      waiting = null
      expect(due?.delayMs).toBe(CALM_MS)
      due?.task()
    },
    last: () => asked.at(-1) ?? expect.fail('nothing was asked'),
    kind: () => draft.stage().kind,
    id: () => {
      const stage = draft.stage()
      return stage.kind === 'made' ? stage.preview.id : null
    },
  }
}

describe('the preview of a bundle', () => {
  it('is made at once, and not before somebody looks', async () => {
    const page = open()
    expect(page.asked).toHaveLength(0)
    page.draft.start()
    expect(page.asked.map(({ choice }) => choice)).toEqual([ALL])
    expect(page.draft.stage()).toEqual({ kind: 'making', of: ALL })
    await page.last().answer()
    expect(page.draft.stage()).toMatchObject({ kind: 'made', of: ALL, atMs: 1, decisions: 10, preview: { id: 'p1' } })
  })

  it('waits until the choice is still, and is then of the last one', async () => {
    const page = open()
    page.draft.start()
    await page.last().answer()
    page.draft.choose(WEEK)
    page.draft.choose(DAY)
    expect(page.asked).toHaveLength(1)
    expect(page.draft.stage()).toEqual({ kind: 'making', of: DAY })
    page.pass()
    expect(page.asked.map(({ choice }) => choice)).toEqual([ALL, DAY])
    await page.last().answer()
    expect(page.draft.stage()).toMatchObject({ kind: 'made', of: DAY, preview: { id: 'p2' } })
  })

  it('drops what was made of another choice, and asks for one after another', async () => {
    const page = open()
    page.draft.start()
    page.draft.choose(WEEK)
    page.pass()
    expect(page.asked).toHaveLength(1)
    await page.last().answer()
    expect(page.draft.stage()).toEqual({ kind: 'making', of: WEEK })
    expect(page.asked.map(({ choice }) => choice)).toEqual([ALL, WEEK])
    await page.last().answer()
    expect(page.id()).toBe('p2')
  })

  it('drops a failure of another choice as well', async () => {
    const page = open()
    page.draft.start()
    page.draft.choose(WEEK)
    page.pass()
    await page.last().fail('NOT_FOUND')
    expect(page.draft.stage()).toEqual({ kind: 'making', of: WEEK })
    expect(page.asked).toHaveLength(2)
  })

  it('does not ask again for what the host still has', async () => {
    const page = open()
    page.draft.start()
    await page.last().answer()
    page.draft.choose(WEEK)
    page.draft.choose({ ...ALL })
    expect(page.id()).toBe('p1')
    expect(page.isWaiting()).toBe(false)
    expect(page.asked).toHaveLength(1)
  })

  it('asks again for what the host gave up for another one', async () => {
    const page = open()
    page.draft.start()
    await page.last().answer()
    page.draft.choose(WEEK)
    page.pass()
    page.draft.choose(ALL)
    expect(page.draft.stage()).toEqual({ kind: 'making', of: ALL })
    await page.last().answer()
    expect(page.kind()).toBe('making')
    page.pass()
    expect(page.asked.map(({ choice }) => choice)).toEqual([ALL, WEEK, ALL])
    await page.last().answer()
    expect(page.id()).toBe('p3')
  })

  it('takes an answer that is of the choice again by the time it comes', async () => {
    const page = open()
    page.draft.start()
    page.draft.choose(WEEK)
    page.draft.choose(ALL)
    await page.last().answer()
    expect(page.id()).toBe('p1')
    expect(page.isWaiting()).toBe(false)
    expect(page.asked).toHaveLength(1)
  })

  it('is made anew when asked to, whatever is under way', async () => {
    const page = open()
    page.draft.start()
    page.draft.setDecisions(12)
    page.draft.again()
    expect(page.asked).toHaveLength(1)
    await page.last().answer()
    expect(page.kind()).toBe('making')
    expect(page.asked).toHaveLength(2)
    await page.last().answer()
    expect(page.draft.stage()).toMatchObject({ kind: 'made', decisions: 12, preview: { id: 'p2' } })
    page.draft.again()
    expect(page.asked).toHaveLength(3)
  })

  it('says what went wrong, and goes on with another choice', async () => {
    const page = open()
    page.draft.start()
    await page.last().fail('NOT_FOUND')
    expect(page.draft.stage()).toMatchObject({ kind: 'failed', of: ALL, problem: { message: 'It broke.' } })
    page.draft.choose(WEEK)
    page.pass()
    await page.last().answer()
    expect(page.draft.stage()).toMatchObject({ kind: 'made', of: WEEK })
  })

  it('asks again after a lost connection, but not for what was refused', async () => {
    const lost = open()
    const stop = lost.draft.start()
    stop()
    await lost.last().fail()
    expect(lost.kind()).toBe('making')
    lost.draft.start()
    expect(lost.asked).toHaveLength(2)
    await lost.last().fail()
    expect(lost.kind()).toBe('failed')
    lost.draft.start()
    expect(lost.asked).toHaveLength(3)

    const refused = open()
    refused.draft.start()
    await refused.last().fail('NOT_FOUND')
    refused.draft.start()
    expect(refused.asked).toHaveLength(1)
  })

  it('begins twice as once, and asks for nothing after it was left', async () => {
    const page = open()
    page.draft.start()()
    page.draft.start()
    expect(page.asked).toHaveLength(1)
    await page.last().answer()
    expect(page.id()).toBe('p1')
    const stop = page.draft.start()
    page.draft.choose(WEEK)
    stop()
    expect(page.isWaiting()).toBe(false)
    page.draft.start()
    expect(page.asked.map(({ choice }) => choice)).toEqual([ALL, WEEK])
  })

  it('tells its listeners, until they leave', async () => {
    const page = open()
    let told = 0
    const leave = page.draft.subscribe(() => {
      told += 1
    })
    page.draft.start()
    await page.last().answer()
    expect(told).toBe(1)
    leave()
    page.draft.choose(WEEK)
    expect(told).toBe(1)
  })
})

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
