/** Takes exact numbers of bytes from chunks that come as they like. */
export interface ByteReader {
  /** Fewer bytes only at the end. */
  read(count: number): Promise<Buffer>
  /** The same bytes are read again afterwards. */
  peek(count: number): Promise<Buffer>
  /** The next bytes, chunk by chunk; `Infinity`: all of them. What is not taken is skipped by `skip`. */
  chunks(count: number): AsyncGenerator<Buffer>
  /** Gives how many there were. */
  skip(count: number): Promise<number>
  /** Lets the source go. */
  close(): Promise<void>
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let isEnded = false

  async function more(): Promise<Buffer | null> {
    for (;;) {
      if (isEnded) return null
      const { value, done } = await iterator.next()
      if (done === true) {
        isEnded = true
        return null
      }
      if (value.byteLength > 0) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  }

  async function peek(count: number): Promise<Buffer> {
    while (rest.length < count) {
      const next = await more()
      if (next === null) break
      rest = rest.length === 0 ? next : Buffer.concat([rest, next])
    }
    return rest.subarray(0, count)
  }

  async function* chunks(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      const chunk = rest.length > 0 ? rest : await more()
      if (chunk === null) return
      const taken = chunk.subarray(0, Math.min(left, chunk.length))
      rest = chunk.subarray(taken.length)
      left -= taken.length
      yield taken
    }
  }

  return {
    peek,
    chunks,
    async read(count) {
      const bytes = await peek(count)
      rest = rest.subarray(bytes.length)
      return bytes
    },
    async skip(count) {
      let skipped = 0
      for await (const chunk of chunks(count)) skipped += chunk.length
      return skipped
    },
    async close() {
      await iterator.return?.()
    },
  }
}
