import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeBundle } from '../../electron/bundle/index.ts'
import { shiftedClock } from '../../electron/host/index.ts'
import { contract } from '../../shared/contract/contract.ts'
import type { DirectoryState } from '../../shared/contract/types.ts'
import { describeDirectory, type AgentStatus } from '../../shared/engine/index.ts'
import { canarySource } from '../support/bundle-source.ts'
import { decisionLine } from '../support/decision-line.ts'
import type { EditingHost } from '../support/editing-host.ts'
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

const NAMES = ['alpha:home', 'alpha:work', 'beta:main', 'beta:spare']

const hosts = useTestHosts()

/** A bundle of a recorded directory with its log, and what the directory said when it was made. */
async function madeBundle(editing: EditingHost): Promise<{ path: string; before: DirectoryState }> {
  const { client, folder } = editing
  await client.history.import({ paths: [LOG] })
  for await (const state of await client.history.watch()) if (state.importing?.isDone === true) break
  const { id } = await client.history.bundlePreview(OPTIONS)
  const path = join(folder, 'case.zip')
  await client.history.bundleSave({ previewId: id, path })
  return { path, before: await shownBy(client) }
}

const recorded = (): Promise<EditingHost> => hosts.start({ version: '2026.9.6', clock: shiftedClock(MADE_MS) })

/** What the screens show, but for names. */
function looksOf(statuses: readonly AgentStatus[]): unknown {
  return statuses.map(({ lanes, locks, attention, serving }) => ({
    lanes: lanes.map(({ provider, order, profiles, excluded }) => ({
      provider,
      order: order.entries.map(({ rule }) => rule),
      profiles: profiles.map(({ state, position, windows, signIn, origin }) => [
        state,
        position,
        windows,
        signIn,
        origin,
      ]),
      excluded: excluded.map(({ exclusion }) => exclusion?.code),
    })),
    locks: locks.map(({ provider, window }) => [provider, window]),
    attention: attention.map(({ code, severity, provider }) => [code, severity, provider]),
    line: serving.line.map(({ provider, model }) => [provider, model]),
  }))
}

