import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive that a test makes. */
export interface PackedFile {
  readonly name: string
  readonly content: Buffer
  /** How a tar says what does not fit into its header. */
  readonly style?: 'plain' | 'gnu' | 'pax' | 'base256'
  /** 0: stored; 8, as it is by default: deflated. */
  readonly method?: 0 | 8
  readonly isEncrypted?: boolean
}

const BLOCK = 512

export function tarOf(files: readonly PackedFile[]): Buffer {
  return Buffer.concat([...files.flatMap(entryOf), Buffer.alloc(2 * BLOCK)])
}

function entryOf({ name, content, style = 'plain' }: PackedFile): readonly Buffer[] {
  const short = style === 'plain' || style === 'base256' ? name : name.slice(-20)
  const file = [header(short, content.length, '0', style === 'base256'), padded(content)]
  if (style === 'gnu') {
    const text = Buffer.from(`${name}\0`)
    return [header('././@LongLink', text.length, 'L'), padded(text), ...file]
  }
  if (style === 'pax') {
    const fields = Buffer.from(paxField('path', name) + paxField('size', String(content.length)))
    return [header('PaxHeader', fields.length, 'x'), padded(fields), ...file]
  }
  return file
}

function paxField(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`
  const length = [1, 2, 3, 4]
    .map((digits) => rest.length + digits)
    .find((total) => String(total).length === total - rest.length)
  return `${length}${rest}`
}

function header(name: string, size: number, type: string, isBase256 = false): Buffer {
  const bytes = Buffer.alloc(BLOCK)
  bytes.write(name, 0, 100)
  bytes.write('0000644\0', 100)
  if (isBase256) {
    bytes[124] = 0x80
    bytes.writeUInt32BE(size, 132)
  } else bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  bytes.write(`${(1_770_000_000).toString(8)}\0`, 136)
  bytes.write(type, 156)
  bytes.write('ustar\u000000', 257)
  bytes.fill(' ', 148, 156)
  let sum = 0
  for (const byte of bytes) sum += byte
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}

export function zipOf(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 8, isEncrypted = false } of files) {
    const packed = method === 0 ? content : deflateRawSync(content)
    const nameBytes = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(nameBytes.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt16LE(((2026 - 1980) << 9) | (2 << 5) | 3, 14)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, nameBytes, packed)
    directory.push(entry, nameBytes)
    offset += local.length + nameBytes.length + packed.length
  }
  const size = directory.reduce((total, { length }) => total + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
