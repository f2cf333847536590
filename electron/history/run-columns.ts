import type { RunFacts, RunRecord } from './run-record.ts'
import { SearchedTexts } from './text-search.ts'

/** The runs in memory, by their numbers. */
export class RunColumns {
  #started: Float64Array = new Float64Array(0)
  #ended: Float64Array = new Float64Array(0)
  #session: Int32Array = new Int32Array(0)
  #agent: Int32Array = new Int32Array(0)
  #requested: Int32Array = new Int32Array(0)
  #answered: Int32Array = new Int32Array(0)
  /** Index of the outcome plus one; 0: there is no such run. */
  #outcome: Int32Array = new Int32Array(0)
  #inferred: Int32Array = new Int32Array(0)
  #keys: string[] = []
  #searched = new SearchedTexts()
  #size = 0
  #version = 0
  #inTime: Int32Array | null = null

  get version(): number {
    return this.#version
  }

  /** One more than the largest number. */
  get size(): number {
    return this.#size
  }

  get started(): Float64Array {
    return this.#started
  }

  get ended(): Float64Array {
    return this.#ended
  }

  get session(): Int32Array {
    return this.#session
  }

  get agent(): Int32Array {
    return this.#agent
  }

  get requested(): Int32Array {
    return this.#requested
  }

  get answered(): Int32Array {
    return this.#answered
  }

  get outcome(): Int32Array {
    return this.#outcome
  }

  get inferred(): Int32Array {
    return this.#inferred
  }

  keyOf(id: number): string {
    return this.#keys[id] ?? ''
  }

  /** Marks the runs whose keys hold a word. */
  mark(word: string, marks: Uint8Array): void {
    this.#searched.mark(word, marks)
  }

  clear(): void {
    this.#outcome.fill(0)
    this.#keys = []
    this.#searched.clear()
    this.#size = 0
    this.#version += 1
    this.#inTime = null
  }

  put({ id, key, session, agent }: Pick<RunRecord, 'id' | 'key' | 'session' | 'agent'>, facts: RunFacts): void {
    if (id >= this.#outcome.length) this.#grow(Math.max(1024, Math.ceil(id * 1.5)))
    const isNew = this.#outcome[id] === 0
    if (isNew || this.#started[id] !== facts.startedMs) this.#inTime = null
    this.#started[id] = facts.startedMs
    this.#ended[id] = facts.endedMs
    this.#session[id] = session
    this.#agent[id] = agent
    this.#requested[id] = facts.requested
    this.#answered[id] = facts.answered
    this.#outcome[id] = facts.outcome + 1
    this.#inferred[id] = facts.isInferred ? 1 : 0
    if (this.#keys[id] !== key) {
      while (this.#keys.length < id) this.#keys.push('')
      this.#keys[id] = key
      this.#searched.add(id, key)
    }
    this.#size = Math.max(this.#size, id + 1)
    this.#version += 1
  }

  remove(id: number): void {
    if (id >= this.#size) return
    this.#outcome[id] = 0
    this.#version += 1
    this.#inTime = null
  }

  /** The numbers of all runs, by the time they started. */
  inTime(): Int32Array {
    if (this.#inTime !== null) return this.#inTime
    const ids = new Int32Array(this.#size)
    let count = 0
    let isOrdered = true
    let lastMs = Number.NEGATIVE_INFINITY
    for (let id = 0; id < this.#size; id++) {
      if (this.#outcome[id] === 0) continue
      const startedMs = this.#started[id] ?? 0
      isOrdered &&= startedMs >= lastMs
      lastMs = startedMs
      ids[count++] = id
    }
    const all = ids.subarray(0, count)
    const started = this.#started
    if (!isOrdered) all.sort((a, b) => (started[a] ?? 0) - (started[b] ?? 0) || a - b)
    this.#inTime = all
    return all
  }

  #grow(capacity: number): void {
    this.#started = grownTimes(this.#started, capacity)
    this.#ended = grownTimes(this.#ended, capacity)
    this.#session = grown(this.#session, capacity)
    this.#agent = grown(this.#agent, capacity)
    this.#requested = grown(this.#requested, capacity)
    this.#answered = grown(this.#answered, capacity)
    this.#outcome = grown(this.#outcome, capacity)
    this.#inferred = grown(this.#inferred, capacity)
  }
}

function grown(array: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity)
  larger.set(array)
  return larger
}

function grownTimes(array: Float64Array, capacity: number): Float64Array {
  const larger = new Float64Array(capacity)
  larger.set(array)
  return larger
}
