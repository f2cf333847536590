import type { ByteReader } from './byte-reader.ts'

/** A file in a tar archive. Its content has to be taken before the next one is asked for; what is left is passed over. */
export interface TarEntry {
  /** As written: never a path of this machine. */
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
  readonly content: AsyncGenerator<Buffer>
}

/** Not a tar archive from here on. */
export class DamagedArchive extends Error {}

const BLOCK_BYTES = 512
const MAX_NAME_BYTES = 64 * 1024
/** POSIX, GNU and the oldest kinds of a plain file. */
const FILE_TYPES = ['0', '\0', '7']

export function isTar(head: Buffer): boolean {
  return head.length >= BLOCK_BYTES && head.toString('latin1', 257, 262) === 'ustar' && hasRightSum(head)
}

/**
 * The plain files of an archive, in its order, with bounded memory.
 *
 * @throws {DamagedArchive} where a header is damaged; the entries before it were whole
 */
export async function* readTar(reader: ByteReader): AsyncGenerator<TarEntry> {
  let longName: string | null = null
  let longSize: number | null = null
  for (;;) {
    const header = await reader.read(BLOCK_BYTES)
    if (header.every((byte) => byte === 0)) return
    if (header.length < BLOCK_BYTES || !hasRightSum(header)) throw new DamagedArchive()
    const type = header.toString('latin1', 156, 157)
    const size: number = longSize ?? numberAt(header, 124, 12)
    if (!Number.isSafeInteger(size) || size < 0) throw new DamagedArchive()
    const padding = (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES
    if (type === 'L' || type === 'x') {
      const text = (await reader.read(Math.min(size, MAX_NAME_BYTES))).toString('utf8')
      await reader.skip(size - Math.min(size, MAX_NAME_BYTES) + padding)
      if (type === 'L') longName = text.replace(/\0.*$/s, '')
      else {
        const fields = extendedFields(text)
        longName = fields.get('path') ?? longName
        longSize = fields.has('size') ? Number(fields.get('size')) : null
      }
      continue
    }
    let left = size
    const content = counted(reader, size, (taken) => (left -= taken))
    if (FILE_TYPES.includes(type))
      yield {
        name: longName ?? nameOf(header),
        size,
        modifiedMs: numberAt(header, 136, 12) * 1000,
        content,
      }
    // The end of the last one is often left out.
    if ((await reader.skip(left)) < left) throw new DamagedArchive()
    await reader.skip(padding)
    longName = null
    longSize = null
  }
}

async function* counted(reader: ByteReader, size: number, onTaken: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of reader.chunks(size)) {
    onTaken(chunk.length)
    yield chunk
  }
}

/** `<length> <name>=<value>\n`, the length counting itself. */
function extendedFields(text: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(text)
  const fields = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const length = Number(/^\d{1,7} /.exec(bytes.toString('latin1', at, at + 8))?.[0] ?? 0)
    if (length <= 0) break
    const field = /^\d+ ([^=]+)=(.*)\n$/s.exec(bytes.toString('utf8', at, at + length))
    if (field?.[1] !== undefined) fields.set(field[1], field[2] ?? '')
    at += length
  }
  return fields
}

function nameOf(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textAt(header, 345, 155) : ''
  const name = textAt(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

function textAt(header: Buffer, at: number, length: number): string {
  return header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
}

/** Octal digits, or for large numbers the bytes themselves, marked by the highest bit. */
function numberAt(header: Buffer, at: number, length: number): number {
  if (((header[at] ?? 0) & 0x80) === 0) {
    const digits = textAt(header, at, length).trim()
    return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
  }
  let value = (header[at] ?? 0) & 0x7f
  for (let index = at + 1; index < at + length; index++) value = value * 256 + (header[index] ?? 0)
  return value
}

/** The sum of all bytes, its own field counted as blanks. */
function hasRightSum(header: Buffer): boolean {
  let sum = 0
  for (let index = 0; index < BLOCK_BYTES; index++) sum += index >= 148 && index < 156 ? 32 : (header[index] ?? 0)
  return numberAt(header, 148, 8) === sum
}
