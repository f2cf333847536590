import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Everything that went by while a page was used. */
export interface SecretsWatch {
  /** From the page to its host. */
  readonly sent: readonly string[]
  /** From its host to the page. */
  readonly received: readonly string[]
  /** Addresses, headers and bodies of HTTP requests, and what was printed to the page's console. */
  readonly aside: readonly string[]
  /** What stood on the page each time that `look` was called: texts, attributes and the contents of fields. */
  readonly shown: readonly string[]
  look(): Promise<void>
}

/** Records from before the page connects, so the page is loaded again. Nothing is kept inside the page. */
export async function watchForSecrets(page: Page): Promise<SecretsWatch> {
  const sent: string[] = []
  const received: string[] = []
  const aside: string[] = []
  const shown: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => void sent.push(String(payload)))
    socket.on('framereceived', ({ payload }) => void received.push(String(payload)))
  })
  page.on('request', (request) => {
    aside.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  page.on('console', (message) => void aside.push(message.text()))
  page.on('pageerror', (error) => void aside.push(`${error.message} ${error.stack ?? ''}`))
  await page.exposeFunction('passOn', (way: 'sent' | 'received', text: string) => {
    ;(way === 'sent' ? sent : received).push(text)
  })
  await page.addInitScript(passPortMessagesOn)
  await page.reload()
  return {
    sent,
    received,
    aside,
    shown,
    async look() {
      shown.push(
        await page.content(),
        (
          await page.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
        ).join('\n'),
      )
    },
  }
}

/** Runs in the page before anything else. A desktop page talks over a port, which no tool can listen to from outside. */
function passPortMessagesOn(): void {
  const { passOn } = globalThis as unknown as { passOn(way: string, text: string): void }
  const asText = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data))
  const listen = MessagePort.prototype.addEventListener
  MessagePort.prototype.addEventListener = function record(this: MessagePort, type: string, ...rest: unknown[]) {
    if (type === 'message') {
      listen.call(this, type, (event) => passOn('received', asText((event as MessageEvent<unknown>).data)))
    }
    Reflect.apply(listen, this, [type, ...rest])
  }
  const post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function record(this: MessagePort, ...args: unknown[]) {
    passOn('sent', asText(args[0]))
    Reflect.apply(post, this, args)
  }
}

/** Everything that is alive in the memory of a page's scripts, with every string in it. */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** The files of a folder, by their paths in it, whose bytes hold a text. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
    .map((file) => file.slice(folder.length + 1))
    .toSorted()
}
