import { Worker } from 'node:worker_threads'
import type { HistoryState } from '../../shared/contract/history/index.ts'
import {
  receivedError,
  type WorkerApi,
  type WorkerMessage,
  type WorkerRequest,
  type WorkerStart,
} from './worker-protocol.ts'

/** A history in its own thread. */
export interface WorkerClient {
  call<K extends keyof WorkerApi>(name: K, ...args: Parameters<WorkerApi[K]>): Promise<ReturnType<WorkerApi[K]>>
  /** Ends the thread after what it is doing. */
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * @param onState called whenever the stored history changed
 * @param onDefect called once where the thread ends by itself; every question fails from then on
 */
export function startWorker(
  start: WorkerStart,
  onState: (state: HistoryState) => void,
  onDefect: (error: unknown) => void,
): WorkerClient {
  const worker = new Worker(workerFile(), { workerData: start })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended: Error | null = null
  let isClosing = false

  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'state') return onState(message.state)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') asked?.resolve(message.value)
    else asked?.reject(receivedError(message.error))
  })
  worker.on('error', (error) => end(error))
  worker.on('exit', () => end(null))

  function end(error: unknown): void {
    if (ended !== null) return
    ended = new Error('The history has ended')
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
    if (!isClosing) onDefect(error ?? ended)
  }

  function call<K extends keyof WorkerApi>(
    name: K,
    ...args: Parameters<WorkerApi[K]>
  ): Promise<ReturnType<WorkerApi[K]>> {
    return new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended)
      const id = ++lastId
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      const request: WorkerRequest = { id, name, args }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there is none
      worker.postMessage(request)
    })
  }

  return {
    call,
    async close() {
      if (isClosing) return
      isClosing = true
      const isOver = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      if (ended !== null) return
      await call('close').catch(() => worker.terminate())
      await isOver
    },
  }
}

/** Set where these sources run with a thread that was built. */
declare const HISTORY_THREAD: string | undefined

/** Beside this file: as it is written, or as a bundle next to the one that this is part of. */
function workerFile(): URL {
  if (typeof HISTORY_THREAD === 'string') return new URL(HISTORY_THREAD)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./history-worker.${extension}`, import.meta.url)
}
