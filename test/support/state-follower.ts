import type { RouterClient } from '@orpc/server'
import type { HostRouter } from '../../electron/host/index.ts'
import type { DirectoryState, StateMessage } from '../../shared/contract/types.ts'

export type HostClient = Pick<RouterClient<HostRouter>, 'state' | 'directory' | 'host'>

/** Receives a host's feed and lets a test wait for a message, without sleeping. */
export interface StateFollower {
  readonly messages: readonly StateMessage[]
  /** The first message, received or to come, that fits. */
  until(fits: (message: StateMessage) => boolean): Promise<StateMessage>
  /** The directory of the first snapshot that has one. */
  opened(): Promise<DirectoryState>
  /** Whether the feed has ended. */
  readonly isEnded: boolean
  readonly ended: Promise<void>
  stop(): void
}

export async function followState(client: HostClient): Promise<StateFollower> {
  const controller = new AbortController()
  const feed = await client.state.watch(undefined, { signal: controller.signal })
  const messages: StateMessage[] = []
  let waiting: (() => void)[] = []
  let isEnded = false
  let failure: unknown = null

  function wake(): void {
    const current = waiting
    waiting = []
    for (const resolve of current) resolve()
  }

  async function receive(): Promise<void> {
    try {
      for await (const message of feed) {
        messages.push(message)
        wake()
      }
    } catch (error) {
      failure = error
    } finally {
      isEnded = true
      wake()
    }
  }

  async function until(fits: (message: StateMessage) => boolean): Promise<StateMessage> {
    for (;;) {
      const found = messages.find(fits)
      if (found !== undefined) return found
      if (isEnded) throw new Error('The feed ended before the message came', { cause: failure })
      await new Promise<void>((resolve) => void waiting.push(resolve))
    }
  }

  const ended = receive()
  return {
    messages,
    until,
    async opened() {
      const message = await until((item) => item.kind === 'snapshot' && item.state.kind === 'open')
      if (message.kind !== 'snapshot' || message.state.kind !== 'open') throw new Error('This cannot be')
      return message.state.directory
    },
    get isEnded() {
      return isEnded
    },
    ended,
    stop: () => controller.abort(),
  }
}
