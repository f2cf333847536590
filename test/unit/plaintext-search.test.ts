import { describe, expect, test } from 'vitest'
import { adviceFor, fileKind, placeOf } from '../../electron/plaintext/file-kind.ts'
import { buildNeedles } from '../../electron/plaintext/needles.ts'
import { createContentSearch, scanContent } from '../../electron/plaintext/scan-content.ts'
import { searchBytes } from '../../electron/plaintext/search-bytes.ts'
import { findShapes } from '../../electron/plaintext/secret-shapes.ts'

describe('search for many byte strings', () => {
  function positions(needles: readonly string[], text: string): string[] {
    const found: string[] = []
    const search = searchBytes(needles.map((needle) => Buffer.from(needle)))
    search.find(Buffer.from(text), 0, text.length, (index, start) => found.push(`${needles[index] ?? ''}@${start}`))
    return found.sort()
  }

  test('finds every one, overlapping and of different length', () => {
    expect(positions(['abcd', 'bcdefg', 'abcdefgh'], 'xxabcdefghabcd')).toEqual([
      'abcd@10',
      'abcd@2',
      'abcdefgh@2',
      'bcdefg@3',
    ])
    expect(positions(['aaaa'], 'aaaaaa')).toEqual(['aaaa@0', 'aaaa@1', 'aaaa@2'])
  })

  test('finds nothing without needles, and none that reaches over the end', () => {
    expect(positions([], 'abc')).toEqual([])
    expect(positions(['abcdef'], 'xxabcde')).toEqual([])
  })
})

describe('what is looked for', () => {
  test('a secret of two profiles is one needle with two owners', () => {
    const needles = buildNeedles([
      { profileId: 'b:1', label: 'key', secret: 'made-up-secret-0001' },
      { profileId: 'a:1', label: 'key', secret: ' made-up-secret-0001\n' },
    ])
    expect(needles.profileIds).toEqual([['a:1', 'b:1']])
    expect(needles.whole).toHaveLength(1)
  })

  test('JSON may write it otherwise, and a short one is named instead of looked for', () => {
    const needles = buildNeedles([
      { profileId: 'a:1', label: 'key', secret: 'made"up\\secret' },
      { profileId: 'a:2', label: 'key', secret: 'short' },
      { profileId: 'a:3', label: 'key', secret: '  ' },
    ])
    expect(needles.whole.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
      'made"up\\secret',
      'made\\"up\\\\secret',
    ])
    expect(needles.tooShort).toEqual(['a:2'])
  })

  test('halves that two secrets share are not looked for', () => {
    const needles = buildNeedles([
      { profileId: 'a:1', label: 'key', secret: 'same-beginning-AAAAAAAAAAAAAAA' },
      { profileId: 'a:2', label: 'key', secret: 'same-beginning-BBBBBBBBBBBBBBB' },
    ])
    expect(needles.paged.filter(({ part }) => part === 'head')).toEqual([])
    expect(needles.paged.filter(({ part }) => part === 'tail')).toHaveLength(2)
  })
})

describe('counting in a stream', () => {
  const SECRET = 'made-up-0123456789-abcdefghij'
  const needles = buildNeedles([{ profileId: 'a:1', label: 'key', secret: SECRET }])

  async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }

  test.each([1, 7, 100, 4096, 5000, 1_000_000])('is the same in pieces of %i bytes', async (size) => {
    const shape = 'sk-made-up-unknown-0123456789'
    const text = `${'x'.repeat(4600)} "key":"${SECRET}" ${'y '.repeat(3000)}"apiKey": "${shape}" ${SECRET} ${shape}`
    const options = { byShape: true, signal: undefined }
    const count = await scanContent(pieces(text, size), createContentSearch(needles.whole), options)
    expect(count).toEqual({ bytes: text.length, known: new Map([[0, 2]]), unknown: 2 })
  })

  test('a value that a page boundary cuts is found by the half that is left', async () => {
    const text = `${SECRET.slice(0, 20)}\u0000\u0000\u0000\u0007${SECRET.slice(20)}`
    const options = { byShape: false, signal: undefined }
    const inPages = await scanContent(pieces(text, 4096), createContentSearch(needles.paged), options)
    const inOne = await scanContent(pieces(text, 4096), createContentSearch(needles.whole), options)
    expect([inPages.known, inOne.known]).toEqual([new Map([[0, 1]]), new Map()])
  })
})

describe('shapes of secrets', () => {
  test.each([
    'Authorization: Bearer abc123def456ghi789',
    '{"token": "0a1b2c3d4e5f"}',
    "{ apiKey: 'made-up-12345678' }",
    '{\\"refresh_token\\":\\"made-up-1234\\"}',
    'OPENAI_API_KEY=made-up-12345678',
    'the key sk-proj-madeup0123456789 is wrong',
  ])('is one: %s', (text) => {
    expect(findShapes(text, 0, text.length)).toHaveLength(1)
  })

  test.each([
    '{"key": "${OPENAI_API_KEY_1}"}',
    '{"token": "$GITHUB_TOKEN_2"}',
    '{"key": "sk-***1234567890"}',
    '{"keyRef": {"source": "env", "id": "KEY_1"}}',
    '{"token": "expired-or-missing"}',
    '{"refresh": "switchyard-vault:v1:SY_00000000000000000000000000000001"}',
    '{"totalTokens": "123456789"}',
    'a task-0123456789abcdef is no key',
    `{"access": "openclaw-oauth-refresh-fence:v1:${'0'.repeat(32)}:access:${'1'.repeat(64)}"}`,
  ])('is none: %s', (text) => {
    expect(findShapes(text, 0, text.length)).toEqual([])
  })
})

describe('what a file is', () => {
  test.each([
    ['openclaw.json', 'config'],
    ['openclaw.json.bak.2', 'backup'],
    ['agents/main/agent/auth-profiles.json', 'credentials'],
    ['agents/main/agent/auth-profiles.json.1f2e.tmp', 'temporary'],
    ['agents/main/agent/auth-profiles.json.sqlite-import.1700000000000.bak', 'backup'],
    ['agents/main/agent/auth-profiles.json.migrated-2026-11-30T00-00-00.000Z-1f2e', 'backup'],
    ['agents/main/agent/openclaw-agent.sqlite', 'database'],
    ['agents/main/agent/openclaw-agent.sqlite-wal', 'journal'],
    ['state/openclaw.sqlite-journal', 'journal'],
    ['switchyard.sqlite', 'own_database'],
    ['logs/openclaw.log', 'log'],
    ['logs/decisions.jsonl', 'log'],
    ['agents/main/sessions/1.jsonl', 'session'],
    ['credentials/oauth.json', 'credentials'],
    ['notes.md', 'other'],
  ] as const)('%s: %s', (file, kind) => {
    expect(fileKind(file)).toBe(kind)
  })

  test('a store that a database has replaced is a leftover', () => {
    const file = 'agents/main/agent/auth-profiles.json'
    expect(placeOf(file, 'credentials', new Set(['auth-profiles.json']))).toBe('live_store')
    expect(placeOf(file, 'credentials', new Set(['openclaw-agent.sqlite']))).toBe('leftover')
    expect(placeOf('credentials/oauth.json', 'credentials', new Set())).toBe('leftover')
  })

  test('the same store is as it should be in a directory of OpenClaw and a leak in ours', () => {
    expect(adviceFor('live_store', 'database', 'attached')).toBe('openclaw_keeps_it_so')
    expect(adviceFor('live_store', 'database', 'own')).toBe('seal_it')
    expect(adviceFor('live_store', 'own_database', 'attached')).toBe('seal_it')
  })
})
