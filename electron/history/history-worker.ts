/** The thread that the history lives in: a question about a million records holds up nobody else. */
import { parentPort, workerData } from 'node:worker_threads'
import { defectText } from '../defect-text.ts'
import { StoreRefused } from '../store/index.ts'
import { asStoreRefused } from '../store/store-refused.ts'
import { HistoryRefused } from './history-refused.ts'
import { createHistoryService } from './history-service.ts'
import type { SentError, WorkerMessage, WorkerRequest, WorkerStart } from './worker-protocol.ts'

const port = parentPort
if (port === null) throw new Error('This is the history’s thread, not a program')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there is none
const send = (message: WorkerMessage): void => port.postMessage(message)
let service: ReturnType<typeof createHistoryService> | null = null
let failure: unknown = null
try {
  service = createHistoryService(workerData as WorkerStart, (state) => send({ kind: 'state', state }))
} catch (error) {
  failure = error
}

port.on('message', (request: WorkerRequest) => void answer(request))

async function answer({ id, name, args }: WorkerRequest): Promise<void> {
  try {
    if (service === null) throw failure
    const call = service[name] as (...args: readonly unknown[]) => unknown
    send({ kind: 'answer', id, value: await call(...args) })
  } catch (error) {
    send({ kind: 'refusal', id, error: sentError(error) })
  }
  // Without the port nothing keeps the thread.
  if (name === 'close') port?.close()
}

function sentError(error: unknown): SentError {
  if (error instanceof HistoryRefused) {
    const { code, message, hint } = error
    return { kind: 'history', code, message, hint }
  }
  const refused = asStoreRefused(error, (workerData as WorkerStart).file)
  if (refused instanceof StoreRefused) {
    const { code, message, hint, file } = refused
    return { kind: 'store', code, message, hint, file }
  }
  return { kind: 'defect', text: defectText(error) }
}
