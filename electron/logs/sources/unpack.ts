import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, type Gunzip, type InflateRaw } from 'node:zlib'

/** One megabyte at a time, to be worth the way through the thread that unpacks. */
const CHUNK_BYTES = 256 * 1024

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8
}

/** A file that was cut while it was packed gives what it has: its last line is torn, the rest is as good as ever. */
export function gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return unpacked(bytes, createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH }))
}

/** What comes out of a decompressor, at the pace at which it is taken. */
export async function* unpacked(
  bytes: AsyncIterable<Uint8Array>,
  decompressor: Gunzip | InflateRaw,
): AsyncGenerator<Uint8Array> {
  const feeding = pipeline(Readable.from(bytes, { objectMode: true, highWaterMark: 1 }), decompressor)
  // Failures come out of the iteration as well; this one must not be unhandled.
  feeding.catch(() => undefined)
  try {
    for await (const chunk of decompressor) yield chunk as Uint8Array
  } finally {
    decompressor.destroy()
  }
}
