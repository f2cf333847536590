import { describe, expect, it } from 'vitest'
import { bytesWords } from '../../renderer/lib/words/bytes-words.ts'
import { newFilePathProblem } from '../../renderer/lib/words/new-file-path.ts'
import { moveOf } from '../../renderer/features/decisions/grid-keys.ts'
import { logPathsOf } from '../../renderer/features/decisions/log-paths.ts'
import { rowAsJson, rowAsText, rowSentence, suppressedWords } from '../../renderer/features/decisions/row-text.ts'
import { runHref } from '../../renderer/features/decisions/run-href.ts'
import { forgetSentence, sourceKindWords } from '../../renderer/features/decisions/source-words.ts'
import {
  countsSentences,
  decisionMark,
  decisionWord,
  OUTCOME_WORDS,
  reasonPhrase,
  reasonPredicate,
  reasonShort,
  STOP_REASONS,
  stopWords,
  windowKindWords,
} from '../../renderer/lib/history/decision-words.ts'
import { choicesOf } from '../../renderer/lib/history/facet-choices.ts'
import {
  FILTER_FIELDS,
  hasFields,
  valuesOfField,
  withField,
  withText,
  withTimes,
} from '../../renderer/lib/history/filter-fields.ts'
import { fromHistorySearch, toHistorySearch } from '../../renderer/lib/history/filter-params.ts'
import { historySearch } from '../../renderer/lib/history/history-search.ts'
import { instantOfField, rangeProblem, toField } from '../../renderer/lib/history/range-fields.ts'
import { rangeWords } from '../../renderer/lib/history/range-words.ts'
import { presetStartMs, RANGE_PRESETS, resolveSelection } from '../../renderer/lib/history/time-range.ts'
import { DECISIONS, type DecisionRow, type LogCounts } from '../../shared/contract/history/index.ts'
import { FAILOVER_REASONS } from '../../shared/engine/classification/failover-reason.ts'

const ROW: DecisionRow = {
  id: 7,
  atMs: Date.UTC(2026, 4, 28, 20, 26, 40),
  agentId: 'main',
  sessionId: 's01-sess',
  runKey: 's01-run-1',
  decision: 'candidate_failed',
  provider: 'alpha',
  model: 'big',
  requestedProvider: 'alpha',
  requestedModel: 'big',
  profileId: 'alpha:work',
  attempt: 1,
  total: 2,
  reason: 'rate_limit',
  status: 429,
  code: null,
  errorPreview: '429 "Too Many"\nRequests',
  nextProvider: 'beta',
  nextModel: 'chat',
  suppressed: 37,
}

describe('words of the history', () => {
  it('has a word and a mark for every decision', () => {
    expect(DECISIONS.map((decision) => [decisionMark(decision), decisionWord(decision)])).toEqual([
      ['failed', 'failed'],
      ['answered', 'answered'],
      ['skipped', 'skipped'],
      ['probed', 'probed'],
    ])
  })

  it('has words of its own for every reason: short, as a phrase, and as a predicate', () => {
    for (const reason of FAILOVER_REASONS) {
      expect(reasonShort(reason).length).toBeLessThanOrEqual(18)
      for (const words of [reasonShort(reason), reasonPhrase(reason), reasonPredicate(reason, false)])
        expect(words).toMatch(/^[a-z][-a-z, ]+$/)
      expect(reasonPredicate(reason, false)).not.toMatch(/^were /)
      expect(reasonPredicate(reason, true)).not.toMatch(/^was /)
    }
    expect(new Set(FAILOVER_REASONS.map(reasonPhrase)).size).toBe(FAILOVER_REASONS.length)
  })

  it('says what people need to know of the reasons that only runs have', () => {
    expect(reasonPhrase('server_error')).toBe('error at the provider')
    expect(reasonPhrase('tls_certificate')).toBe('certificate not trusted')
    expect(reasonPhrase('context_overflow')).toBe('request too long')
  })

  it('shows a reason of a later version as it is written, and says when there is none', () => {
    expect(reasonShort('quota_paused')).toBe('quota paused')
    expect(reasonPredicate('quota_paused', false)).toBe('failed with “quota paused”')
    expect(reasonPhrase(null)).toBe('no reason on record')
    expect(reasonShort(null)).toBe('')
    expect(reasonPredicate(null, true)).toBe('failed for reasons that are not on record')
  })

  it('has a sentence for every outcome, and words for every reason to stop', () => {
    for (const { word, gist } of Object.values(OUTCOME_WORDS)) {
      expect(word).not.toMatch(/_/)
      expect(gist).toMatch(/^[A-Z].*\.$/)
    }
    for (const reason of STOP_REASONS) expect(stopWords(reason)).not.toMatch(/_|log says/)
    expect(stopWords('new_reason')).toBe('the log says “new reason”')
    expect(stopWords(null)).toBe('the log does not tell why')
    expect((['cooldown', 'disabled', 'blocked'] as const).map(windowKindWords)).toEqual([
      'cooldown',
      'long lock',
      'block until the announced time',
    ])
  })
})

