import type { Connect } from './connect.ts'
import { ConnectionRefused, type HostClient } from './host-client.ts'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000

/** What becomes of the connection, as it becomes so. */
export interface ConnectionEvents {
  /** A wire is open: use it until the promise that is returned settles. */
  onOpen(client: HostClient): Promise<void>
  onLost(retryInMs: number): void
  onRefused(): void
}

/** The pause before the n-th attempt (from 0) to connect again. */
export function retryDelayMs(attempt: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt)
}

/** Connects, and connects again whenever the connection is lost, until the host refuses. Returns how to stop. */
export function keepConnected(connect: Connect, events: ConnectionEvents): () => void {
  const stop = new AbortController()
  void run(connect, events, stop.signal)
  return () => stop.abort()
}

async function run(connect: Connect, events: ConnectionEvents, stop: AbortSignal): Promise<void> {
  for (let attempt = 0; !stop.aborted; attempt++) {
    try {
      const connection = await connect()
      const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
      try {
        attempt = 0
        await Promise.race([events.onOpen(connection.client), connection.closed, stopped])
      } finally {
        connection.close()
      }
    } catch (error) {
      if (error instanceof ConnectionRefused) return events.onRefused()
    }
    if (stop.aborted) return
    const delayMs = retryDelayMs(attempt)
    events.onLost(delayMs)
    await pause(delayMs, stop)
  }
}

/** Waits, but no longer than until the system says that the network is back or someone asks at once. */
function pause(delayMs: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', done)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = window.setTimeout(done, delayMs)
    window.addEventListener('online', done)
    stop.addEventListener('abort', done)
  })
}
