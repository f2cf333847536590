import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runImport } from '../../electron/cli/run-import.ts'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { startEditingHost } from '../support/editing-host.ts'

const LOG = join(import.meta.dirname, '../fixtures/openclaw-2026.7.1/logs/openclaw.log')

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(() => folder.remove())

interface Said {
  readonly status: number
  readonly out: string
  readonly err: string
}

async function run(args: readonly string[], input: AsyncIterable<Uint8Array> = createReadStream(LOG)): Promise<Said> {
  let out = ''
  let err = ''
  const status = await runImport({
    args,
    env: {},
    homeDir: folder.path,
    input,
    print: (text) => void (out += text),
    printError: (text) => void (err += text),
  })
  return { status, out, err }
}

test('what is piped in is found in the console afterwards, and a second time adds nothing', async () => {
  const state = join(folder.path, 'state')
  copyFixture('2026.7.1', state)
  expect(await run(['--directory', state, '-'])).toMatchObject({ status: 0, err: '' })
  const again = await run(['--directory', state, LOG])
  expect(again).toMatchObject({ status: 0, out: expect.stringMatching(/^\d+ lines read, 0 records taken in/) })
  const console = await startEditingHost({ homeDir: folder.path, initialDirectory: state })
  try {
    const page = await console.client.history.page({ filter: {}, offset: 0, limit: 5 })
    expect(page.count).toBe(39)
  } finally {
    await console.close()
  }
})

test('a log that is not there is named, and the others are taken in', async () => {
  const missing = join(folder.path, 'none.log')
  const { status, out, err } = await run(['--directory', folder.path, missing, LOG])
  expect(status).toBe(1)
  expect(err).toContain(missing)
  expect(out).toMatch(/[1-9]\d* records taken in/)
})

test.each([
  [[], 'There is no log'],
  [['-', '-'], 'only once'],
  [['--folder', 'x'], 'Unknown option'],
])('%j is a mistake', async (args, message) => {
  expect(await run(args)).toMatchObject({ status: 2, out: '', err: expect.stringContaining(message) })
})
