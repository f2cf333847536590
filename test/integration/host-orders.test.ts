import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import JSON5 from 'json5'
import { afterEach, describe, expect, test } from 'vitest'
import type { OrderTarget } from '../../shared/contract/types.ts'
import type { FixtureVersion } from '../support/fixture-copy.ts'
import { startEditingHost, type EditingHost, type EditingHostOptions } from '../support/editing-host.ts'

const VERSIONS: readonly FixtureVersion[] = ['2026.5.20', '2026.7.1', '2026.9.6']
const AT = { agentId: 'main', provider: 'alpha' }

let opened: EditingHost[] = []

async function start(options: EditingHostOptions): Promise<EditingHost> {
  const editing = await startEditingHost(options)
  opened.push(editing)
  return editing
}

afterEach(async () => {
  await Promise.all(opened.map((editing) => editing.close()))
  opened = []
})

function configOf({ path }: EditingHost): string {
  return readFileSync(join(path, 'openclaw.json'), 'utf8')
}

async function orderAt({ state }: EditingHost, target: OrderTarget): Promise<readonly string[] | null> {
  const { facts } = await state()
  const main = facts.agents.find(({ id }) => id === 'main')
  return (target === 'config' ? facts.config.order : main?.store?.order)?.['alpha'] ?? null
}

/** The order that a fixture's configuration does not have. */
function swappedOf(version: FixtureVersion): string[] {
  return version === '2026.5.20' ? ['alpha:home', 'alpha:work'] : ['alpha:work', 'alpha:home']
}

