import { appendFile, mkdir, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  followLog,
  type FollowBatch,
  type FollowOptions,
  type LogEvent,
  type LogPosition,
} from '../../electron/logs/index.ts'
import { DECISION, recordLine } from '../support/log-lines.ts'

const NOW_MS = Date.parse('2026-02-03T12:00:00.000Z')
const line = (runId: string): string => `${recordLine({ ...DECISION, runId })}\n`
const nameOf = (event: LogEvent): string => (event.kind === 'gap' ? `gap:${event.why}` : (event.runId ?? '?'))

let folder: string
let file: string
let followers: Follower[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-follow-'))
  file = path.join(folder, 'openclaw-2026-02-03.log')
  followers = []
})
afterEach(async () => {
  await Promise.all(followers.map((follower) => follower.stop()))
  await rm(folder, { recursive: true, force: true })
})

/** Follows in the background, and lets a test wait for what it expects. */
interface Follower {
  readonly seen: readonly string[]
  last(): FollowBatch | undefined
  /** Waits until the last of the events seen has this name. */
  until(name: string): Promise<void>
  /** Waits for a batch for which this is so. */
  when(isSo: (batch: FollowBatch) => boolean): Promise<void>
  stop(): Promise<void>
}

function follow(from: FollowOptions['from'], fileNow: FollowOptions['fileNow'] = () => file): Follower {
  const abort = new AbortController()
  const seen: string[] = []
  let last: FollowBatch | undefined
  let waiting: { readonly isSo: (batch: FollowBatch) => boolean; readonly resolve: () => void } | null = null

  async function run(): Promise<void> {
    for await (const batch of followLog({ fileNow, now: () => NOW_MS, from, signal: abort.signal })) {
      last = batch
      for (const event of batch.events) seen.push(nameOf(event))
      if (waiting?.isSo(batch) === true) waiting.resolve()
    }
  }

  const done = run()
  const follower: Follower = {
    seen,
    last: () => last,
    until: (name) => follower.when(() => seen.at(-1) === name),
    when: (isSo) =>
      new Promise((resolve) => {
        if (last && isSo(last)) resolve()
        else waiting = { isSo, resolve }
      }),
    async stop() {
      abort.abort()
      await done
    },
  }
  followers.push(follower)
  return follower
}

const isReady = (batch: FollowBatch): boolean => batch.position !== null

describe('following a log', () => {
  test('begins at its present end and gives what is added', async () => {
    await writeFile(file, line('old'))
    const follower = follow('end')
    await follower.when(isReady)
    await appendFile(file, line('one') + line('two'))
    await follower.until('two')
    await appendFile(file, line('three'))
    await follower.until('three')
    expect(follower.seen).toEqual(['one', 'two', 'three'])
    expect(follower.last()).toMatchObject({ file, counts: { records: 3, lines: 3 }, problem: null })
  })

  test('waits for the rest of a torn line (LG-15)', async () => {
    const whole = line('one')
    await writeFile(file, line('old') + whole.slice(0, 100))
    const follower = follow('end')
    await follower.when(isReady)
    await appendFile(file, whole.slice(100, 300))
    await follower.when(({ counts, position }) => counts.lines === 0 && position !== null)
    await appendFile(file, whole.slice(300))
    await follower.until('one')
    expect(follower.last()?.counts).toMatchObject({ records: 1, torn: 0, malformed: 0 })
  })

  test('begins when the log appears, also when its folder does', async () => {
    file = path.join(folder, 'later', 'deep', 'openclaw.log')
    const follower = follow('end')
    await follower.when(({ position }) => position === null)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, line('first'))
    await follower.until('first')
    expect(follower.seen).toEqual(['first'])
  })
})

