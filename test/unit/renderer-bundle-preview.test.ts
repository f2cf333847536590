import { describe, expect, it } from 'vitest'
import type { BundleChoice } from '../../renderer/features/bundle/bundle-choice.ts'
import { CALM_MS, PreviewDraft } from '../../renderer/features/bundle/preview-draft.ts'

const ALL: BundleChoice = { span: 'all', withErrorTexts: false, withSessionIds: false }
const WEEK: BundleChoice = { ...ALL, span: '7d' }
const DAY: BundleChoice = { ...ALL, span: '24h' }

async function turn(): Promise<void> {
  for (let step = 0; step < 6; step += 1) await Promise.resolve()
}

/** A draft whose host answers, and whose time passes, only when it is told to. */
function open(choice = ALL) {
  const asked: {
    choice: BundleChoice
    signal: AbortSignal
    answer: () => Promise<void>
    fail: (code?: 'NOT_FOUND') => Promise<void>
  }[] = []
  let waiting: { delayMs: number; task: () => void } | null = null
  let made = 0
  const draft = new PreviewDraft({
    choice,
    decisions: 10,
    make: (of, signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          choice: of,
          signal,
          answer: () => {
            made += 1
            resolve({ preview: { id: `p${made}`, parts: [], aliasCount: 0 }, atMs: made })
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

  it('can be given up, which is no failure, and is made again when asked to', async () => {
    const page = open()
    page.draft.start()
    const { signal, fail } = page.last()
    page.draft.cancel()
    expect(signal.aborted).toBe(true)
    expect(page.draft.stage()).toEqual({ kind: 'cancelled', of: ALL })
    await fail()
    expect(page.kind()).toBe('cancelled')
    expect(page.asked).toHaveLength(1)
    page.draft.again()
    await page.last().answer()
    expect(page.kind()).toBe('made')
    page.draft.cancel()
    expect(page.kind()).toBe('made')
  })

  it('is given up for another choice as soon as that is still, and when it is left', async () => {
    const page = open()
    const stop = page.draft.start()
    const first = page.last()
    page.draft.choose(WEEK)
    expect(first.signal.aborted).toBe(false)
    page.pass()
    expect(first.signal.aborted).toBe(true)
    await first.fail()
    expect(page.asked.map(({ choice }) => choice)).toEqual([ALL, WEEK])
    const second = page.last()
    stop()
    expect(second.signal.aborted).toBe(true)
    await second.fail()
    expect(page.kind()).toBe('making')
    page.draft.start()
    expect(page.asked).toHaveLength(3)
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
