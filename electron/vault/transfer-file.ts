import { z } from 'zod'
import { base64OfLength, isStrongEnough, kdfSchema, keyFromNewPassphrase, keyFromPassphrase } from './passphrase.ts'
import { isInVault } from './references.ts'
import { CIPHER, openBytes, sealBytes } from './sealing.ts'

/**
 * The encrypted file that carries accounts from one machine to another. It is JSON:
 *
 *     {
 *       "format": "switchyard-transfer", "version": 1,
 *       "kdf":    { "name": "scrypt", "n": 131072, "r": 8, "p": 1, "salt": …, "check": … },
 *       "cipher": "aes-256-gcm", "nonce": …, "tag": …, "data": …
 *     }
 *
 * Bytes are base64. The key is the first half of scrypt(passphrase in NFKC, salt), 64 bytes long; `check` is the start of the
 * SHA-256 of the second half, by which a wrong passphrase is told from a damaged file. `data` is the content as JSON in
 * UTF-8, sealed with that key; everything in front of `nonce` is authenticated with it.
 */
export const TRANSFER_FORMAT = 'switchyard-transfer'
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAX_BYTES = 64 * 1024 * 1024

type Raw = Record<string, unknown>

/** What the file carries. Records are raw documents, secrets included. */
export interface TransferContent {
  /** Epoch ms */
  readonly createdAtMs: number
  readonly profiles: readonly TransferProfile[]
  readonly orders: readonly TransferOrder[]
}

export interface TransferProfile {
  readonly id: string
  /** The credential as it is stored, its secrets opened. */
  readonly credential: Raw
  /** What the console calls it; null: nothing of its own. */
  readonly label: string | null
  /** Its entry of `auth.profiles`; null: there is none. */
  readonly metadata: Raw | null
  /** Its entry of `usageStats`; null: not carried. */
  readonly usageStats: Raw | null
}

export interface TransferOrder {
  readonly provider: string
  readonly profileIds: readonly string[]
  /** Where it was written. */
  readonly target: 'stored' | 'config'
}

export type TransferRefusalCode =
  | 'weak_passphrase'
  | 'wrong_passphrase'
  /** damaged, cut off, or changed */
  | 'tampered'
  | 'not_a_transfer_file'
  | 'newer_version'
  | 'too_large'
  /** a secret is still in the vault */
  | 'not_opened'

/** Why a file cannot be made or read. Message and hint are for people; no content of the file is in either. */
export class TransferRefused extends Error {
  readonly code: TransferRefusalCode
  readonly hint: string

  constructor(code: TransferRefusalCode) {
    super(WORDS[code][0])
    this.name = 'TransferRefused'
    this.code = code
    this.hint = WORDS[code][1]
  }
}

const WORDS: Readonly<Record<TransferRefusalCode, readonly [message: string, hint: string]>> = {
  weak_passphrase: ['The passphrase is too short.', 'Use at least 8 characters; several words are better.'],
  wrong_passphrase: ['The passphrase does not open the file.', 'Use the passphrase that the file was made with.'],
  tampered: ['The file is damaged or was changed.', 'Copy it again from where it was made, or make it anew.'],
  not_a_transfer_file: ['The file is not an encrypted export of Switchyard.', 'Choose the file that the export made.'],
  newer_version: ['The file was made by a newer Switchyard.', 'Update Switchyard on this machine.'],
  too_large: ['The file is too large for an export.', 'Choose the file that the export made.'],
  not_opened: ['A secret is still locked in the vault.', 'Unlock the vault and export again.'],
}

const envelopeSchema = z.strictObject({
  format: z.literal(TRANSFER_FORMAT),
  version: z.literal(VERSION),
  kdf: kdfSchema,
  cipher: z.literal(CIPHER),
  nonce: base64OfLength(NONCE_BYTES),
  tag: base64OfLength(TAG_BYTES),
  data: z.base64(),
})

