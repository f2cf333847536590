import type { ApiKind } from './api-kind.ts'
import type { UrlProblem } from './address-rules.ts'
import type { CredentialMaterial } from './credential-material.ts'
import type { ProviderEndpoint } from './endpoints.ts'
import { sendRequest, type HttpSend, type NetworkError } from './http-request.ts'
import { minimalRequest } from './minimal-request.ts'

/** What came of a test call, as it was seen. Every secret that was sent is masked in its texts (RD-03, RD-07). */
export type RawOutcome =
  | {
      readonly kind: 'response'
      readonly api: ApiKind
      readonly status: number
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      /** The body was longer than is read. */
      readonly isCut: boolean
      readonly latencyMs: number
    }
  | {
      readonly kind: 'no_response'
      readonly error: NetworkError
      /** Who ended the call; null: nobody did. */
      readonly abortedBy: 'request_timer' | 'caller' | null
      readonly latencyMs: number
    }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly problem: UrlProblem; readonly latencyMs: number }

export interface CallRequest {
  readonly endpoint: ProviderEndpoint
  readonly model: string
  readonly material: CredentialMaterial
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** How the request is sent; absent: over the network. */
  readonly send?: HttpSend | undefined
}

const TIMEOUT_MS = 15_000
const MAX_BODY_BYTES = 256 * 1024

/** Makes the smallest real call of a provider with a credential. Never rejects; a failure is an outcome. */
export async function callProvider(call: CallRequest): Promise<RawOutcome> {
  const { endpoint, material } = call
  const { url, body } = minimalRequest(endpoint, call.model)
  const result = await (call.send ?? sendRequest)({
    url,
    method: 'POST',
    headers: { ...material.headers(), 'content-type': 'application/json', accept: 'application/json' },
    body,
    timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    signal: call.signal,
  })
  const latencyMs = result.tookMs
  if (result.kind === 'refused') return { kind: 'refused', problem: result.problem, latencyMs }
  if (result.kind === 'failed') {
    const error = { ...result.error, message: material.mask(result.error.message) }
    return { kind: 'no_response', error, abortedBy: result.abortedBy, latencyMs }
  }
  return {
    kind: 'response',
    api: endpoint.api,
    status: result.status,
    headers: Object.fromEntries(
      Object.entries(result.headers).flatMap(([name, value]) =>
        name === 'set-cookie' ? [] : [[name, material.mask(value)]],
      ),
    ),
    body: result.isCut ? material.maskCut(result.body) : material.mask(result.body),
    isCut: result.isCut,
    latencyMs,
  }
}