describe('what an import found', () => {
  const NONE: LogCounts = {
    lines: 0,
    records: 0,
    known: 0,
    unrelated: 0,
    torn: 0,
    welded: 0,
    giant: 0,
    malformed: 0,
    gaps: 0,
  }

  it('leaves out what there was none of', () => {
    expect(countsSentences({ ...NONE, lines: 1200, records: 3 })).toEqual(['1,200 lines read, 3 records taken in.'])
    expect(countsSentences({ ...NONE, lines: 1 })).toEqual(['1 line read, nothing taken in.'])
  })

  it('tells every kind, with one and with several', () => {
    const one = { ...NONE, lines: 9, records: 2, known: 1, unrelated: 1, torn: 1, welded: 1, giant: 1, malformed: 1 }
    expect(countsSentences({ ...one, gaps: 1 })).toEqual([
      '9 lines read, 1 record taken in.',
      '1 record was here already.',
      '1 line was about other things.',
      '1 record shared a line with another one and was taken apart.',
      'Not usable: 1 line cut off, 1 line too long to be a record and 1 line damaged.',
      'In 1 place the log itself left something out: less on record there does not mean that less happened.',
    ])
    expect(countsSentences({ ...NONE, welded: 2, known: 2, torn: 2 }).slice(1)).toEqual([
      '2 records were here already.',
      '2 records shared a line with another one and were taken apart.',
      'Not usable: 2 lines cut off.',
    ])
  })
})

describe('a row of the table', () => {
  it('is told in a sentence, whatever was decided', () => {
    expect(rowSentence(ROW)).toBe('alpha/big was rate-limited (429); beta/chat was next.')
    expect(rowSentence({ ...ROW, nextProvider: null, nextModel: null })).toBe(
      'alpha/big was rate-limited (429); nothing was left to try.',
    )
    expect(rowSentence({ ...ROW, decision: 'skip_candidate' })).toBe(
      'alpha/big was not asked: rate limit reached; beta/chat was next.',
    )
    expect(rowSentence({ ...ROW, decision: 'probe_cooldown_candidate' })).toBe(
      'alpha/big was tried although it was locked: rate limit reached.',
    )
    expect(rowSentence({ ...ROW, decision: 'candidate_succeeded' })).toBe('alpha/big answered, as requested.')
    expect(rowSentence({ ...ROW, decision: 'candidate_succeeded', provider: 'beta', model: 'chat' })).toBe(
      'beta/chat answered in place of alpha/big.',
    )
  })

  it('is copied on one line, with the time in UTC and the error unbroken', () => {
    expect(rowAsText(ROW)).toBe(
      '2026-05-28T20:26:40.000Z  failed  alpha/big  (rate_limit, 429)  next beta/chat  requested alpha/big  attempt 1 of 2  ' +
        'account alpha:work  agent main  session s01-sess  run s01-run-1  +37 equal  "429 \\"Too Many\\"\\nRequests"',
    )
  })

  it('is copied as JSON that holds every fact', () => {
    const { id: _id, ...facts } = ROW
    expect(JSON.parse(rowAsJson(ROW))).toEqual({ at: '2026-05-28T20:26:40.000Z', ...facts })
  })

  it('says how many equal records the log left out', () => {
    expect(suppressedWords(37)).toBe('The log left out 37 equal records before this one.')
    expect(suppressedWords(0)).toBeNull()
  })

  it('leads to its run by a link that the router reads as a text, whatever the id looks like', () => {
    const read = (href: string) => new URL(href, 'http://host').searchParams.get('key')
    expect(JSON.parse(read(runHref('123456789012345678901')) ?? '')).toBe('123456789012345678901')
    expect(JSON.parse(read(runHref('a b&c="d"')) ?? '')).toBe('a b&c="d"')
  })
})

