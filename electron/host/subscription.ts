import type { DirectoryChange, StateMessage } from '../../shared/contract/types.ts'

/**
 * How many changes may wait for one subscriber. Behind that it gets a fresh snapshot instead: a window that was asleep
 * for a day costs no memory and no catching up.
 */
const MAX_WAITING = 32

interface Waiting {
  readonly seq: number
  readonly change: DirectoryChange
}

type Result = IteratorResult<StateMessage, void>

/** Builds the messages when they are taken: a snapshot is never stale, and `hostNowMs` is the time of sending. */
export interface MessageSource {
  snapshot(): StateMessage
  change(seq: number, change: DirectoryChange): StateMessage
}

/**
 * One subscriber's view of the state: a snapshot first, then the changes against it. Unlike a generator it ends at once when
 * it is told to, even while the consumer waits for the next message.
 */
export class Subscription implements AsyncIteratorObject<StateMessage, void, void> {
  readonly #source: MessageSource
  readonly #onEnd: (subscription: Subscription) => void
  #needsSnapshot = true
  #waiting: Waiting[] = []
  #pending: ((result: Result) => void)[] = []
  #isEnded = false

  constructor(source: MessageSource, onEnd: (subscription: Subscription) => void) {
    this.#source = source
    this.#onEnd = onEnd
  }

  /** Forgets what waits; the next message is a snapshot of the state as it is when it is taken. */
  restart(): void {
    this.#needsSnapshot = true
    this.#waiting = []
    this.#deliver()
  }

  push(seq: number, change: DirectoryChange): void {
    if (this.#needsSnapshot) return
    if (this.#waiting.length >= MAX_WAITING) return this.restart()
    this.#waiting.push({ seq, change })
    this.#deliver()
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#waiting = []
    this.#onEnd(this)
    for (const resolve of this.#pending.splice(0)) resolve({ done: true, value: undefined })
  }

  next(): Promise<Result> {
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#pending.push(resolve)
      this.#deliver()
    })
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

  #deliver(): void {
    while (this.#pending.length > 0) {
      const message = this.#take()
      if (message === null) return
      this.#pending.shift()?.({ done: false, value: message })
    }
  }

  #take(): StateMessage | null {
    if (this.#needsSnapshot) {
      this.#needsSnapshot = false
      return this.#source.snapshot()
    }
    const first = this.#waiting.shift()
    return first ? this.#source.change(first.seq, first.change) : null
  }
}
