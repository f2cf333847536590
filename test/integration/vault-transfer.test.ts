import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { isTransferFile, packTransfer, TransferRefused, unpackTransfer } from '../../electron/vault/index.ts'
import type { TransferContent } from '../../electron/vault/index.ts'
import { NOW_MS, refusalOf } from '../support/own-store.ts'

const PASSPHRASE = 'correct horse battery'
const SECRET = 'sk-canary-0123456789abcdefghijklmnop'

const content: TransferContent = {
  createdAtMs: NOW_MS,
  profiles: [
    {
      id: 'openai:me@example.com',
      credential: JSON.parse(`{"type":"api_key","provider":"openai","key":"${SECRET}","__proto__":{"a":1}}`) as Record<
        string,
        unknown
      >,
      label: 'Wörk',
      metadata: { provider: 'openai', mode: 'api_key' },
      usageStats: { cooldownUntil: NOW_MS + 5, errorCount: 1 },
    },
    {
      id: 'anthropic:b',
      credential: { type: 'oauth', provider: 'anthropic', access: `${SECRET}-a`, refresh: `${SECRET}-r`, expires: 1 },
      label: null,
      metadata: null,
      usageStats: null,
    },
  ],
  orders: [{ provider: 'openai', profileIds: ['openai:me@example.com'], target: 'stored' }],
}

let packed: Buffer
let envelope: Record<string, unknown>
beforeAll(async () => {
  packed = await packTransfer(content, PASSPHRASE)
  envelope = JSON.parse(packed.toString('utf8')) as Record<string, unknown>
})