describe('keys of the table', () => {
  const PLACE = { row: 50, count: 1000, perPage: 20, top: 40 }
  const press = (key: string, place = PLACE) => moveOf({ key, altKey: false, shiftKey: false })?.(place) ?? null

  it('move the chosen row by one, by a page, and to the ends', () => {
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => press(key))).toEqual([
      51, 49, 70, 30, 0, 999,
    ])
  })

  it('stay in the list, and begin with what is seen', () => {
    expect(press('ArrowUp', { ...PLACE, row: 0 })).toBe(0)
    expect(press('PageDown', { ...PLACE, row: 995 })).toBe(999)
    expect(press('ArrowDown', { ...PLACE, row: -1 })).toBe(40)
    expect(press('ArrowUp', { ...PLACE, row: -1 })).toBe(40)
  })

  it('are left alone where they mean something else', () => {
    expect(press('a')).toBeNull()
    expect(press('toString')).toBeNull()
    expect(moveOf({ key: 'ArrowDown', altKey: true, shiftKey: false })).toBeNull()
    expect(moveOf({ key: 'Home', altKey: false, shiftKey: true })).toBeNull()
  })
})

describe('the filter', () => {
  it('gains and loses values of each field', () => {
    for (const field of FILTER_FIELDS) {
      const values = field === 'statuses' ? ['429', '503'] : ['candidate_failed', 'skip_candidate']
      const filter = withField({ text: 'kept' }, field, values)
      expect(valuesOfField(filter, field)).toEqual(values)
      expect(hasFields(filter)).toBe(true)
      expect(withField(filter, field, [])).toEqual({ text: 'kept' })
    }
    expect(withField({}, 'statuses', ['429'])).toEqual({ statuses: [429] })
  })

  it('gains and loses a text and times', () => {
    expect(withText({}, '  two words ')).toEqual({ text: 'two words' })
    expect(withText({ text: 'x' }, ' ')).toEqual({})
    expect(withTimes({ fromMs: 1, toMs: 2 }, null, 5)).toEqual({ toMs: 5 })
    expect(hasFields({ fromMs: 1 })).toBe(false)
  })

  it('is a short address without escapes where ids are plain', () => {
    const search = toHistorySearch({
      filter: { decisions: ['skip_candidate', 'candidate_failed'], reasons: ['rate_limit'], statuses: [429] },
      preset: '24h',
    })
    expect(search).toEqual({ range: '24h', did: 'failed*skipped', why: 'rate_limit', status: 429 })
  })

  it('takes in of an address what makes sense, and nothing else', () => {
    const search = historySearch({
      range: 'forever',
      from: -1,
      to: '5',
      agents: '',
      sessions: ['x'],
      runs: 12345,
      did: 'failed*exploded',
      status: '429*abc*5.5',
      q: true,
      key: 'other screen',
    })
    expect(search).toEqual({ runs: '12345', did: 'failed*exploded', status: '429*abc*5.5', q: 'true' })
    expect(fromHistorySearch(search)).toEqual({
      filter: { runs: ['12345'], decisions: ['candidate_failed'], statuses: [429], text: 'true' },
      preset: null,
    })
  })

  it('moves along with now in steps, and never covers less than it says', () => {
    const nowMs = Date.UTC(2026, 10, 30, 12, 34, 56)
    for (const preset of RANGE_PRESETS) {
      const startMs = presetStartMs(preset, nowMs)
      const lengthMs = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 }[preset] * 3_600_000
      expect(nowMs - startMs).toBeGreaterThanOrEqual(lengthMs)
      expect(nowMs - startMs).toBeLessThan(lengthMs * 1.05)
      expect(presetStartMs(preset, nowMs + 1000)).toBe(startMs)
    }
    expect(resolveSelection({ filter: { toMs: 9, text: 'x' }, preset: '1h' }, 5)).toEqual({ fromMs: 5, text: 'x' })
    expect(resolveSelection({ filter: { toMs: 9 }, preset: null }, null)).toEqual({ toMs: 9 })
  })

  it('tells its span of time', () => {
    const write = (atMs: number) => `#${atMs}`
    const words = (filter: object) => rangeWords({ filter, preset: null }, write)
    expect(words({})).toBeNull()
    expect(words({ fromMs: 1 })).toBe('since #1')
    expect(words({ toMs: 2 })).toBe('before #2')
    expect(words({ fromMs: 1, toMs: 2 })).toBe('#1 to #2')
    expect(rangeWords({ filter: { fromMs: 1 }, preset: '7d' }, write)).toBe('the last 7 days')
  })
})

