import type { Needle } from './needles.ts'
import { searchBytes, type ByteSearch } from './search-bytes.ts'
import { findShapes, type ShapeMatch } from './secret-shapes.ts'

/** What to look for in one kind of file. */
export interface ContentSearch {
  readonly needles: readonly Needle[]
  readonly bytes: ByteSearch
}

export interface ContentCount {
  readonly bytes: number
  /** Occurrences by number of the secret. */
  readonly known: ReadonlyMap<number, number>
  readonly unknown: number
}

/** What looks like a secret is seldom longer. */
const MIN_OVERLAP_BYTES = 4608

export function createContentSearch(needles: readonly Needle[]): ContentSearch {
  return { needles, bytes: searchBytes(needles.map(({ bytes }) => bytes)) }
}

/**
 * Counts secrets in a stream of bytes, with a few megabytes of memory whatever its length. Neighbouring pieces overlap, and
 * each occurrence is counted where it starts.
 */
export async function scanContent(
  chunks: AsyncIterable<Uint8Array>,
  search: ContentSearch,
  options: { readonly byShape: boolean; readonly signal: AbortSignal | undefined },
): Promise<ContentCount> {
  const overlap = Math.max(MIN_OVERLAP_BYTES, search.bytes.longest)
  const counts = new Map<Needle, number>()
  let unknown = 0
  let bytes = 0
  let carry: Uint8Array = new Uint8Array(0)
  /** In `carry`, what lies before this was looked at already and is there for what may precede a match. */
  let from = 0

  function look(piece: Uint8Array, to: number): void {
    const known: ShapeMatch[] = []
    search.bytes.find(piece, 0, piece.length, (index, start) => {
      const needle = search.needles[index]
      if (needle === undefined) return
      if (start >= from && start < to) counts.set(needle, (counts.get(needle) ?? 0) + 1)
      known.push({ start, end: start + needle.bytes.length })
    })
    if (!options.byShape) return
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    unknown += findShapes(text, from, to).filter((shape) => !known.some((other) => overlaps(shape, other))).length
  }

  for await (const chunk of chunks) {
    options.signal?.throwIfAborted()
    bytes += chunk.length
    const piece = Buffer.concat([carry, chunk])
    const to = piece.length - overlap
    if (to <= from) {
      carry = piece
      continue
    }
    look(piece, to)
    const keepFrom = Math.max(0, to - overlap)
    carry = piece.subarray(keepFrom)
    from = to - keepFrom
  }
  look(carry, carry.length)
  return { bytes, known: total(counts), unknown }
}

function overlaps(a: ShapeMatch, b: ShapeMatch): boolean {
  return a.start < b.end && b.start < a.end
}

/** A value in two pieces shows one of its halves at least; one in a single piece shows both and itself. */
function total(counts: ReadonlyMap<Needle, number>): ReadonlyMap<number, number> {
  const parts = new Map<number, Record<Needle['part'], number>>()
  for (const [{ secretNumber, part }, count] of counts) {
    const sum = parts.get(secretNumber) ?? { whole: 0, head: 0, tail: 0 }
    sum[part] += count
    parts.set(secretNumber, sum)
  }
  return new Map([...parts].map(([number, { whole, head, tail }]) => [number, Math.max(whole, head, tail)]))
}
