import type { DirectoryChange, HostState } from '../../shared/contract/types.ts'
import type { Clock } from './clock.ts'
import { Subscription, type MessageSource } from './subscription.ts'

/** The state of the host and its distribution: the one place where it changes. */
export interface StateFeed {
  readonly state: HostState
  /** Replaces the state; every subscriber gets a snapshot. */
  replace(state: HostState): void
  /** Sets a state that differs from the last by `change`; every subscriber gets the change. */
  advance(state: HostState, change: DirectoryChange): void
  /** A snapshot, then what follows, until `signal` aborts, the consumer returns, or the feed is closed. */
  subscribe(signal?: AbortSignal): Subscription
  close(): void
}

export function createStateFeed(clock: Clock): StateFeed {
  let state: HostState = { kind: 'none', failure: null }
  let seq = 0
  let isClosed = false
  const subscriptions = new Set<Subscription>()

  const source: MessageSource = {
    snapshot: () => ({ kind: 'snapshot', seq, hostNowMs: clock.now(), state }),
    change: (changeSeq, change) => ({ kind: 'change', seq: changeSeq, hostNowMs: clock.now(), change }),
  }

  return {
    get state() {
      return state
    },
    replace(next) {
      state = next
      seq += 1
      for (const subscription of subscriptions) subscription.restart()
    },
    advance(next, change) {
      state = next
      seq += 1
      for (const subscription of subscriptions) subscription.push(seq, change)
    },
    subscribe(signal) {
      const abort = (): void => subscription.end()
      const subscription = new Subscription(source, (ended) => {
        subscriptions.delete(ended)
        signal?.removeEventListener('abort', abort)
      })
      if (isClosed || signal?.aborted === true) subscription.end()
      else {
        subscriptions.add(subscription)
        signal?.addEventListener('abort', abort, { once: true })
      }
      return subscription
    },
    close() {
      isClosed = true
      for (const subscription of subscriptions) subscription.end()
    },
  }
}
