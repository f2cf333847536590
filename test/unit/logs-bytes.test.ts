import { describe, expect, test } from 'vitest'
import { utf16Decoder } from '../../electron/logs/sources/utf16.ts'
import { bugCase } from '../support/bug-case.ts'
import { DECISION, recordLine, scan } from '../support/log-lines.ts'

const LINE = recordLine(DECISION)
const OTHER = recordLine({ ...DECISION, decision: 'skip_candidate', attempt: 2 })
const MEGABYTE = 1024 * 1024

describe('LG-15: writers that get into each other’s way', () => {
  test('both records of a welded line are recovered, and a torn one is counted', () => {
    const { bytes } = bugCase<{ bytes: string }, { records: number }>('LG-15').input
    const { events, counts } = scan(bytes)
    expect(events).toMatchObject([
      { kind: 'decision', decision: 'candidate_failed', atMs: 1, line: 1, candidateModel: 'unknown' },
      { kind: 'decision', decision: 'skip_candidate', atMs: 2, line: 1 },
    ])
    expect(counts).toMatchObject({ lines: 3, records: 2, welded: 2, torn: 1, malformed: 0, unrelated: 1 })
  })

  test.each([
    ['two records', `${LINE}${OTHER}`, 2, { welded: 2, torn: 0, malformed: 0 }],
    ['a record and text', `${LINE}[model-fallback/decision] decision=skip_candidate reason=billing`, 2, { welded: 2 }],
    ['text and a record', `[model-fallback/decision] decision=skip_candidate reason=billing ${LINE}`, 2, { welded: 2 }],
    ['a cut record and a whole one', `${LINE.slice(0, 200)}${OTHER}`, 1, { torn: 1, welded: 0, malformed: 0 }],
    ['a whole record and a cut one', `${OTHER}${LINE.slice(0, 200)}`, 1, { torn: 1, welded: 0, malformed: 0 }],
    ['a cut record', LINE.slice(0, 200), 0, { torn: 1, malformed: 0 }],
    ['a record that lacks only its end, whose event is whole', `${LINE.slice(0, -1)}${OTHER}`, 2, { torn: 1 }],
    ['a record that is no JSON', LINE.replace('"attempt":1', '"attempt":one'), 0, { malformed: 1, torn: 0 }],
    ['a thousand records without any line end', LINE.repeat(1000), 1000, { welded: 1000, torn: 0 }],
    ['a list of records', `[${LINE},${OTHER}]`, 2, { welded: 0 }],
  ])('%s', (_name, line, records, rest) => {
    expect(scan(`${line}\n`).counts).toMatchObject({ lines: 1, records, ...rest })
  })

  test('a torn end is waited for', () => {
    expect(scan(`${LINE}\n${OTHER}`, 100).counts).toMatchObject({ records: 2, torn: 0 })
    expect(scan(`${LINE}\n${OTHER.slice(0, 60)}`, 100).counts).toMatchObject({ records: 1, torn: 1 })
  })
})

describe('LG-06, LG-07: records are counted, not lines, and nothing is left out in silence', () => {
  test('every line is in one of the counts', () => {
    const { counts } = scan('one\ntwo\nthree\n')
    expect(counts).toMatchObject({ lines: 3, unrelated: 3 })
  })

  test.each([
    ['one after the other', [LINE, OTHER].map((line) => JSON.stringify(JSON.parse(line), null, 2)).join('\n')],
    ['as a list', JSON.stringify([JSON.parse(LINE), JSON.parse(OTHER)], null, 4)],
    [
      'with Windows’ line ends',
      JSON.stringify([JSON.parse(LINE), JSON.parse(OTHER)], null, 2).replaceAll('\n', '\r\n'),
    ],
  ])('records that were spread over lines, %s', (_name, text) => {
    const { events, counts } = scan(`${text}\n`)
    expect(events).toMatchObject([{ attempt: 1 }, { attempt: 2, decision: 'skip_candidate' }])
    expect(counts).toMatchObject({ records: 2, lines: text.split('\n').length, malformed: 0, torn: 0 })
    expect(scan(`${text}\n`, 37)).toEqual(scan(`${text}\n`))
  })
})

