import { z } from 'zod'
import type { HttpSend } from './http-request.ts'
import type { TokenEndpoint } from './oauth-endpoints.ts'

/** What a token endpoint answered to a refresh. */
export type TokenAnswer =
  | {
      readonly kind: 'tokens'
      readonly access: string
      /** null: the old one stays */
      readonly refresh: string | null
      /** As it was answered. */
      readonly expiresIn: number | null
      readonly idToken: string | null
    }
  /** The refresh token is no longer good: used up, withdrawn, expired. */
  | { readonly kind: 'rejected' }
  /** The server does not know who asks, or not this kind of request. */
  | { readonly kind: 'misconfigured' }
  /** Nothing is known about the sign-in. */
  | { readonly kind: 'unavailable'; readonly status: number | null; readonly retryAfter: string | null }

const MAX_BODY_BYTES = 256 * 1024

const text = z
  .string()
  .transform((value) => value.trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(64 * 1024),
  )
const tokensSchema = z.object({
  access_token: text,
  refresh_token: text.nullish().catch(null),
  expires_in: z.coerce.number().positive().finite().nullish().catch(null),
  id_token: text.nullish().catch(null),
})
const errorSchema = z.object({
  error: z.union([z.string(), z.object({ code: z.string().nullish(), type: z.string().nullish() })]),
})

const REJECTED = new Set([
  'invalid_grant',
  'refresh_token_reused',
  'refresh_token_expired',
  'refresh_token_invalidated',
  'refresh_token_not_found',
  'invalid_refresh_token',
  'token_expired',
  'token_revoked',
])
const MISCONFIGURED = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'])

/** RFC 6749 §6. Never rejects. */
export async function requestTokens(
  endpoint: TokenEndpoint,
  refresh: string,
  { send, timeoutMs }: { readonly send: HttpSend; readonly timeoutMs: number },
): Promise<TokenAnswer> {
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: refresh,
    ...(endpoint.clientId === null ? {} : { client_id: endpoint.clientId }),
  }
  const isJson = endpoint.form === 'json'
  const result = await send({
    url: endpoint.url,
    method: 'POST',
    headers: {
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    timeoutMs,
    maxBodyBytes: MAX_BODY_BYTES,
  })
  if (result.kind !== 'response') return { kind: 'unavailable', status: null, retryAfter: null }
  const document = parsed(result.body)
  const unavailable = {
    kind: 'unavailable',
    status: result.status,
    retryAfter: result.headers['retry-after'] ?? null,
  } as const
  if (result.status >= 200 && result.status <= 299) {
    const tokens = tokensSchema.safeParse(document)
    if (!tokens.success) return errorAnswer(document) ?? unavailable
    const { access_token: access, refresh_token: next, expires_in: expiresIn, id_token: idToken } = tokens.data
    return { kind: 'tokens', access, refresh: next ?? null, expiresIn: expiresIn ?? null, idToken: idToken ?? null }
  }
  // A server in trouble or under load says nothing about the sign-in, whatever its text.
  if (result.status === 429 || result.status >= 500) return unavailable
  return errorAnswer(document) ?? unavailable
}

function errorAnswer(document: unknown): TokenAnswer | null {
  const read = errorSchema.safeParse(document)
  if (!read.success) return null
  const { error } = read.data
  const names = typeof error === 'string' ? [error] : [error.code ?? '', error.type ?? '']
  if (names.some((name) => REJECTED.has(name))) return { kind: 'rejected' }
  return names.some((name) => MISCONFIGURED.has(name)) ? { kind: 'misconfigured' } : null
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
