import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { shiftedClock } from '../../electron/host/index.ts'
import type { HostClient } from '../../renderer/lib/transport/host-client.ts'
import { decisionLine } from '../support/decision-line.ts'
import { useTestHosts } from '../support/hosts.ts'
import {
  DAY_MS,
  DECISIONS,
  EDITS,
  LOG,
  MADE_MS,
  OPTIONS,
  refusalOf,
  shownBy,
  stateOf,
} from '../support/open-in-place.ts'

const hosts = useTestHosts({ clock: shiftedClock(MADE_MS) })

/** A copy of the recorded log that a test may write to, in a folder of its own. */
function copyOfLog(name = 'openclaw.log'): string {
  const folder = join(hosts.temporary, 'sent')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  copyFileSync(LOG, path)
  return path
}

async function countOf(client: HostClient): Promise<number> {
  for await (const state of await client.history.watch()) if (state.importing?.isDone === true) break
  return (await client.history.page({ filter: {}, offset: 0, limit: 1 })).count
}

/** What is kept of logs and bundles in the folder for temporary files. */
const leftovers = (): string[] =>
  readdirSync(hosts.temporary).filter((name) => /^switchyard-(?:memory|shown)/.test(name))

describe('a log by itself', () => {
  test('opens where no directory is, shows its decisions, and is left as it is', async () => {
    const path = copyOfLog()
    const before = { text: readFileSync(path, 'utf8'), modifiedMs: statSync(path).mtimeMs }
    const { client } = await hosts.start({})
    expect(await client.directory.openLog({ path })).toEqual({ path })
    expect(await shownBy(client)).toMatchObject({
      path,
      kind: 'log',
      bundle: null,
      vault: null,
      problems: [],
      readAtMs: expect.any(Number) as number,
      facts: { agents: [], sharedStore: null },
    })
    expect(await countOf(client)).toBe(DECISIONS)
    expect(await client.history.findings()).toEqual([])
    expect({ text: readFileSync(path, 'utf8'), modifiedMs: statSync(path).mtimeMs }).toEqual(before)
    expect(readdirSync(join(hosts.temporary, 'sent'))).toEqual([basename(path)])
    // Only its owner may look at what is kept of it.
    const [kept = ''] = leftovers()
    if (process.platform !== 'win32') expect(statSync(join(hosts.temporary, kept)).mode & 0o077).toBe(0)

    await client.directory.close()
    expect(await stateOf(client)).toEqual({ kind: 'none', failure: null })
    expect(leftovers()).toEqual([])
  })

  test('may be a folder of logs or a packed one, and is told by its name where a directory is expected', async () => {
    const path = copyOfLog()
    const packed = join(hosts.temporary, 'sent', 'older.log.gz')
    writeFileSync(packed, gzipSync(readFileSync(path)))
    const { client } = await hosts.start({ initialDirectory: path })
    expect(await shownBy(client)).toMatchObject({ path, kind: 'log' })
    expect(await countOf(client)).toBe(DECISIONS)
    await client.directory.open({ path: packed })
    expect(await shownBy(client)).toMatchObject({ path: packed, kind: 'log' })
    expect(await countOf(client)).toBe(DECISIONS)
    await client.directory.openLog({ path: join(hosts.temporary, 'sent') })
    expect(await countOf(client)).toBe(DECISIONS)
  })

  test('is all there, however old it is', async () => {
    const path = copyOfLog()
    const { client } = await hosts.start({ clock: shiftedClock(MADE_MS + 4000 * DAY_MS) })
    await client.directory.openLog({ path })
    expect(await countOf(client)).toBe(DECISIONS)
    await client.history.page({ filter: {}, offset: 0, limit: 1 })
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(DECISIONS)
  })

  test('has no directory to be edited, but a history that can grow, be kept in views and be passed on', async () => {
    const path = copyOfLog()
    const { client, folder } = await hosts.start({})
    await client.directory.openLog({ path })
    expect(await countOf(client)).toBe(DECISIONS)
    const refusal = {
      code: 'NOT_EDITABLE',
      message: 'A log is open by itself, without a directory that could be edited.',
      hint: 'Open the state directory first.',
    }
    const ofDirectory = Object.entries(EDITS).filter(([name]) => !name.startsWith('history.'))
    const answers: Record<string, unknown> = {}
    for (const [name, call] of ofDirectory) answers[name] = await refusalOf(call(client, folder))
    expect(answers).toEqual(Object.fromEntries(ofDirectory.map(([name]) => [name, refusal])))

    await client.history.saveView({ name: 'Answered', filter: { decisions: ['candidate_succeeded'] }, preset: null })
    expect((await client.history.views()).map(({ name }) => name)).toEqual(['Answered'])
    await client.directory.setPolicy({ policyId: 'docs-2026.4' })
    expect(await shownBy(client)).toMatchObject({ facts: { policyId: 'docs-2026.4' }, policySource: 'chosen' })
    const { id } = await client.history.bundlePreview(OPTIONS)
    const bundle = join(folder, 'case.zip')
    await client.history.bundleSave({ previewId: id, path: bundle })

    // What is written from now on; the log itself is what is meant where no other is named.
    await client.history.follow({ path: null, withPast: false })
    appendFileSync(path, decisionLine(LOG, { runId: 'another-run' }))
    for await (const { count } of await client.history.watch()) if (count === DECISIONS + 1) break

    await client.directory.openBundle({ path: bundle })
    expect(await shownBy(client)).toMatchObject({ kind: 'bundle', bundle: { hasFacts: false } })
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(DECISIONS)
  })

  test('gives way to the directory that was open before, also behind another log and a bundle', async () => {
    const path = copyOfLog()
    const { client, path: directory, folder } = await hosts.start({ version: '2026.9.6' })
    const { id } = await client.history.bundlePreview(OPTIONS)
    const bundle = join(folder, 'case.zip')
    await client.history.bundleSave({ previewId: id, path: bundle })
    await client.directory.setPolicy({ policyId: 'docs-2026.4' })
    await client.directory.openLog({ path })
    await client.directory.openBundle({ path: bundle })
    await client.directory.openLog({ path: copyOfLog('other.log') })
    await client.directory.close()
    expect(await shownBy(client)).toMatchObject({
      path: directory,
      kind: 'attached',
      policySource: 'chosen',
      facts: { policyId: 'docs-2026.4' },
    })
    // Nothing of the log has become a part of its history.
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(0)
    expect(leftovers()).toEqual([])
  })

  test('is not among the directories that were open before', async () => {
    const { client } = await hosts.start({})
    await client.directory.openLog({ path: copyOfLog() })
    expect(await client.directory.known()).toEqual([])
  })

  test('can be chosen in a dialog, where there is one', async () => {
    const path = copyOfLog()
    const asked: string[] = []
    const { client } = await hosts.start({
      choose: (what) => {
        asked.push(what)
        return Promise.resolve(asked.length === 1 ? null : path)
      },
    })
    expect(await client.directory.choose({ what: 'log' })).toEqual({ path: null })
    expect(await client.directory.choose({ what: 'log' })).toEqual({ path })
    expect(asked).toEqual(['log', 'log'])
    expect(await shownBy(client)).toMatchObject({ kind: 'log', path })
  })
})