describe('bytes that are no text', () => {
  test('LG-17: a cut emoji, a window that begins inside of a character', () => {
    const cut = LINE.replace('429 Too Many Requests', String.raw`429 \ud83d`)
    expect(scan(cut).events).toMatchObject([{ errorPreview: '429 \uFFFD' }])
    const window = Buffer.concat([Buffer.from([0x82, 0xac, 0x7a]), Buffer.from(`\n${LINE}\n`)])
    const { events, counts } = scan(window, Infinity, { isInside: true })
    expect(events).toMatchObject([{ kind: 'decision', line: null }])
    expect(counts).toMatchObject({ lines: 2, records: 1, unrelated: 1 })
    expect(scan(Buffer.concat([Buffer.from([0x82, 0xac]), Buffer.from(LINE)])).counts).toMatchObject({ records: 1 })
  })

  test('a mark at the beginning, Windows’ line ends, zeros, junk', () => {
    expect(scan(`\uFEFF${LINE}\r\n${OTHER}\r\n`).counts).toMatchObject({ lines: 2, records: 2 })
    expect(scan(`\0\0\0${LINE.slice(0, 30)}\0${LINE.slice(30)}\n`).counts).toMatchObject({ records: 1 })
    const junk = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31) & 0xff))
    expect(scan(Buffer.concat([junk, Buffer.from(`\n${LINE}\n`), junk])).counts).toMatchObject({ records: 1 })
  })

  test('a hole of any size, as copying and emptying a log leaves it, hides nothing', () => {
    const hole = Buffer.alloc(3 * MEGABYTE)
    expect(scan(Buffer.concat([hole, Buffer.from(`${LINE}\n`)])).counts).toMatchObject({ records: 1, giant: 0 })
  })

  test.each(['le', 'be'])('UTF-16 %s is read, with and without its mark', (order) => {
    for (const mark of ['\uFEFF', '']) {
      const bytes = Buffer.from(`${mark}${LINE}\r\nüñí€😀\n${OTHER}\n`, 'utf16le')
      if (order === 'be') bytes.swap16()
      const decode = utf16Decoder(bytes.subarray(0, 101))
      const text = Buffer.concat(
        [0, 101, 202].map((at) => decode?.(bytes.subarray(at, at === 202 ? undefined : at + 101)) ?? Buffer.alloc(0)),
      )
      expect(scan(text).counts).toMatchObject({ lines: 3, records: 2 })
      expect(text.toString()).toContain('üñí€😀')
    }
    expect(utf16Decoder(Buffer.from(LINE))).toBeNull()
  })
})

describe('lines without end', () => {
  test.each([64 * 1024, 700_001, Infinity])('are passed over and counted, read in chunks of %d', (chunkBytes) => {
    const giant = recordLine({ ...DECISION, errorPreview: 'x'.repeat(2 * MEGABYTE) })
    const { events, counts } = scan(`${LINE}\n${giant}\n${OTHER}\n${giant}`, chunkBytes)
    expect(events).toMatchObject([{ line: 1 }, { line: 3 }])
    expect(counts).toMatchObject({ lines: 4, records: 2, giant: 2, torn: 0, malformed: 0 })
  })

  test('a long line below the limit is a record', () => {
    const long = recordLine({ ...DECISION, errorPreview: 'x y '.repeat(200_000) })
    expect(scan(`${long}\n`, 64 * 1024).counts).toMatchObject({ records: 1, giant: 0 })
  })

  test('nesting without end is no record and no harm', () => {
    const deep = `{"event":"model_fallback_decision","decision":${'['.repeat(200_000)}`
    expect(scan(`${deep}\n${LINE}\n`).counts).toMatchObject({ records: 1 })
    const braces = '{"0":'.repeat(150_000)
    expect(scan(`${braces} decision\n${LINE}\n`).counts).toMatchObject({ records: 1 })
  })
})

test('keys that mean something to the language are data', () => {
  const line = `{"event":"auth_profile_failure_state_updated","profileId":"a:b","failureCounts":{"__proto__":3,"constructor":2,"billing":"x"}}`
  const [event] = scan(line).events
  if (event?.kind !== 'profile_state') throw new Error('No such event')
  expect(Object.entries(event.failureCounts)).toEqual([
    ['__proto__', 3],
    ['constructor', 2],
  ])
})