describe('LG-09: by the file itself, not by its name', () => {
  test('a rotated log is read to its end, then the one that took its place, with a notice', async () => {
    await writeFile(file, line('old'))
    const follower = follow('end')
    await follower.when(isReady)
    await appendFile(file, line('one') + line('two'))
    await rename(file, `${file}.1`)
    await writeFile(file, line('three'))
    await follower.until('three')
    expect(follower.seen).toEqual(['one', 'two', 'gap:rotated', 'three'])
    expect(follower.last()?.counts).toMatchObject({ gaps: 1, records: 3 })
  })

  test('logs that came and were rotated in between are read as well', async () => {
    await writeFile(file, line('old'))
    const follower = follow('end')
    await follower.when(isReady)
    await rename(file, `${file}.3`)
    await writeFile(`${file}.2`, line('one'))
    await writeFile(`${file}.1`, line('two'))
    await writeFile(file, line('three'))
    await follower.until('three')
    expect(follower.seen).toEqual(['one', 'two', 'gap:rotated', 'three'])
  })

  test('parts that have their number before the ending are parts as well', async () => {
    await writeFile(file, line('old'))
    const follower = follow('end')
    await follower.when(isReady)
    const part = (number: number): string => file.replace('.log', `.${number}.log`)
    await rename(file, part(2))
    await writeFile(part(1), line('one'))
    await writeFile(file, line('two'))
    await follower.until('two')
    expect(follower.seen).toEqual(['one', 'gap:rotated', 'two'])
  })

  test('a log that was removed and made again is another one', async () => {
    await writeFile(file, line('old'))
    const follower = follow('end')
    await follower.when(isReady)
    await rm(file)
    await writeFile(file, line('one'))
    await follower.until('one')
    expect(follower.seen).toEqual(['gap:rotated', 'one'])
  })

  test('a log that was emptied is read from its beginning', async () => {
    await writeFile(file, line('old').repeat(5))
    const follower = follow('end')
    await follower.when(isReady)
    await truncate(file, 0)
    await follower.until('gap:truncated')
    await appendFile(file, line('one'))
    await follower.until('one')
    expect(follower.seen).toEqual(['gap:truncated', 'one'])
  })

  test('so is one that was emptied and is longer than before when it is looked at', async () => {
    await writeFile(file, line('old'))
    const follower = follow('end')
    await follower.when(isReady)
    await writeFile(file, line('one') + line('two') + line('three'))
    await follower.until('three')
    expect(follower.seen.slice(-3)).toEqual(['one', 'two', 'three'])
    expect(follower.seen[0]).toBe('gap:truncated')
  })

  test('the next day’s log is found when it appears', async () => {
    await writeFile(file, line('old'))
    const tomorrow = path.join(folder, 'openclaw-2026-02-04.log')
    let isTomorrow = false
    const follower = follow('end', () => (isTomorrow ? tomorrow : file))
    await follower.when(isReady)
    await appendFile(file, line('one'))
    await follower.until('one')
    isTomorrow = true
    await appendFile(file, line('late'))
    await writeFile(tomorrow, line('two'))
    await follower.until('two')
    await appendFile(tomorrow, line('three'))
    await follower.until('three')
    expect(follower.seen).toEqual(['one', 'late', 'two', 'three'])
    expect(follower.last()).toMatchObject({ file: tomorrow, counts: { gaps: 0, records: 4 } })
  })

  test('where the log says that it stops, there is a gap (LG-01)', async () => {
    await writeFile(file, '')
    const follower = follow('end')
    await follower.when(isReady)
    await appendFile(file, `[openclaw] log file size cap reached; suppressing writes file=x maxFileBytes=5\n`)
    await follower.until('gap:size_cap')
    expect(follower.last()?.counts).toMatchObject({ gaps: 1, records: 0 })
  })
})

describe('going on where it was left', () => {
  async function positionAfter(content: string): Promise<LogPosition> {
    await writeFile(file, content)
    const follower = follow('start')
    const { size } = await stat(file)
    await follower.when(({ position }) => position !== null && size - position.offset < 200)
    const position = follower.last()?.position
    await follower.stop()
    if (!position) throw new Error('No position')
    return position
  }

  test('nothing is read twice, and nothing is left out', async () => {
    const position = await positionAfter(`${line('one')}${line('two').slice(0, 100)}`)
    await appendFile(file, line('two').slice(100) + line('three'))
    const follower = follow(position)
    await follower.until('three')
    expect(follower.seen).toEqual(['two', 'three'])
  })

  test('also after rotations', async () => {
    const position = await positionAfter(line('one'))
    await appendFile(file, line('two'))
    await rename(file, `${file}.2`)
    await writeFile(`${file}.1`, line('three'))
    await writeFile(file, line('four'))
    const follower = follow(position)
    await follower.until('four')
    expect(follower.seen).toEqual(['two', 'three', 'four'])
  })

  test('also on another day', async () => {
    const position = await positionAfter(line('one'))
    await appendFile(file, line('two'))
    const later = path.join(folder, 'openclaw-2026-02-05.log')
    await writeFile(path.join(folder, 'openclaw-2026-02-04.log'), line('three'))
    await writeFile(later, line('four'))
    const follower = follow(position, () => later)
    await follower.until('four')
    expect(follower.seen).toEqual(['two', 'three', 'four'])
  })

  test('where the file is gone or was emptied, a gap says so', async () => {
    const position = await positionAfter(line('one'))
    await rm(file)
    await writeFile(file, line('other') + line('two'))
    const follower = follow(position)
    await follower.until('two')
    expect(follower.seen[0]).toMatch(/^gap:/)
    expect(follower.seen.slice(1)).toEqual(['other', 'two'])
    await follower.stop()

    const again = await positionAfter(line('one').repeat(3))
    await truncate(file, 0)
    await appendFile(file, line('three'))
    const emptied = follow(again)
    await emptied.until('three')
    expect(emptied.seen).toEqual(['gap:truncated', 'three'])
  })
})

test('following ends quietly, whenever it is stopped', async () => {
  const abort = new AbortController()
  abort.abort()
  const batches: FollowBatch[] = []
  const options = { fileNow: () => file, now: () => NOW_MS, from: 'end', signal: abort.signal } as const
  for await (const batch of followLog(options)) batches.push(batch)
  expect(batches.length).toBeLessThan(2)
  await writeFile(file, line('one'))
  const follower = follow('start')
  await follower.until('one')
  await follower.stop()
  expect(follower.seen).toEqual(['one'])
})
