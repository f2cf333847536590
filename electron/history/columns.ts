/**
 * Rows in memory as one array for each column, in the order of their times. What is added out of order is merged in when
 * somebody looks.
 */
export class SortedColumns<Name extends string> {
  readonly #names: readonly Name[]
  #times: Float64Array = new Float64Array(0)
  #ids: Int32Array = new Int32Array(0)
  #columns: Record<Name, Int32Array>
  #length = 0
  #sorted = 0
  #version = 0
  #order = 0

  constructor(names: readonly Name[]) {
    this.#names = names
    this.#columns = emptyColumns(names)
  }

  /** Changes whenever the rows do. */
  get version(): number {
    return this.#version
  }

  /** Changes whenever rows that were there before do, or their places; not when rows come behind them. */
  get order(): number {
    this.#sort()
    return this.#order
  }

  get length(): number {
    return this.#length
  }

  /** Epoch ms; longer than there are rows. */
  get times(): Float64Array {
    this.#sort()
    return this.#times
  }

  get ids(): Int32Array {
    this.#sort()
    return this.#ids
  }

  column(name: Name): Int32Array {
    this.#sort()
    return this.#columns[name]
  }

  clear(): void {
    this.#times = new Float64Array(0)
    this.#ids = new Int32Array(0)
    this.#columns = emptyColumns(this.#names)
    this.#length = 0
    this.#sorted = 0
    this.#version += 1
    this.#order += 1
  }

  /** @param values in the order of the names */
  add(atMs: number, id: number, values: readonly number[]): void {
    const at = this.#length
    if (at === this.#ids.length) this.#grow(Math.max(1024, Math.ceil(at * 1.5)))
    this.#times[at] = atMs
    this.#ids[at] = id
    for (let index = 0; index < this.#names.length; index++) {
      const name = this.#names[index]
      if (name !== undefined) this.#columns[name][at] = values[index] ?? 0
    }
    this.#length = at + 1
    this.#version += 1
  }

  /** Changes one value of a row. @returns false: there is no such row */
  set(atMs: number, id: number, name: Name, value: number): boolean {
    const at = this.indexOf(atMs, id)
    if (at < 0) return false
    if (this.#columns[name][at] !== value) {
      this.#columns[name][at] = value
      this.#version += 1
      this.#order += 1
    }
    return true
  }

  /** @returns -1: there is no such row */
  indexOf(atMs: number, id: number): number {
    this.#sort()
    for (let at = this.from(atMs); at < this.#length && this.#times[at] === atMs; at++)
      if (this.#ids[at] === id) return at
    return -1
  }

  /** The first row at or after an instant. */
  from(atMs: number): number {
    this.#sort()
    return lowerBound(this.#times, this.#length, atMs)
  }

  /** Leaves out the rows that are not to be kept, of those from a place on. */
  keep(isKept: (index: number) => boolean, first = 0): void {
    this.#sort()
    let kept = first
    for (let at = first; at < this.#length; at++) {
      if (!isKept(at)) continue
      if (kept !== at) this.#move(at, kept)
      kept += 1
    }
    if (kept === this.#length) return
    this.#length = kept
    this.#sorted = kept
    this.#version += 1
    this.#order += 1
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] ?? 0
    this.#ids[to] = this.#ids[from] ?? 0
    for (const name of this.#names) this.#columns[name][to] = this.#columns[name][from] ?? 0
  }

  #grow(capacity: number): void {
    const times = new Float64Array(capacity)
    times.set(this.#times)
    this.#times = times
    this.#ids = grown(this.#ids, capacity)
    for (const name of this.#names) this.#columns[name] = grown(this.#columns[name], capacity)
  }

  #isBefore(a: number, b: number): boolean {
    const [atA, atB] = [this.#times[a] ?? 0, this.#times[b] ?? 0]
    return atA < atB || (atA === atB && (this.#ids[a] ?? 0) < (this.#ids[b] ?? 0))
  }

  #sort(): void {
    if (this.#sorted === this.#length) return
    let ordered = Math.max(1, this.#sorted)
    while (ordered < this.#length && !this.#isBefore(ordered, ordered - 1)) ordered += 1
    if (ordered < this.#length) this.#merge(ordered)
    this.#sorted = this.#length
  }

  /** Merges what lies behind a place into what is in order before it. */
  #merge(place: number): void {
    this.#order += 1
    const tail = Array.from({ length: this.#length - place }, (_, index) => place + index)
    tail.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1))
    let first = lowerBound(this.#times, place, this.#times[tail[0] ?? place] ?? 0)
    while (first < place && this.#isBefore(first, tail[0] ?? place)) first += 1
    const order = new Int32Array(this.#length - first)
    let left = first
    let right = 0
    for (let at = 0; at < order.length; at++) {
      const candidate = tail[right]
      const takesTail = candidate !== undefined && (left >= place || this.#isBefore(candidate, left))
      order[at] = takesTail ? candidate : left
      if (takesTail) right += 1
      else left += 1
    }
    const times = order.length === 0 ? this.#times : Float64Array.from(order, (at) => this.#times[at] ?? 0)
    this.#times.set(times, first)
    this.#ids.set(reordered(this.#ids, order), first)
    for (const name of this.#names) this.#columns[name].set(reordered(this.#columns[name], order), first)
  }
}

function emptyColumns<Name extends string>(names: readonly Name[]): Record<Name, Int32Array> {
  return Object.fromEntries(names.map((name) => [name, new Int32Array(0)])) as Record<Name, Int32Array>
}

function grown(array: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity)
  larger.set(array)
  return larger
}

function reordered(values: Int32Array, order: Int32Array): Int32Array {
  const result = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) result[at] = values[order[at] ?? 0] ?? 0
  return result
}

/** The first of `length` ascending values that is not below a limit. */
export function lowerBound(values: Float64Array, length: number, limit: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
