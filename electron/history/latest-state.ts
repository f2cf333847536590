import type { HistoryState } from '../../shared/contract/history/index.ts'

type Result = IteratorResult<HistoryState, void>

/** One watcher of the state: whoever is slow misses what lies in between, never the latest. */
export class StateWatch implements AsyncIteratorObject<HistoryState, void, void> {
  readonly #onEnd: (watch: StateWatch) => void
  #latest: HistoryState | null = null
  #pending: ((result: Result) => void)[] = []
  #isEnded = false

  constructor(onEnd: (watch: StateWatch) => void) {
    this.#onEnd = onEnd
  }

  push(state: HistoryState): void {
    if (this.#isEnded) return
    const next = this.#pending.shift()
    if (next === undefined) this.#latest = state
    else next({ done: false, value: state })
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#latest = null
    this.#onEnd(this)
    for (const resolve of this.#pending.splice(0)) resolve({ done: true, value: undefined })
  }

  next(): Promise<Result> {
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    const state = this.#latest
    this.#latest = null
    if (state !== null) return Promise.resolve({ done: false, value: state })
    return new Promise((resolve) => this.#pending.push(resolve))
  }

  return(): Promise<Result> {
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.end()
    return Promise.resolve()
  }
}
