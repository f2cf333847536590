/** Finds many byte strings at once. */
export interface ByteSearch {
  /** Length of the longest one. */
  readonly longest: number
  /** Every occurrence that starts in `[from, to)`, overlapping ones included. */
  find(bytes: Uint8Array, from: number, to: number, found: (index: number, start: number) => void): void
}

const BLOCK_BYTES = 2

/**
 * Looks at two bytes per step and skips as far as no needle can lie between (Wu and Manber): hundreds of needles cost hardly
 * more than one.
 *
 * @param needles each at least two bytes long
 */
export function searchBytes(needles: readonly Uint8Array[]): ByteSearch {
  const windowBytes = Math.min(...needles.map(({ length }) => length))
  const longest = Math.max(0, ...needles.map(({ length }) => length))
  if (needles.length === 0) return { longest, find: () => undefined }
  const maxShift = windowBytes - BLOCK_BYTES + 1
  const shifts = new Uint32Array(65_536).fill(maxShift)
  const byLastBlock = new Map<number, number[]>()
  for (const [index, needle] of needles.entries()) {
    for (let end = BLOCK_BYTES; end <= windowBytes; end += 1) {
      const block = blockAt(needle, end - BLOCK_BYTES)
      shifts[block] = Math.min(shifts[block] ?? maxShift, windowBytes - end)
    }
    const last = blockAt(needle, windowBytes - BLOCK_BYTES)
    byLastBlock.set(last, [...(byLastBlock.get(last) ?? []), index])
  }

  function find(bytes: Uint8Array, from: number, to: number, found: (index: number, start: number) => void): void {
    let start = from
    while (start < to && start + windowBytes <= bytes.length) {
      const block = blockAt(bytes, start + windowBytes - BLOCK_BYTES)
      const shift = shifts[block] ?? maxShift
      if (shift > 0) {
        start += shift
        continue
      }
      for (const index of byLastBlock.get(block) ?? []) {
        const needle = needles[index]
        if (needle !== undefined && isAt(bytes, start, needle)) found(index, start)
      }
      start += 1
    }
  }

  return { longest, find }
}

function blockAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function isAt(bytes: Uint8Array, start: number, needle: Uint8Array): boolean {
  if (start + needle.length > bytes.length) return false
  for (let index = 0; index < needle.length; index += 1) if (bytes[start + index] !== needle[index]) return false
  return true
}
