/** Texts that are searched all at once: many short strings one by one would take longer than the search itself. */
export class SearchedTexts {
  #chunks: { readonly text: string; readonly ids: Int32Array; readonly starts: Int32Array }[] = []
  #waiting: { readonly id: number; readonly text: string }[] = []

  add(id: number, text: string): void {
    this.#waiting.push({ id, text })
    if (this.#waiting.length >= TEXTS_PER_CHUNK) this.#close()
  }

  clear(): void {
    this.#chunks = []
    this.#waiting = []
  }

  /** Marks the ids of all texts that hold the word, which is in lower case and without line breaks. */
  mark(word: string, marks: Uint8Array): void {
    for (const { text, ids, starts } of this.#chunks) {
      let at = text.indexOf(word)
      let slot = 0
      while (at >= 0) {
        slot = slotAt(starts, at, slot)
        marks[ids[slot] ?? 0] = 1
        const next = starts[slot + 1]
        if (next === undefined) break
        at = text.indexOf(word, next)
      }
    }
    for (const { id, text } of this.#waiting) if (text.toLowerCase().includes(word)) marks[id] = 1
  }

  #close(): void {
    const ids = new Int32Array(this.#waiting.length)
    const starts = new Int32Array(this.#waiting.length)
    const parts: string[] = []
    let length = 0
    for (const [slot, { id, text }] of this.#waiting.entries()) {
      const lower = text.toLowerCase().replaceAll('\n', ' ')
      ids[slot] = id
      starts[slot] = length
      length += lower.length + 1
      parts.push(lower)
    }
    this.#chunks.push({ text: parts.join('\n'), ids, starts })
    this.#waiting = []
  }
}

const TEXTS_PER_CHUNK = 2048

/** The last text that starts at or before a place, from a slot on. */
function slotAt(starts: Int32Array, place: number, from: number): number {
  let low = from
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
