import { describe, expect, it } from 'vitest'
import type { Picked } from '../../renderer/features/timeline/hit-test.ts'
import {
  filterOfPicked,
  flagSummary,
  GLYPH_WORDS,
  laneSummary,
  pickedSentence,
  SPAN_WORDS,
  tallyLane,
} from '../../renderer/features/timeline/mark-words.ts'
import {
  FLAG_KINDS,
  MARK_KINDS,
  prepareTimeline,
  SPAN_KINDS,
  type FlagKind,
  type MarkKind,
  type SpanKind,
} from '../../renderer/features/timeline/prepared.ts'

const write = (atMs: number) => `t${atMs}`

const markOf = (kind: MarkKind, more = {}): Picked => ({
  what: 'mark',
  laneIndex: 0,
  cluster: { kind, atMs: 5000, firstMs: 5000, lastMs: 5000, count: 1, runKey: 'r', reason: null, ...more },
})

const flagOf = (kind: FlagKind, more = {}): Picked => ({
  what: 'flag',
  laneIndex: -1,
  cluster: { kind, atMs: 5000, firstMs: 5000, lastMs: 5000, count: 1, runKey: null, reason: null, ...more },
})

const spanOf = (kind: SpanKind, more = {}): Picked => ({
  what: 'span',
  laneIndex: 0,
  span: { kind, fromMs: 1000, toMs: 61_000, reason: 'rate_limit', count: 1, row: 0, rows: 1, ...more },
})

describe('what a mark says', () => {
  it.each([
    [markOf('answered'), 'Answered, t5000.'],
    [markOf('failed', { reason: 'rate_limit' }), 'Failed, t5000. Rate limit reached.'],
    [markOf('skipped', { reason: 'billing' }), 'Skipped, t5000. Out of credit.'],
    [markOf('probed'), 'Probed while it was locked, t5000.'],
    [markOf('failed', { count: 3, lastMs: 9000, runKey: null }), '3 failures, t5000 to t9000.'],
    [spanOf('cooldown'), 'Cooldown, t1000 to t61000, 1 m. Rate limit reached.'],
    [spanOf('disabled', { reason: 'billing' }), 'Long lock, t1000 to t61000, 1 m. Out of credit.'],
    [spanOf('blocked', { reason: null }), 'Block until the announced time, t1000 to t61000, 1 m. No reason on record.'],
    [
      spanOf('cooldown', { count: 4 }),
      '4 cooldowns, t1000 to t61000, 1 m. Too close to each other to be told apart here.',
    ],
    [flagOf('fell_back', { reason: 'beta/small' }), 'A run fell back to another model, t5000. beta/small answered.'],
    [flagOf('came_back', { reason: 'alpha/big' }), 'The requested model answers again, t5000. alpha/big answers.'],
    [flagOf('order_edited', { reason: 'alpha' }), 'The order was edited, t5000. Order of alpha.'],
    [flagOf('cleared', { reason: 'alpha:home' }), 'A lock was cleared, t5000. Lock of alpha:home.'],
    [
      flagOf('log_gap', { reason: 'rotated' }),
      'The log left something out here, t5000. The log was replaced by a new one.',
    ],
    [flagOf('log_gap', { reason: 'new_kind' }), 'The log left something out here, t5000. The log says “new kind”.'],
    [flagOf('fell_back', { count: 2 }), '2 fallbacks, t5000.'],
  ])('%#: is one sentence, with why', (picked, sentence) => {
    expect(pickedSentence(picked, write)).toBe(sentence)
  })

  it('has words for everything that is drawn', () => {
    const legends = [
      ...[...MARK_KINDS, ...FLAG_KINDS].map((kind) => GLYPH_WORDS[kind].legend),
      ...SPAN_KINDS.map((kind) => SPAN_WORDS[kind].legend),
    ]
    expect(new Set(legends).size).toBe(legends.length)
    for (const legend of legends) expect(legend).toMatch(/^[A-Z][a-z]/)
  })
})

describe('what a lane shows', () => {
  const [lane] = prepareTimeline(
    {
      fromMs: 0,
      toMs: 10_000,
      lanes: [
        {
          id: 'alpha:a',
          provider: 'alpha',
          label: 'alpha:a',
          spans: [
            { kind: 'cooldown', fromMs: 0, toMs: 1000, reason: null, count: 2 },
            { kind: 'cooldown', fromMs: 2000, toMs: 3000, reason: null, count: 1 },
            { kind: 'blocked', fromMs: 20_000, toMs: 30_000, reason: null, count: 1 },
          ],
          marks: [
            { kind: 'answered', atMs: 100, count: 41, runKey: null, reason: null },
            { kind: 'failed', atMs: 300, count: 1, runKey: null, reason: null },
            { kind: 'failed', atMs: 9000, count: 1, runKey: null, reason: null },
          ],
        },
      ],
      flags: [],
      density: [],
    },
    10,
  ).lanes
  if (lane === undefined) throw new Error('The timeline has no lane.')

  it('is counted within what is on the screen', () => {
    expect(laneSummary(tallyLane(lane, { fromMs: 0, toMs: 5000 }), write)).toBe(
      '3 cooldowns, 41 answers, 1 failure, last failure t300',
    )
    expect(laneSummary(tallyLane(lane, { fromMs: 500, toMs: 25_000 }), write)).toBe(
      '3 cooldowns, 1 block, 1 failure, last failure t9000',
    )
    expect(laneSummary(tallyLane(lane, { fromMs: 4000, toMs: 5000 }), write)).toBe('nothing in this span')
  })

  it('says so of switches and edits, too', () => {
    expect(flagSummary({ fell_back: 2, came_back: 1, cleared: 0 })).toBe('2 fallbacks and 1 return')
    expect(flagSummary({})).toBe('nothing in this span')
  })
})

describe('where a mark leads', () => {
  const from = { lanes: 'profiles', lane: { id: 'alpha:a', provider: 'alpha' }, columnMs: 50, filter: {} } as const

  it('is to the records behind it', () => {
    expect(filterOfPicked(markOf('failed', { count: 3, firstMs: 5000, lastMs: 9000 }), from)).toEqual({
      profiles: ['alpha:a'],
      decisions: ['candidate_failed'],
      fromMs: 4950,
      toMs: 9050,
    })
    expect(filterOfPicked(spanOf('cooldown'), from)).toEqual({ profiles: ['alpha:a'], fromMs: 1000, toMs: 61_001 })
    expect(filterOfPicked(flagOf('fell_back'), { ...from, lane: null })).toEqual({ fromMs: 4000, toMs: 6000 })
  })

  it('keeps what else is restricted, and knows lanes of models and of nobody', () => {
    const filter = { fromMs: 1, toMs: 2, agents: ['main'], profiles: ['alpha:a', 'alpha:b'] }
    expect(filterOfPicked(markOf('answered'), { ...from, filter })).toMatchObject({
      agents: ['main'],
      profiles: ['alpha:a'],
      decisions: ['candidate_succeeded'],
    })
    const model = { id: 'alpha/big', provider: 'alpha' }
    expect(filterOfPicked(markOf('probed'), { ...from, lanes: 'models', lane: model })).toMatchObject({
      models: ['alpha/big'],
      decisions: ['probe_cooldown_candidate'],
    })
    const nameless = filterOfPicked(markOf('skipped'), { ...from, lane: { id: 'alpha', provider: 'alpha' } })
    expect(nameless).toMatchObject({ providers: ['alpha'], decisions: ['skip_candidate'] })
    expect(nameless.profiles).toBeUndefined()
  })
})
