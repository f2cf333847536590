import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../electron/host/index.ts'
import { copyFixture } from '../support/fixture-copy.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import type { HostClient } from '../../renderer/lib/transport/host-client.ts'

const LOG = path.join(import.meta.dirname, '..', 'fixtures', 'openclaw-2026.9.6', 'logs', 'openclaw.log')

async function openHost(): Promise<{ client: HostClient; folder: string }> {
  const folder = temporaryFolder()
  const directory = path.join(folder, 'state')
  copyFixture('2026.9.6', directory)
  const env = { SWITCHYARD_DATA_DIR: path.join(folder, 'data') }
  const options = { runtime: 'node', version: '0.0.0-test', env, homeDir: folder } as const
  const host = createHost({ ...options, initialDirectory: directory })
  onTestFinished(() => host.close())
  await host.ready
  return { client: createRouterClient(host.router), folder }
}

describe('the history of the open directory', () => {
  test('is imported, watched and asked through the contract; profiles have the ids of the directory', async () => {
    const { client, folder } = await openHost()
    const watch = await client.history.watch()
    expect((await watch.next()).value).toMatchObject({ count: 0, sources: [], importing: null })
    await client.history.import({ paths: [LOG] })
    for await (const state of watch) if (state.importing?.isDone === true) break
    const { rows, count } = await client.history.page({ filter: { sessions: ['s-billing'] }, offset: 0, limit: 10 })
    expect([count, rows.map(({ decision, profileId }) => [decision, profileId])]).toEqual([
      3,
      [
        ['candidate_succeeded', null],
        ['candidate_failed', null],
        ['candidate_failed', 'alpha:work'],
      ],
    ])
    const run = await client.history.run({ runKey: rows[0]?.runKey ?? '' })
    expect(run).toMatchObject({ outcome: 'fell_back', answeredProvider: 'beta', sessionId: 's-billing' })
    expect((await client.history.facets({ filter: {} })).providers.map(({ value }) => value)).toEqual(['alpha', 'beta'])
    const target = path.join(folder, 'rows.csv')
    expect(await client.history.exportRows({ filter: {}, format: 'csv', path: target })).toEqual({
      path: target,
      rows: 9,
    })
  })

  test('what cannot be done is told in the words of the contract', async () => {
    const { client } = await openHost()
    await expect(client.history.run({ runKey: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(client.history.removeView({ id: 7 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(client.history.exportRows({ filter: {}, format: 'json', path: LOG })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    const unknown = { filter: { nonsense: 1 }, offset: 0, limit: 10 } as unknown as Parameters<
      typeof client.history.page
    >[0]
    await expect(client.history.page(unknown)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await client.directory.close()
    await expect(client.history.views()).rejects.toMatchObject({ code: 'NO_DIRECTORY' })
  })
})
