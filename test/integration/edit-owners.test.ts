import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { EMPTY_USAGE_STATS } from '../../shared/engine/index.ts'
import {
  EditRefused,
  storedOrderOf,
  usageOf,
  withProfile,
  withUsage,
  type DirectoryEditor,
  type StoreOwner,
} from '../../electron/openclaw/edit/index.ts'
import { bugCase } from '../support/bug-case.ts'
import {
  agentOf,
  profiles,
  put,
  putAgentDatabase,
  putSharedDatabase,
  read,
  stateDirectory,
} from '../support/openclaw-files.ts'
import {
  keyOf,
  editorOf,
  MAIN,
  storeDirectory,
  SHARED,
  USED,
  RULES,
  setUsage,
  setOrder,
  refusalOf,
} from '../support/store-editing.ts'

describe('whose profile it is', () => {
  const CHILD: StoreOwner = { kind: 'agent', agentId: 'child' }
  const config = { agents: { list: [{ id: 'main' }, { id: 'child' }] } }
  const childDatabase = 'agents/child/agent/openclaw-agent.sqlite'

  test("CD-30: what an inherited profile runs into is written to the store it lies in, by the main agent's or the shared one", async () => {
    const { expected } = bugCase<unknown, { writtenTo: string }>('CD-30')
    const root = stateDirectory({ 'openclaw.json': config })
    putAgentDatabase(root, { store: profiles('alpha:main', 'both:x') })
    putAgentDatabase(root, { agentId: 'child', store: profiles('alpha:own', 'both:x') }, childDatabase)
    const editor = editorOf(root)
    expect(await editor.ownerOf('child', 'alpha:main')).toEqual({ kind: 'agent', agentId: expected.writtenTo })
    expect(await editor.ownerOf('child', 'alpha:own')).toEqual(CHILD)
    expect(await editor.ownerOf('child', 'both:x')).toEqual(CHILD)
    expect(await editor.ownerOf('main', 'alpha:own')).toBeNull()
    expect(await editor.ownerOf('child', 'constructor')).toBeNull()
    const owner = await editor.ownerOf('child', 'alpha:main')
    await setUsage(editor, owner ?? CHILD, 'alpha:main')
    const reading = await read(root)
    expect(agentOf(reading).store?.usageStats).toEqual({ 'alpha:main': USED })
    expect(agentOf(reading, 'child').store?.usageStats).toEqual({})

    putSharedDatabase(root, {
      'auth.sharedStore': { location: 'state-db' },
      'authProfiles.store': profiles('alpha:shared'),
    })
    const moved = editorOf(root)
    expect(await moved.ownerOf('child', 'alpha:shared')).toEqual(SHARED)
    expect(await moved.ownerOf('child', 'alpha:main')).toBeNull()
    expect(await moved.ownerOf('main', 'alpha:main')).toEqual(MAIN)
  })

  test('CD-30: the same with files', async () => {
    const root = storeDirectory('J')
    put(root, 'openclaw.json', { ...config, meta: { lastTouchedVersion: '2026.5.20' } })
    expect(await editorOf(root).ownerOf('child', 'alpha:a')).toEqual(MAIN)
    put(root, 'agents/child/agent/auth-profiles.json', profiles('alpha:a'))
    expect(await editorOf(root).ownerOf('child', 'alpha:a')).toEqual(CHILD)
  })

  test('OR-09: an order of inherited ids is stored and read back', async () => {
    const { expected } = bugCase<unknown, { persisted: boolean }>('OR-09')
    const root = stateDirectory({ 'openclaw.json': config })
    putAgentDatabase(root, { store: profiles('alpha:x', 'alpha:y') })
    putAgentDatabase(root, { agentId: 'child' }, childDatabase)
    await setOrder(editorOf(root), CHILD, 'alpha', ['alpha:y', 'alpha:x'])
    const { state } = await editorOf(root).readStore(CHILD)
    expect(storedOrderOf(state, 'alpha', RULES)).toEqual(['alpha:y', 'alpha:x'])
    expect(agentOf(await read(root), 'child').store?.order['alpha'] !== undefined).toBe(expected.persisted)
  })

  test('a configured folder is where the store lies', async () => {
    const root = stateDirectory({
      'openclaw.json': {
        agents: { list: [{ id: 'main', agentDir: 'elsewhere' }] },
        meta: { lastTouchedVersion: '2026.5.20' },
      },
      'elsewhere/auth-profiles.json': profiles('alpha:a'),
    })
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    expect(readdirSync(path.join(root, 'elsewhere')).sort()).toEqual(['auth-profiles.json', 'auth-state.json'])
  })

  test('a store that is not there is not made up', async () => {
    const root = storeDirectory('S1')
    expect((await refusalOf(editorOf(root).readStore(SHARED))).code).toBe('unknown_layout')
    expect((await refusalOf(editorOf(root).readStore(CHILD))).code).toBe('not_found')
    expect((await refusalOf(editorOf('/nonexistent').readStore(MAIN))).code).toBe('not_found')
    put(root, 'openclaw.json', config)
    expect(await editorOf(root).readStore(CHILD)).toEqual({ credentials: null, state: null })
    expect((await refusalOf(setUsage(editorOf(root), CHILD, 'alpha:a'))).code).toBe('unknown_layout')
    expect(existsSync(path.join(root, 'agents/child'))).toBe(false)
  })
})

