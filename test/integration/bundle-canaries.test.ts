import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { writeBundle } from '../../electron/bundle/index.ts'
import type { BundleOptions } from '../../shared/contract/history/index.ts'
import { CANARIES, canarySource, unpackedParts } from '../support/bundle-source.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'

const OPTIONS: BundleOptions = { fromMs: null, toMs: null, withErrorTexts: false, withSessionIds: false }

/** Whoever guesses an id could tell by its hash that the guess was right. */
function hashesOf(text: string): string[] {
  const digests = ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(text).digest('hex').slice(0, 10))
  return [...digests, Buffer.from(text).toString('base64url').slice(0, 12)]
}

const planted = Object.entries(CANARIES)
const hashed = Object.values(CANARIES)
  .filter((text) => text.length > 8)
  .flatMap(hashesOf)

const folders: { remove(): void }[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

async function textsOf(options: BundleOptions): Promise<Record<string, string>> {
  const folder = temporaryFolder()
  folders.push(folder)
  const path = join(folder.path, 'bundle.zip')
  const { parts } = await writeBundle(path, canarySource(), options)
  const previews = Object.fromEntries(parts.map(({ name, preview }) => [`preview of ${name}`, preview]))
  return { ...previews, ...(await unpackedParts(path)), archive: (await readFile(path)).toString('latin1') }
}

function foundIn(texts: Record<string, string>, names: readonly (readonly [string, string])[]): string[] {
  return Object.entries(texts).flatMap(([part, text]) =>
    names
      .filter(([, canary]) => text.toLowerCase().includes(canary.toLowerCase()))
      .map(([name]) => `${name} in ${part}`),
  )
}

describe.each([
  ['as it is by default', OPTIONS],
  ['with error texts', { ...OPTIONS, withErrorTexts: true }],
])('a bundle %s', (_, options) => {
  test('holds nothing of what was planted everywhere', async () => {
    const texts = await textsOf(options)
    expect(foundIn(texts, planted)).toEqual([])
    expect(foundIn(texts, [['a part of one', 'canary']])).toEqual([])
  })

  test('holds no hash of an id (RD-06)', async () => {
    const texts = await textsOf(options)
    expect(
      foundIn(
        texts,
        hashed.map((hash) => ['a hash', hash] as const),
      ),
    ).toEqual([])
    // Hashes of parts are those of what everybody can see.
    const others = Object.entries(texts).filter(([name]) => !name.includes('manifest') && name !== 'archive')
    expect(others.flatMap(([, text]) => text.match(/sha256:[0-9a-f]+/g) ?? [])).toEqual([])
  })
})

test('sessions keep their ids where that is asked for, and nothing else does', async () => {
  const texts = await textsOf({ ...OPTIONS, withSessionIds: true })
  expect(texts['decisions.jsonl']).toContain(CANARIES.session)
  const others = planted.filter(([name]) => !['session', 'sessionKey'].includes(name))
  const { archive: _, ...parts } = texts
  expect(foundIn(parts, others)).toEqual([])
})

test('error texts are left out unless somebody asks for them', async () => {
  expect((await textsOf(OPTIONS))['decisions.jsonl']).not.toContain('Rate limit reached')
  expect((await textsOf({ ...OPTIONS, withErrorTexts: true }))['decisions.jsonl']).toContain('429 Rate limit reached')
})

test('an account has one name by id, by hash, in orders, in windows and in texts (RD-06)', async () => {
  const parts = await textsOf({ ...OPTIONS, withErrorTexts: true })
  const json = (name: string): unknown => JSON.parse(parts[name] ?? '')
  expect(json('facts.json')).toMatchObject({
    config: { profiles: [{ id: 'openai:account-1' }], order: { openai: ['openai:account-1', 'openai:account-2'] } },
    agents: [
      { sessions: [{ pinProfileId: 'openai:account-1' }], store: { lastGood: { openai: 'openai:account-1' } } },
      {},
    ],
  })
  expect(JSON.parse(parts['events.jsonl']?.split('\n')[0] ?? '')).toMatchObject({ profileId: 'openai:account-1' })
  expect(json('findings.json')).toMatchObject([{ profileIds: ['openai:account-1'] }])
  for (const name of ['windows.jsonl', 'orders.jsonl', 'decisions.jsonl'])
    expect(parts[name]).toContain('openai:account-1')
})

test('the same content gives the same bytes', async () => {
  const [one, other] = [await textsOf(OPTIONS), await textsOf(OPTIONS)]
  expect(one).toEqual(other)
})