describe('a span of time that is entered', () => {
  const ZONE = 'Europe/Berlin'

  it('comes back as it was', () => {
    const atMs = Date.UTC(2026, 10, 30, 17, 52)
    expect(toField(atMs, ZONE)).toBe('2026-11-30T18:52')
    expect(instantOfField('2026-11-30T18:52', ZONE)).toBe(atMs)
    expect(toField(null, ZONE)).toBe('')
    expect(instantOfField('', ZONE)).toBeNull()
  })

  it('is refused in words', () => {
    expect(rangeProblem('', '', ZONE)).toBe('Enter where it begins, where it ends, or both.')
    expect(rangeProblem('yesterday', '', ZONE)).toBe('This is not a date with a time.')
    expect(rangeProblem('2026-11-30T18:52', '2026-11-30T18:52', ZONE)).toBe('It ends before it begins.')
    expect(rangeProblem('2026-11-30T18:52', '', ZONE)).toBeNull()
  })
})

describe('values to choose from', () => {
  const FACETS = [
    { value: 'rate_limit', count: 9 },
    { value: 'billing', count: 2 },
  ]

  it('begin with those that were chosen, also where no record has them', () => {
    const choices = choicesOf({ field: 'reasons', facets: FACETS, first: ['billing'], chosen: ['auth'], find: '' })
    expect(choices).toEqual([
      { id: 'billing', words: 'out of credit', code: 'billing', count: 2 },
      { id: 'rate_limit', words: 'rate limit reached', code: 'rate_limit', count: 9 },
      { id: 'auth', words: 'credential refused', code: 'auth', count: 0 },
    ])
  })

  it('are found by their words and by their code, in any case', () => {
    const find = (text: string) =>
      choicesOf({ field: 'reasons', facets: FACETS, first: [], chosen: [], find: text }).map(({ id }) => id)
    expect(find('CREDIT')).toEqual(['billing'])
    expect(find('rate_l')).toEqual(['rate_limit'])
    expect(find('nothing')).toEqual([])
  })
})

describe('paths and sizes', () => {
  it('takes pasted paths line by line, without what a shell puts around them', () => {
    expect(logPathsOf(' "/tmp/open claw" \r\n\n\'/var/log/a.log\'\n/b')).toEqual([
      '/tmp/open claw',
      '/var/log/a.log',
      '/b',
    ])
    expect(logPathsOf('  ')).toEqual([])
  })

  it('refuses a path that is none', () => {
    expect(newFilePathProblem('')).toBe('Enter where the file is to be written.')
    expect(newFilePathProblem('out.csv')).toMatch(/whole path/)
    expect(newFilePathProblem('/tmp/')).toBe('This is a folder: add the name of a file.')
    for (const path of ['/tmp/a.csv', '~/a.csv', 'C:\\a.csv', '\\\\host\\share\\a.csv'])
      expect(newFilePathProblem(path)).toBeNull()
  })

  it('writes sizes with a unit', () => {
    expect([0, 999, 1000, 9949, 9950, 999_400, 999_500, 3_700_000_000].map(bytesWords)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '9.9 kB',
      '10 kB',
      '999 kB',
      '1.0 MB',
      '3.7 GB',
    ])
  })

  it('says what forgetting does in one sentence, and names each kind of source', () => {
    for (const sentence of [forgetSentence(null), forgetSentence('a.log')])
      expect(sentence.match(/\./g)?.length).toBeLessThan(4)
    expect(forgetSentence('a.log')).toContain('only a.log told of')
    const kinds = ['file', 'archive', 'stdin', 'live', 'engine', 'bundle'] as const
    expect(new Set(kinds.map(sourceKindWords)).size).toBe(kinds.length)
  })
})
