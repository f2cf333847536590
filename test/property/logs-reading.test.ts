import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogScanner, type LogEvent } from '../../electron/logs/index.ts'
import { createLineParser } from '../../electron/logs/parse-line.ts'
import { DECISION, FALLBACK_MS, fixtureLog, recordLine, RELEASES, scan } from '../support/log-lines.ts'

const CONSOLE_LINES = [
  '2026-03-29T19:24:34.567+08:00 [model-fallback/decision] model fallback decision: decision=candidate_failed requested=a/b candidate=a/b reason=auth next=c/d detail=401 no (3 duplicates suppressed in last 30s)',
  '[agent/embedded] embedded_run_agent_end isError=true model=m provider=p failoverReason=null error="An unknown error"',
  'lane task error: lane=session:browser-1 error="FailoverError: x"',
  '\u001B[33m[model-fallback/decision]\u001B[39m decision=skip_candidate reason=billing',
  '[sub-agent run] ECONNRESET -> fallback_model next=a/b',
  '[openclaw] log file size cap reached; suppressing writes file=/tmp/x.log maxFileBytes=5',
]
const LINES = [
  ...RELEASES.flatMap((release) => fixtureLog(release).split('\n')),
  ...fixtureLog('2026.9.6', 'decisions.jsonl').split('\n'),
  ...CONSOLE_LINES,
].filter((line) => line !== '')
const INSERTED = [
  '"',
  '\\',
  '{',
  '}',
  '\n',
  '\r\n',
  '\0',
  '\uFEFF',
  '{"0":',
  '"event":',
  '\uD83D',
  'é',
  '\u001B[3',
  ',',
  'decision=',
  '['.repeat(50),
]

/** A small generator, so that a hundred thousand lines are made in seconds and are the same each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function mutated(random: (below: number) => number): Buffer {
  const pick = (): string => LINES[random(LINES.length)] ?? ''
  const line = pick()
  const at = random(line.length + 1)
  switch (random(7)) {
    case 0:
      return Buffer.from(line.slice(0, at))
    case 1:
      return Buffer.from(line.slice(at))
    case 2:
      return Buffer.from(`${line.slice(0, at)}${pick()}`)
    case 3:
      return Buffer.from(`${line.slice(0, at)}${INSERTED[random(INSERTED.length)] ?? ''}${line.slice(at)}`)
    case 4:
      return Buffer.from(`${line}${line}`)
    case 5: {
      const other = pick()
      return Buffer.from(`${line.slice(0, at)}${other.slice(0, at)}${line.slice(at)}${other.slice(at)}`)
    }
    default: {
      const bytes = Buffer.from(line)
      for (let flip = 0; flip < 3; flip++) bytes[random(bytes.length)] = random(256)
      return bytes
    }
  }
}

test('no damage to a log throws, fills memory or leaves a line uncounted', () => {
  const random = randomFrom(20_261_130)
  const scanner = createLogScanner({ fallbackMs: FALLBACK_MS })
  let newlines = 0
  let most = 0
  let records = 0
  let gaps = 0
  const linesWithEvents = new Set<number | null>()
  for (let count = 0; count < 100_000; count++) {
    const bytes = Buffer.concat([mutated(random), Buffer.from('\n')])
    for (const byte of bytes) if (byte === 10) newlines++
    // Chunks end anywhere, so what is kept between them is put to the test as well.
    const cut = random(bytes.length)
    scanner.push(bytes.subarray(0, cut))
    most = Math.max(most, scanner.pendingBytes)
    scanner.push(bytes.subarray(cut))
    for (const event of scanner.take()) {
      if (event.kind === 'gap') gaps++
      else records++
      linesWithEvents.add(event.line)
    }
  }
  scanner.end()
  const counts = scanner.counts()
  expect(most).toBeLessThan(200_000)
  expect(counts).toMatchObject({ lines: newlines, records, gaps, giant: 0, known: 0 })
  // Each line is one of these; a torn part and a whole record may share one.
  const others = counts.unrelated + counts.malformed
  expect(others + linesWithEvents.size).toBeLessThanOrEqual(newlines)
  expect(others + linesWithEvents.size + counts.torn).toBeGreaterThanOrEqual(newlines)
  expect(records).toBeGreaterThan(20_000)
  expect(counts.torn).toBeGreaterThan(1000)
  expect(counts.welded).toBeGreaterThan(1000)
}, 120_000)

describe('however the bytes of a log come', () => {
  const log = LINES.slice(0, 60).join('\n')

  test('the events and counts are the same', () => {
    const whole = scan(log)
    expect(whole.counts.records).toBeGreaterThan(10)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (chunkBytes) => {
        expect(scan(log, chunkBytes)).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })
})

test('the fast way through a line gives what the thorough one does', () => {
  const thorough = (line: string): readonly LogEvent[] => {
    const events: LogEvent[] = []
    // A blank behind its first brace is JSON too, and not how the file logger writes.
    createLineParser(FALLBACK_MS).parse(line.replace('{', '{ '), 1, events)
    return events
  }
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  const fields = fc.record(
    {
      errorPreview: fc.oneof(text, fc.constantFrom('},"2":"', '"1":{', ',"time":"x"', '{"0":', '\\', '"')),
      reason: text,
      runId: text,
      '2': text,
      previousAttempts: fc.array(fc.record({ '2': text, x: text }), { maxLength: 2 }),
      extra: fc.record({ a: fc.record({ b: text }), '2': text }),
    },
    { requiredKeys: [] },
  )
  const around = fc.record(
    {
      message: text,
      agent_id: text,
      session_id: text,
      time: fc.constantFrom('2026-02-03T02:00:00.250+01:00', 'x', ''),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fields, around, (event, outer) => {
      const line = recordLine({ ...DECISION, ...event }, outer)
      const events: LogEvent[] = []
      createLineParser(FALLBACK_MS).parse(line, 1, events)
      expect(events).toHaveLength(1)
      expect(events).toEqual(thorough(line))
    }),
    { numRuns: 1000 },
  )
  for (const line of LINES) {
    const events: LogEvent[] = []
    createLineParser(FALLBACK_MS).parse(line, 1, events)
    if (line.startsWith('{')) expect(events).toEqual(thorough(line))
  }
})

test('no secret that is planted in any text comes out', () => {
  const secret = fc
    .constantFrom('sk-', 'ghp_', 'xai-', 'AKIA', 'fw_')
    .chain((prefix) =>
      fc
        .string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'), minLength: 24, maxLength: 40 })
        .map((rest) => `${prefix}${rest}`),
    )
  const name = fc.constantFrom(...Object.keys(DECISION).filter((key) => key !== 'event' && key !== 'decision'))
  fc.assert(
    fc.property(
      secret,
      name,
      fc.lorem({ maxCount: 8 }),
      fc.lorem({ maxCount: 200 }),
      (planted, field, before, after) => {
        const shown = JSON.stringify([
          ...scan(recordLine({ ...DECISION, [field]: `${before} ${planted} ${after}` })).events,
          ...scan(recordLine({ ...DECISION, [field]: planted })).events,
          ...scan(
            `model fallback decision: decision=candidate_failed requested=a/b candidate=a/${planted} detail=${before} ${planted}`,
          ).events,
        ])
        expect(shown).toContain('candidate_failed')
        expect(shown).not.toContain(planted.slice(4, 20))
      },
    ),
    { numRuns: 500 },
  )
})