describe('nothing gets lost', () => {
  test.each(['J', 'S1', 'S2'] as const)(
    'ST-04, ST-05, OR-13 in %s: whatever is unknown or unusable survives',
    async (layout) => {
      const root = storeDirectory(layout)
      const owner = layout === 'S2' ? SHARED : MAIN
      const odd = {
        ...bugCase<{ profiles: object }, unknown>('ST-05').input.profiles,
        ...bugCase<{ profiles: object }, unknown>('OR-13').input.profiles,
        'x:list': ['no object'],
      }
      const editor = editorOf(root)
      await editor.updateStore(owner, ({ credentials, state }) => ({
        documents: {
          credentials: {
            ...credentials,
            profiles: { ...(credentials?.['profiles'] as object), ...odd },
            later: { a: 1 },
          },
          state: { ...state, later: [2] },
        },
        result: null,
      }))
      await editor.updateStore(owner, ({ credentials, state }) => ({
        documents: {
          credentials: withProfile(credentials, 'openai:default', { type: 'token', provider: 'openai', token: 't' }),
          state: withUsage(state, 'alpha:a', USED),
        },
        result: null,
      }))
      const { credentials, state } = await editor.readStore(owner)
      expect(credentials).toMatchObject({ later: { a: 1 }, profiles: { ...odd, 'alpha:a': keyOf('alpha') } })
      expect(state).toMatchObject({ later: [2] })
      const lossy = editor.updateStore(owner, (documents) => ({
        documents: { ...documents, credentials: { version: 1, later: {}, profiles: { 'openai:default': {} } } },
        result: null,
      }))
      expect((await refusalOf(lossy)).code).toBe('shrinks')
      expect(await editor.readStore(owner)).toEqual({ credentials, state })
    },
  )

  test('a change that throws leaves everything as it was', async () => {
    for (const layout of ['J', 'S1'] as const) {
      const root = storeDirectory(layout)
      const before = await editorOf(root).readStore(MAIN)
      const failing = editorOf(root).updateStore(MAIN, () => {
        throw new EditRefused('invalid', 'No.', 'Do not.')
      })
      expect((await refusalOf(failing)).code).toBe('invalid')
      expect(await editorOf(root).readStore(MAIN)).toEqual(before)
      await setUsage(editorOf(root), MAIN, 'alpha:a')
    }
  })

  test('a change cannot write into what it was given', async () => {
    const root = storeDirectory('S1')
    const careless = editorOf(root).updateStore(MAIN, (documents) => {
      Object.assign(documents.credentials?.['profiles'] as object, { 'alpha:a': {} })
      return { documents, result: null }
    })
    await expect(careless).rejects.toThrow(TypeError)
  })

  test('edits of one host that are made at once follow each other', async () => {
    for (const layout of ['J', 'S1', 'S2'] as const) {
      const root = storeDirectory(layout)
      const owner = layout === 'S2' ? SHARED : MAIN
      const editors = [editorOf(root), editorOf(root)]
      const countUp = (editor: DirectoryEditor) =>
        editor.updateStore(owner, ({ credentials, state }) => {
          const count = (usageOf(state, 'alpha:a')?.errorCount ?? 0) + 1
          const next = withUsage(state, 'alpha:a', { ...EMPTY_USAGE_STATS, errorCount: count })
          return { documents: { credentials, state: next }, result: count }
        })
      const counts = await Promise.all(
        Array.from({ length: 30 }, (_, index) => countUp(editors[index % 2] ?? editorOf(root))),
      )
      expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    }
  })
})
