import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { performance } from 'node:perf_hooks'
import { addressKind, mayConnect, urlProblem, type UrlProblem } from './address-rules.ts'

export interface HttpRequest {
  /** Checked by `checkUrl`, or built from one that was. */
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** For everything, from the name to the last byte. */
  readonly timeoutMs: number
  /** What comes after that many bytes is not read. */
  readonly maxBodyBytes: number
  readonly signal?: AbortSignal | undefined
}

/** What came of a request. Its texts are the other side's and may repeat what was sent. */
export type HttpResult =
  | {
      readonly kind: 'response'
      readonly status: number
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly isCut: boolean
      readonly tookMs: number
    }
  | {
      readonly kind: 'failed'
      readonly error: NetworkError
      readonly abortedBy: 'request_timer' | 'caller' | null
      readonly tookMs: number
    }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly problem: UrlProblem; readonly tookMs: number }

/** The parts of an error that tell something and hold no data of the connection. */
export interface NetworkError {
  readonly name: string
  readonly message: string
  readonly code: string | null
}

export type HttpSend = (request: HttpRequest) => Promise<HttpResult>

/** A name that leads nowhere a secret may be sent. */
class AddressRefused extends Error {
  readonly problem: UrlProblem

  constructor(problem: UrlProblem) {
    super(problem.message)
    this.name = 'AddressRefused'
    this.problem = problem
  }
}

/** How names are resolved. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Sends one request over a connection of its own. Never rejects and never follows a redirect. The name is resolved once,
 * and only the addresses that passed are connected to, so that a name cannot lead elsewhere between check and use.
 */
export const sendRequest: HttpSend = (request) => send(request, lookup)

/** The same with names resolved in another way. */
export function createSend(resolveName: ResolveName): HttpSend {
  return (request) => send(request, resolveName)
}

function send(request: HttpRequest, resolveName: ResolveName): Promise<HttpResult> {
  return new Promise((resolve) => {
    const startedMs = performance.now()
    const took = (): number => Math.max(0, Math.round(performance.now() - startedMs))
    const controller = new AbortController()
    let abortedBy: 'request_timer' | 'caller' | null = null
    const abort = (by: 'request_timer' | 'caller'): void => {
      abortedBy ??= by
      controller.abort()
    }
    const timer = setTimeout(() => abort('request_timer'), request.timeoutMs)
    const onCallerAbort = (): void => abort('caller')
    const end = (result: HttpResult): void => {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', onCallerAbort)
      resolve(result)
    }
    const fail = (error: unknown): void =>
      end(
        error instanceof AddressRefused
          ? { kind: 'refused', problem: error.problem, tookMs: took() }
          : { kind: 'failed', error: networkError(error), abortedBy, tookMs: took() },
      )
    if (request.signal?.aborted) onCallerAbort()
    else request.signal?.addEventListener('abort', onCallerAbort, { once: true })

    try {
      const literal = request.url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !mayConnect(literal, request.url.protocol)) throw refusal([literal])
      const open = request.url.protocol === 'https:' ? requestHttps : requestHttp
      const outgoing = open(request.url, {
        method: request.method,
        headers: {
          ...request.headers,
          'accept-encoding': 'identity',
          ...(request.body === null ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }),
        },
        agent: false,
        lookup: guardedLookup(request.url.protocol, resolveName),
        signal: controller.signal,
      })
      outgoing.on('error', fail)
      let hasResponse = false
      // An answer that is no HTTP any more, or none at all.
      outgoing.on('upgrade', (_incoming, socket) => socket.destroy())
      outgoing.on('close', () => {
        if (!hasResponse) fail(closedEarly())
      })
      outgoing.on('response', (incoming) => {
        hasResponse = true
        readBody(incoming, request.maxBodyBytes).then(
          ({ body, isCut }) =>
            end({
              kind: 'response',
              status: incoming.statusCode ?? 0,
              headers: singleHeaders(incoming),
              body,
              isCut,
              tookMs: took(),
            }),
          fail,
        )
      })
      outgoing.end(request.body ?? undefined)
    } catch (error) {
      fail(error)
    }
  })
}

/** Resolves a name and leaves out every address that nothing may be sent to. */
function guardedLookup(protocol: string, resolveName: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => mayConnect(address, protocol))
      const [first] = allowed
      if (!first) return callback(refusal(addresses.map(({ address }) => address)), '', 0)
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}

function refusal(addresses: readonly string[]): AddressRefused {
  const isPublic = addresses.some((address) => addressKind(address) === 'public')
  return new AddressRefused(urlProblem(isPublic ? 'plain_http' : 'forbidden_address'))
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<{ body: string; isCut: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (isCut: boolean): void =>
      resolve({ body: new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes)), isCut })
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= maxBytes) return
      finish(true)
      incoming.destroy()
    })
    incoming.on('end', () => finish(false))
    incoming.on('error', reject)
    incoming.on('close', () => {
      if (!incoming.complete) reject(closedEarly())
    })
  })
}

function closedEarly(): Error {
  return Object.assign(new Error('The connection was closed before the answer was complete.'), { code: 'ECONNRESET' })
}

function singleHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** Only name, text and code: errors of the parser carry the bytes that they could not read. */
function networkError(error: unknown): NetworkError {
  if (!(error instanceof Error)) return { name: 'Error', message: 'The request failed.', code: null }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return { name: error.name, message: error.message, code }
}
