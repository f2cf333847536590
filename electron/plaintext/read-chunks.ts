import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

const CHUNK_BYTES = 1024 * 1024

export class NotAFile extends Error {}

/**
 * The bytes of a file, piece by piece. Text in UTF-16 comes as one byte per character, which is enough for finding secrets:
 * they are ASCII.
 *
 * @throws {NotAFile} where it is no regular file
 */
export async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!(await handle.stat()).isFile()) throw new NotAFile()
    let every: 'byte' | 'low' | 'high' = 'byte'
    for (let position = 0; ;) {
      const buffer = Buffer.alloc(CHUNK_BYTES)
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position)
      if (bytesRead === 0) return
      if (position === 0) every = encodingOf(buffer)
      position += bytesRead
      yield every === 'byte' ? buffer.subarray(0, bytesRead) : halfOf(buffer.subarray(0, bytesRead), every)
    }
  } finally {
    await handle.close()
  }
}

/**
 * The same for a file of a database. On POSIX systems, closing a file ends all locks that the process has on it: it is closed
 * between two turns of the event loop, never in the middle of another part's transaction.
 */
export async function* readDatabaseChunks(file: string): AsyncGenerator<Uint8Array> {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!fstatSync(descriptor).isFile()) throw new NotAFile()
    for (let position = 0; ;) {
      const buffer = Buffer.alloc(CHUNK_BYTES)
      const bytesRead = readSync(descriptor, buffer, 0, CHUNK_BYTES, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
      await nextTurn()
    }
  } finally {
    closeSync(descriptor)
  }
}

export async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES)
    await nextTurn()
  }
}

function encodingOf(bytes: Uint8Array): 'byte' | 'low' | 'high' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'low'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'high' : 'byte'
}

function halfOf(bytes: Uint8Array, half: 'low' | 'high'): Uint8Array {
  const first = half === 'low' ? 0 : 1
  return Uint8Array.from({ length: bytes.length >> 1 }, (_, index) => bytes[index * 2 + first] ?? 0)
}