describe.each(VERSIONS)('orders of a directory of %s', (version) => {
  const SWAPPED = swappedOf(version)

  test('saving to openclaw.json changes that list and nothing else, and makes a copy before', async () => {
    const editing = await start({ version })
    const { client } = editing
    const before = configOf(editing)
    const { configRevision } = await editing.state()
    const base = { configRevision, profileIds: await orderAt(editing, 'config') }
    const receipt = await client.order.save({ ...AT, target: 'config', profileIds: SWAPPED, base })
    expect(receipt).toMatchObject({ files: ['openclaw.json'], takesEffect: 'at_once' })
    expect(await orderAt(editing, 'config')).toEqual(SWAPPED)
    const expected = JSON5.parse<{ auth: { order: Record<string, unknown> } }>(before)
    expected.auth.order['alpha'] = SWAPPED
    expect(JSON5.parse(configOf(editing))).toEqual(expected)
    expect(readFileSync(join(editing.path, receipt.backup ?? ''), 'utf8')).toBe(before)
  })

  test('saving to the store wins over openclaw.json, and removing it gives way again', async () => {
    const editing = await start({ version })
    const { client } = editing
    const inConfig = await orderAt(editing, 'config')
    await client.order.save({ ...AT, target: 'stored', profileIds: SWAPPED, base: null })
    expect(await orderAt(editing, 'stored')).toEqual(SWAPPED)
    expect(await orderAt(editing, 'config')).toEqual(inConfig)
    await client.order.save({ ...AT, target: 'stored', profileIds: null, base: null })
    expect(await orderAt(editing, 'stored')).toBeNull()
  })

  test('undo and redo go back and forth, and a new order ends what could be redone', async () => {
    const editing = await start({ version })
    const { client } = editing
    const first = await orderAt(editing, 'config')
    await client.order.save({ ...AT, target: 'config', profileIds: SWAPPED, base: null })
    await client.order.save({ ...AT, target: 'stored', profileIds: ['alpha:home'], base: null })
    await client.order.undo()
    expect(await orderAt(editing, 'stored')).toBeNull()
    await client.order.undo()
    expect(await orderAt(editing, 'config')).toEqual(first)
    await client.order.redo()
    expect(await orderAt(editing, 'config')).toEqual(SWAPPED)
    await client.order.save({ ...AT, target: 'config', profileIds: ['alpha:home'], base: null })
    const history = await client.order.history({ agentId: null, provider: null, limit: 10 })
    expect(history.redoable).toBeNull()
    expect(history.undoable).toMatchObject({ after: ['alpha:home'], before: SWAPPED, origin: 'console' })
    expect(history.revisions.map(({ state }) => state)).toEqual(['applied', 'superseded', 'applied'])
    await expect(client.order.redo()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a file that changed since it was read is not written over, and the answer says what is there', async () => {
    const editing = await start({ version })
    const { client } = editing
    const { configRevision } = await editing.state()
    const base = { configRevision, profileIds: await orderAt(editing, 'config') }
    const outside = configOf(editing).replace('{', '{\n  // somebody was here\n')
    writeFileSync(join(editing.path, 'openclaw.json'), outside)
    const saving = client.order.save({ ...AT, target: 'config', profileIds: SWAPPED, base })
    const refusal = await saving.catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'CHANGED_OUTSIDE', data: { conflict: { target: 'config' } } })
    expect(configOf(editing)).toBe(outside)
    const { current } = (refusal as { data: { conflict: { current: typeof base } } }).data.conflict
    expect(current.profileIds).toEqual(base.profileIds)
    expect(current.configRevision).not.toBe(configRevision)
    await client.order.save({ ...AT, target: 'config', profileIds: SWAPPED, base: current })
    expect(configOf(editing)).toContain('// somebody was here')
    expect(await orderAt(editing, 'config')).toEqual(SWAPPED)
  })

  test('a stored order that is another one by now is not written over', async () => {
    const editing = await start({ version })
    const { client } = editing
    await client.order.save({ ...AT, target: 'stored', profileIds: SWAPPED, base: null })
    const base = { configRevision: null, profileIds: null }
    await expect(
      client.order.save({ ...AT, target: 'stored', profileIds: ['alpha:home'], base }),
    ).rejects.toMatchObject({ code: 'CHANGED_OUTSIDE', data: { conflict: { current: { profileIds: SWAPPED } } } })
    expect(await orderAt(editing, 'stored')).toEqual(SWAPPED)
  })

  test('a change from outside is in the history, and undo does not go behind it', async () => {
    const editing = await start({ version })
    const { client } = editing
    await client.order.save({ ...AT, target: 'config', profileIds: SWAPPED, base: null })
    const config = JSON5.parse<{ auth: { order: Record<string, unknown> } }>(configOf(editing))
    config.auth.order['alpha'] = ['alpha:home']
    writeFileSync(join(editing.path, 'openclaw.json'), JSON.stringify(config))
    await client.directory.reread()
    const { revisions, undoable } = await client.order.history({ agentId: null, provider: 'alpha', limit: 10 })
    expect(revisions[0]).toMatchObject({ origin: 'outside', before: SWAPPED, after: ['alpha:home'], target: 'config' })
    expect(undoable).toBeNull()
    await client.order.restore({ revisionId: revisions[0]?.id ?? 0 })
    expect(await orderAt(editing, 'config')).toEqual(SWAPPED)
  })

  test('the history is still there after a restart', async () => {
    const editing = await start({ version })
    await editing.client.order.save({ ...AT, target: 'config', profileIds: SWAPPED, base: null })
    await editing.client.directory.close()
    await editing.client.directory.open({ path: editing.path })
    const { undoable } = await editing.client.order.history({ agentId: null, provider: null, limit: 10 })
    expect(undoable).toMatchObject({ after: SWAPPED })
  })
})

test('an empty stored order is refused, because it would mean none', async () => {
  const { client } = await start({ version: '2026.7.1' })
  await expect(client.order.save({ ...AT, target: 'stored', profileIds: [], base: null })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('what the console remembers of somebody else’s directory never lies in it', async () => {
  const editing = await start({ version: '2026.7.1' })
  await editing.client.order.save({ ...AT, target: 'stored', profileIds: ['alpha:work'], base: null })
  const names = readdirSync(editing.path, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.includes('switchyard'))).toEqual([])
})