describe('what cannot be read as a log', () => {
  test('is refused in words, and what is open stays', async () => {
    const { client, path: directory } = await hosts.start({ version: '2026.9.6' })
    const empty = join(hosts.temporary, 'empty')
    mkdirSync(empty)
    for (const [path, message] of [
      [join(hosts.temporary, 'missing.log'), 'There is no such file or folder.'],
      [empty, 'The folder has no logs: files named *.log or *.jsonl, also rotated or packed ones.'],
    ] as const)
      await expect(client.directory.openLog({ path })).rejects.toMatchObject({
        code: 'OPEN_FAILED',
        message,
        data: {
          hint: 'Choose a log, an archive of logs, or the folder that they lie in.',
          failure: { path, code: 'log_refused' },
        },
      })
    expect(await shownBy(client)).toMatchObject({ kind: 'attached', path: directory })
    expect(leftovers()).toEqual([])
  })

  test('but has nothing to tell is open all the same, and says what it holds', async () => {
    const path = join(hosts.temporary, 'notes.log')
    writeFileSync(path, 'Shopping\n\nmilk\n')
    const { client } = await hosts.start({})
    await client.directory.openLog({ path })
    expect(await countOf(client)).toBe(0)
    for await (const { importing } of await client.history.watch()) {
      expect(importing?.counts).toMatchObject({ lines: 3, unrelated: 3, records: 0 })
      break
    }
  })

  test('is told so where it is opened as a directory and is no log by its name', async () => {
    const path = join(hosts.temporary, 'openclaw.json')
    writeFileSync(path, '{}')
    const { client } = await hosts.start({})
    await expect(client.directory.open({ path })).rejects.toMatchObject({
      data: { failure: { path, code: 'not_a_directory' } },
    })
  })
})