/** As it is, with whatever keys it has. */
const rawSchema = z.custom<Raw>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
const contentSchema: z.ZodType<TransferContent> = z.strictObject({
  createdAtMs: z.number(),
  profiles: z.array(
    z.strictObject({
      id: z.string().min(1),
      credential: rawSchema,
      label: z.string().nullable(),
      metadata: rawSchema.nullable(),
      usageStats: rawSchema.nullable(),
    }),
  ),
  orders: z.array(
    z.strictObject({
      provider: z.string().min(1),
      profileIds: z.array(z.string()),
      target: z.enum(['stored', 'config']),
    }),
  ),
})

/**
 * The bytes of a file with the content, readable with the passphrase only.
 *
 * @throws {TransferRefused} `weak_passphrase`, `not_opened`
 */
export async function packTransfer(content: TransferContent, passphrase: string): Promise<Buffer> {
  if (!isStrongEnough(passphrase)) throw new TransferRefused('weak_passphrase')
  if (content.profiles.some(({ credential }) => isInVault(credential))) throw new TransferRefused('not_opened')
  const { key, kdf } = await keyFromNewPassphrase(passphrase)
  const head = { format: TRANSFER_FORMAT, version: VERSION, kdf, cipher: CIPHER } as const
  const sealed = sealBytes(key, Buffer.from(JSON.stringify(content), 'utf8'), authenticated(head))
  key.fill(0)
  const parts = {
    nonce: sealed.subarray(1, 1 + NONCE_BYTES).toString('base64'),
    tag: sealed.subarray(sealed.length - TAG_BYTES).toString('base64'),
    data: sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES).toString('base64'),
  }
  return Buffer.from(`${JSON.stringify({ ...head, ...parts }, null, 2)}\n`, 'utf8')
}

/**
 * What is in a file made by {@link packTransfer}.
 *
 * @throws {TransferRefused} every code but `weak_passphrase` and `not_opened`
 */
export async function unpackTransfer(bytes: Uint8Array, passphrase: string): Promise<TransferContent> {
  const { nonce, tag, data, ...head } = readEnvelope(bytes)
  const key = await keyFromPassphrase(passphrase, head.kdf)
  if (key === null) throw new TransferRefused('wrong_passphrase')
  const sealed = Buffer.concat([Buffer.from([1]), ...[nonce, data, tag].map((text) => Buffer.from(text, 'base64'))])
  const plain = openBytes(key, sealed, authenticated(head))
  key.fill(0)
  if (plain === null) throw new TransferRefused('tampered')
  const content = contentSchema.safeParse(parseJson(plain))
  plain.fill(0)
  if (!content.success) throw new TransferRefused('tampered')
  return content.data
}

/** Whether a file says of itself that it is an encrypted export, of whatever version. */
export function isTransferFile(bytes: Uint8Array): boolean {
  return bytes.byteLength <= MAX_BYTES && isOfFormat(parseJson(bytes))
}

function readEnvelope(bytes: Uint8Array): z.infer<typeof envelopeSchema> {
  if (bytes.byteLength > MAX_BYTES) throw new TransferRefused('too_large')
  const value = parseJson(bytes)
  if (!isOfFormat(value)) throw new TransferRefused('not_a_transfer_file')
  if (typeof value.version === 'number' && value.version > VERSION) throw new TransferRefused('newer_version')
  const envelope = envelopeSchema.safeParse(value)
  if (!envelope.success) throw new TransferRefused('tampered')
  return envelope.data
}

function isOfFormat(value: unknown): value is { readonly format: unknown; readonly version?: unknown } {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === TRANSFER_FORMAT
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** The text that is sealed along, in a fixed order of fields. */
function authenticated({
  format,
  version,
  kdf,
  cipher,
}: Omit<z.infer<typeof envelopeSchema>, 'nonce' | 'tag' | 'data'>): string {
  return JSON.stringify([format, version, kdf.name, kdf.n, kdf.r, kdf.p, kdf.salt, kdf.check, cipher])
}