/** Every file with its content and time. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name)
      return [name, `${statSync(path).mtimeMs} ${readFileSync(path, 'base64')}`]
    }),
  )
}

const leftovers = (): string[] => readdirSync(hosts.temporary).filter((name) => name.startsWith('switchyard-shown'))

describe('a support bundle', () => {
  test('opens where no directory is, and shows what the directory showed, under other names', async () => {
    const { path, before } = await madeBundle(await recorded())
    // Months later, on a machine that never saw OpenClaw.
    const { client } = await hosts.start({ clock: shiftedClock(MADE_MS + 100 * DAY_MS) })
    expect(await stateOf(client)).toMatchObject({ kind: 'none' })
    await client.directory.openBundle({ path })

    const shown = await shownBy(client)
    expect(shown).toMatchObject({
      path,
      kind: 'bundle',
      bundle: { name: 'case.zip', version: 1, consoleVersion: '0.0.0-test', hasFacts: true },
      configRevision: null,
      vault: null,
    })
    const madeMs = shown.bundle?.createdMs ?? 0
    expect(Math.abs(madeMs - MADE_MS)).toBeLessThan(DAY_MS)
    expect(shown.readAtMs).toBe(madeMs)
    expect(looksOf(describeDirectory(shown.facts, madeMs))).toEqual(looksOf(describeDirectory(before.facts, madeMs)))
    expect(describeDirectory(shown.facts, madeMs).flatMap(({ locks }) => locks)).not.toEqual([])
    expect(shown.problems.map(({ code }) => code)).toEqual(before.problems.map(({ code }) => code))
    expect(shown.transitions.map(({ kind, atMs }) => [kind, atMs])).toEqual(
      before.transitions.filter(({ atMs }) => atMs <= madeMs).map(({ kind, atMs }) => [kind, atMs]),
    )
    const text = JSON.stringify(shown)
    expect(NAMES.filter((name) => text.includes(name))).toEqual([])

    const { rows, count } = await client.history.page({ filter: {}, offset: 0, limit: 50 })
    expect(count).toBe(DECISIONS)
    expect(await client.history.run({ runKey: rows[0]?.runKey ?? '' })).toMatchObject({ runKey: rows[0]?.runKey })
    expect(
      (await client.history.timeline({ fromMs: 0, toMs: madeMs, lanes: 'profiles', columns: 10, filter: {} })).lanes,
    ).not.toEqual([])
    expect(
      (await client.locks.history({ agentId: null, profileId: null, beforeId: null, limit: 50 })).length,
    ).toBeGreaterThan(0)
    expect(await client.order.history({ agentId: null, provider: null, limit: 50 })).toMatchObject({
      undoable: null,
      redoable: null,
    })
    await client.directory.close()
    expect(await stateOf(client)).toEqual({ kind: 'none', failure: null })
    expect(leftovers()).toEqual([])
  })

  test('is opened by whatever opens a directory: a path, and the argument of a launch', async () => {
    const { path } = await madeBundle(await recorded())
    const launched = await hosts.start({ initialDirectory: path })
    expect(await shownBy(launched.client)).toMatchObject({ kind: 'bundle', path })
    const { client } = await hosts.start({})
    await client.directory.open({ path })
    expect(await shownBy(client)).toMatchObject({ kind: 'bundle', path })
  })

  test('can be seen by other rules, as of the same instant', async () => {
    const { path } = await madeBundle(await recorded())
    const { client } = await hosts.start({ initialDirectory: path })
    const { facts, readAtMs } = await shownBy(client)
    await client.directory.setPolicy({ policyId: 'docs-2026.4' })
    expect(await shownBy(client)).toMatchObject({
      facts: { policyId: 'docs-2026.4' },
      policySource: 'chosen',
      readAtMs,
    })
    await client.directory.setPolicy({ policyId: null })
    expect(await shownBy(client)).toMatchObject({
      facts: { policyId: facts.policyId },
      policySource: 'version',
      readAtMs,
    })
  })

  test('that holds no state has its history, and no agent', async () => {
    const path = join(hosts.temporary, 'bare.zip')
    await writeBundle(path, canarySource({ facts: null, problems: [] }), OPTIONS)
    const { client } = await hosts.start({ initialDirectory: path })
    expect(await shownBy(client)).toMatchObject({ bundle: { hasFacts: false }, facts: { agents: [] }, problems: [] })
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBeGreaterThan(0)
  })
})

const LOOKS = [
  'order.history',
  'locks.history',
  'history.watch',
  'history.page',
  'history.facets',
  'history.run',
  'history.timeline',
  'history.charts',
  'history.findings',
  'history.exportRows',
  'history.views',
]

describe('while a bundle is open', () => {
  test('nothing can be done to it, and what was open is left alone', async () => {
    const editing = await recorded()
    const { client, path: directory, folder } = editing
    const { path } = await madeBundle(editing)
    await client.directory.openBundle({ path })
    const before = filesOf(folder)
    const answers: Record<string, unknown> = {}
    for (const [name, call] of Object.entries(EDITS)) answers[name] = await refusalOf(call(client, folder))
    const refusal = {
      code: 'NOT_EDITABLE',
      message: 'A support bundle is open, which can only be read.',
      hint: 'Close the bundle first.',
    }
    expect(answers).toEqual(Object.fromEntries(Object.keys(EDITS).map((name) => [name, refusal])))
    expect(await client.history.views()).toEqual([])
    expect(filesOf(folder)).toEqual(before)
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(DECISIONS)
    expect(readdirSync(directory)).toContain('openclaw.json')
  })

  test('no procedure of the contract was left out of that', () => {
    const { host: _host, directory: _directory, state: _state, ...areas } = contract
    const names = Object.entries(areas).flatMap(([area, procedures]) =>
      Object.keys(procedures).map((name) => `${area}.${name}`),
    )
    expect([...Object.keys(EDITS), ...LOOKS].toSorted()).toEqual(names.toSorted())
  })

  test('a log that was followed is not read, and is taken up again when it is closed', async () => {
    const editing = await recorded()
    const { client, folder } = editing
    const { path } = await madeBundle(editing)
    const log = join(folder, 'live.log')
    writeFileSync(log, '')
    await client.history.follow({ path: log, withPast: true })
    await client.directory.openBundle({ path })
    const before = filesOf(join(folder, 'state'))
    appendFileSync(log, decisionLine(LOG, { runId: 'another-run' }))
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(DECISIONS)
    expect(filesOf(join(folder, 'state'))).toEqual(before)
    await client.directory.close()
    for await (const { count } of await client.history.watch()) if (count === DECISIONS + 1) break
    expect((await client.history.page({ filter: {}, offset: 0, limit: 1 })).count).toBe(DECISIONS + 1)
  })
})

describe('closing a bundle', () => {
  test('opens again what was open before, by the same rules, also behind a second bundle', async () => {
    const editing = await recorded()
    const { client, path: directory } = editing
    const { path } = await madeBundle(editing)
    await client.directory.setPolicy({ policyId: 'docs-2026.4' })
    await client.directory.openBundle({ path })
    await client.directory.openBundle({ path })
    await client.directory.close()
    expect(await shownBy(client)).toMatchObject({
      path: directory,
      kind: 'attached',
      bundle: null,
      policySource: 'chosen',
      facts: { policyId: 'docs-2026.4' },
    })
    await client.directory.close()
    expect(await stateOf(client)).toEqual({ kind: 'none', failure: null })
    expect(leftovers()).toEqual([])
  })

  test('shows the example again, and is no way back once another directory was opened', async () => {
    const editing = await recorded()
    const { client, path: directory } = editing
    const { path } = await madeBundle(editing)
    await client.directory.openExample()
    await client.directory.openBundle({ path })
    await client.directory.close()
    expect(await shownBy(client)).toMatchObject({ kind: 'example' })
    await client.directory.openBundle({ path })
    await client.directory.open({ path: directory })
    await client.directory.close()
    expect(await stateOf(client)).toEqual({ kind: 'none', failure: null })
  })

  test('says why what was open before is not there any more', async () => {
    const editing = await recorded()
    const { client, path: directory } = editing
    const { path } = await madeBundle(editing)
    await client.directory.openBundle({ path })
    rmSync(directory, { recursive: true })
    await client.directory.close()
    expect(await stateOf(client)).toMatchObject({ kind: 'none', failure: { path: directory, code: 'not_found' } })
  })
})

describe('what is no bundle', () => {
  test('is refused in words, and what is open stays', async () => {
    const editing = await recorded()
    const { client, folder, path: directory } = editing
    const { path } = await madeBundle(editing)
    const files: Readonly<Record<string, readonly [content: Buffer, message: RegExp]>> = {
      'other.zip': [Buffer.from('PK\u0003\u0004 no archive at all'), /damaged|not a support bundle/],
      'text.zip': [Buffer.from('notes'), /not a support bundle/],
      'cut.zip': [readFileSync(path).subarray(0, -30), /damaged/],
    }
    for (const [name, [content, message]] of Object.entries(files)) {
      const file = join(folder, name)
      writeFileSync(file, content)
      for (const open of [client.directory.openBundle, client.directory.open]) {
        await expect(open({ path: file })).rejects.toMatchObject({
          code: 'OPEN_FAILED',
          message: expect.stringMatching(message) as string,
          data: { failure: { path: file, code: 'bundle_refused' } },
        })
      }
    }
    await expect(client.directory.openBundle({ path: join(folder, 'missing.zip') })).rejects.toMatchObject({
      code: 'OPEN_FAILED',
      message: 'The file could not be read.',
    })
    await expect(client.directory.openBundle({ path: LOG })).rejects.toMatchObject({
      message: 'The file is not a support bundle of Switchyard.',
    })
    expect(await shownBy(client)).toMatchObject({ kind: 'attached', path: directory })
    expect(leftovers()).toEqual([])
  })

  test('is told on the first screen where it was to be opened at the start', async () => {
    const path = join(hosts.temporary, 'text.zip')
    writeFileSync(path, 'notes')
    const { client } = await hosts.start({ initialDirectory: path })
    expect(await stateOf(client)).toMatchObject({ kind: 'none', failure: { path, code: 'bundle_refused' } })
  })

  test('can be chosen in a dialog, where there is one', async () => {
    const { path } = await madeBundle(await recorded())
    const chosen: (string | null)[] = [null, path]
    const { client } = await hosts.start({ choose: () => Promise.resolve(chosen.shift()) })
    expect(await client.directory.choose({ what: 'bundle' })).toEqual({ path: null })
    expect(await client.directory.choose({ what: 'bundle' })).toEqual({ path })
    expect(await shownBy(client)).toMatchObject({ kind: 'bundle' })
    const without = await hosts.start({})
    await expect(without.client.directory.choose({ what: 'bundle' })).rejects.toMatchObject({ code: 'NO_DIALOG' })
  })
})