const withFields = (fields: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.from(JSON.stringify({ ...envelope, ...fields }))
const kdfWith = (fields: Readonly<Record<string, unknown>>): Buffer =>
  withFields({ kdf: { ...(envelope['kdf'] as object), ...fields } })

function flipped(field: string, byte: number): string {
  const bytes = Buffer.from(String(envelope[field]), 'base64')
  const index = byte < 0 ? bytes.length + byte : byte
  bytes.writeUInt8((bytes[index] ?? 0) ^ 1, index)
  return bytes.toString('base64')
}

describe('the transfer file', () => {
  test('carries everything, and shows nothing', async () => {
    expect(envelope).toMatchObject({
      format: 'switchyard-transfer',
      version: 1,
      kdf: { name: 'scrypt', n: 131072, r: 8, p: 1 },
      cipher: 'aes-256-gcm',
    })
    expect(Object.keys(envelope)).toEqual(['format', 'version', 'kdf', 'cipher', 'nonce', 'tag', 'data'])
    for (const word of ['canary', 'openai', 'example.com', 'Wörk', PASSPHRASE]) {
      expect(packed.includes(word)).toBe(false)
      expect(packed.includes(Buffer.from(word).toString('base64').slice(0, -2))).toBe(false)
    }
    const unpacked = await unpackTransfer(packed, PASSPHRASE)
    expect(JSON.stringify(unpacked)).toBe(JSON.stringify(content))
    expect(isTransferFile(packed)).toBe(true)
  })

  test('is another one each time', async () => {
    const again = JSON.parse((await packTransfer(content, PASSPHRASE)).toString('utf8')) as Record<string, unknown>
    expect(
      [again['nonce'], again['data'], again['kdf']].every(
        (part, index) => part !== [envelope['nonce'], envelope['data'], envelope['kdf']][index],
      ),
    ).toBe(true)
    expect((again['kdf'] as { salt: string }).salt).not.toBe((envelope['kdf'] as { salt: string }).salt)
  })

  test('a wrong passphrase is called wrong, a damaged file is called damaged', async () => {
    expect(await refusalOf(() => unpackTransfer(packed, `${PASSPHRASE} `))).toBe('wrong_passphrase')
    expect(await refusalOf(() => unpackTransfer(packed, ''))).toBe('wrong_passphrase')
    for (const [field, byte] of [
      ['data', 0],
      ['data', 50],
      ['data', -1],
      ['nonce', 3],
      ['tag', 15],
    ] as const)
      expect(await refusalOf(() => unpackTransfer(withFields({ [field]: flipped(field, byte) }), PASSPHRASE))).toBe(
        'tampered',
      )
  })

  test('a changed cost or salt is not told from a wrong passphrase, and does not open', async () => {
    const salt = randomBytes(16).toString('base64')
    for (const bytes of [kdfWith({ n: 2 ** 14 }), kdfWith({ salt }), kdfWith({ check: salt })])
      expect(await refusalOf(() => unpackTransfer(bytes, PASSPHRASE))).toBe('wrong_passphrase')
  })

  test.each([
    ['a cost beyond all machines', () => kdfWith({ n: 2 ** 30 })],
    ['a cost that is no power of two', () => kdfWith({ n: 100_000 })],
    ['another function', () => kdfWith({ name: 'md5' })],
    ['a short salt', () => kdfWith({ salt: 'AAAA' })],
    ['another cipher', () => withFields({ cipher: 'none' })],
    ['a short nonce', () => withFields({ nonce: 'AAAA' })],
    ['data that is no base64', () => withFields({ data: '!!' })],
    ['a field too many', () => withFields({ more: 1 })],
    ['a version that never was', () => withFields({ version: 0 })],
    ['a version that is no number', () => withFields({ version: '1' })],
    ['no data', () => withFields({ data: undefined })],
  ])('%s is refused without trying', async (_name, bytes) => {
    expect(await refusalOf(() => unpackTransfer(bytes(), PASSPHRASE))).toBe('tampered')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half of one', Buffer.from('{"format":"switchyard-transfer","version"')],
    ['another document', Buffer.from('{"version":1,"profiles":{}}')],
    ['a list', Buffer.from('[]')],
    ['null', Buffer.from('null')],
    ['bytes', randomBytes(500)],
  ])('%s is no such file', async (_name, bytes) => {
    expect(await refusalOf(() => unpackTransfer(bytes, PASSPHRASE))).toBe('not_a_transfer_file')
    expect(isTransferFile(bytes)).toBe(false)
  })

  test('a newer version is said to be one, whatever it looks like', async () => {
    const bytes = Buffer.from(JSON.stringify({ format: 'switchyard-transfer', version: 2, shape: 'unknown' }))
    expect(await refusalOf(() => unpackTransfer(bytes, PASSPHRASE))).toBe('newer_version')
    expect(isTransferFile(bytes)).toBe(true)
  })

  test('far too much is not even parsed', async () => {
    const bytes = Buffer.alloc(64 * 1024 * 1024 + 1)
    expect(await refusalOf(() => unpackTransfer(bytes, PASSPHRASE))).toBe('too_large')
  })

  test('content of another shape under the right seal is refused', async () => {
    const bytes = await packTransfer(
      { ...content, orders: [{ provider: 5 }] } as unknown as TransferContent,
      PASSPHRASE,
    )
    expect(await refusalOf(() => unpackTransfer(bytes, PASSPHRASE))).toBe('tampered')
  })

  test('is not made with a weak passphrase, or of secrets that are still in the vault', async () => {
    expect(await refusalOf(() => packTransfer(content, '1234567'))).toBe('weak_passphrase')
    const sealed = {
      ...content,
      profiles: content.profiles.map((profile) =>
        Object.assign({}, profile, { credential: { access: `switchyard-vault:v1:SY_${'0'.repeat(32)}` } }),
      ),
    }
    expect(await refusalOf(() => packTransfer(sealed, PASSPHRASE))).toBe('not_opened')
  })

  test('refusals show nothing of the file', async () => {
    const bytes = Buffer.from(`{"format":"switchyard-transfer","version":1,"data":"${SECRET}"}`)
    const error: unknown = await unpackTransfer(bytes, SECRET).catch((reason: unknown) => reason)
    if (!(error instanceof TransferRefused)) throw new Error('A refusal was expected')
    expect(JSON.stringify([error.message, error.hint, error.stack, error])).not.toContain('canary')
  })
})
