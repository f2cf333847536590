import { asText, own, readSecretRef } from '../../shared/engine/index.ts'
import type { RawRecord } from '../openclaw/raw-values.ts'
import { configuredHeader, type ProviderEndpoint } from './endpoints.ts'
import { readExpiry } from './expiry.ts'
import { maskKnown, spellingsOf } from './known-secrets.ts'
import type { RefResolver } from './secret-refs.ts'
import { standInOf, tokenText } from './stored-sign-in.ts'
import { withVariables } from './variables.ts'

/**
 * What is sent to prove who calls. It lives as long as the call. Neither JSON nor an inspection shows what is in it.
 */
export class CredentialMaterial {
  readonly #headers: Readonly<Record<string, string>>
  readonly #spellings: readonly string[]

  /** @param secrets every value that must not come back in a text; the headers are made from them */
  constructor(headers: Readonly<Record<string, string>>, secrets: readonly string[]) {
    this.#headers = headers
    this.#spellings = spellingsOf(secrets)
  }

  /** For the request, and for nothing else. */
  headers(): Readonly<Record<string, string>> {
    return this.#headers
  }

  /** Masks the known values in a text of the other side; what is left can still be classified. */
  mask(text: string): string {
    return maskKnown(text, this.#spellings)
  }

  /** The same for a text that ends where reading stopped, which may be in the middle of a value. */
  maskCut(text: string): string {
    return this.mask(text).slice(0, -(this.#spellings[0]?.length ?? 0) || text.length)
  }
}

/** Why a credential cannot be sent. Words for people, without any value. */
export interface CredentialProblem {
  readonly code:
    | 'missing'
    | 'expired'
    | 'invalid_expires'
    /** the access token has ended; a refresh makes a new one */
    | 'needs_refresh'
    | 'refresh_pending'
    | 'refresh_failed'
    | 'unresolved_ref'
    | 'unsendable'
    /** the account is a subscription that answers no plain requests; the usage endpoint tells of it */
    | 'subscription_only'
    | 'unsupported_type'
  readonly message: string
  readonly hint: string
}

export interface MaterialQuestion {
  /** The stored credential as it is. */
  readonly credential: RawRecord
  readonly endpoint: ProviderEndpoint
  readonly model: string
  /** The parsed `openclaw.json`, for the headers that hold secrets. */
  readonly config: unknown
  readonly env: Readonly<Record<string, string | undefined>>
  readonly resolve: RefResolver
  readonly nowMs: number
}

type Outcome<T> = { readonly ok: T } | { readonly problem: CredentialProblem }

const ANTHROPIC_VERSION = '2023-06-01'
const ANTHROPIC_OAUTH_BETA = 'oauth-2025-04-20'
/** Tokens of a Claude sign-in, which some people keep where a key belongs. */
const ANTHROPIC_SIGN_IN = /^sk-ant-oat/
/** What to send for a stored credential, or why nothing can be sent. Never rejects. */
export async function materialFor(
  question: MaterialQuestion,
): Promise<{ readonly material: CredentialMaterial } | { readonly problem: CredentialProblem }> {
  const found = await secretOf(question)
  if ('problem' in found) return found
  const { secret, isSignIn } = found.ok
  const configured = await secretHeaders(question)
  if ('problem' in configured) return configured
  const headers = {
    ...authHeaders(question.endpoint, secret, isSignIn),
    ...question.endpoint.headers,
    ...configured.ok,
  }
  const secrets = [secret, ...Object.values(configured.ok).flatMap(withoutScheme)]
  return { material: new CredentialMaterial(headers, [...secrets, ...longValues(question.endpoint.headers)]) }
}

interface Secret {
  readonly secret: string
  /** A bearer token of a sign-in instead of a key. */
  readonly isSignIn: boolean
}

async function secretOf(question: MaterialQuestion): Promise<Outcome<Secret>> {
  const { credential, endpoint } = question
  const type = asText(own(credential, 'type') ?? own(credential, 'mode'))
  if (type === 'oauth') return accessOf(question)
  if (type === 'token') {
    const ended = tokenEnd(credential, question.nowMs)
    if (ended) return ended
    const found = await inlineOrRef(question, 'token', 'tokenRef')
    if ('problem' in found) return found
    return { ok: { secret: found.ok, isSignIn: true } }
  }
  if (type !== 'api_key' && type !== 'apiKey')
    return refusal('unsupported_type', 'The credential is of a type that cannot be sent.', 'Add the account again.')
  const found = await inlineOrRef(question, 'key', 'keyRef')
  if ('problem' in found) return found
  const isSignIn = endpoint.api === 'anthropic-messages' && ANTHROPIC_SIGN_IN.test(found.ok)
  return { ok: { secret: found.ok, isSignIn } }
}

/** Of a sign-in: its access token while it holds. */
function accessOf({ credential, endpoint, nowMs }: MaterialQuestion): Outcome<Secret> {
  const access = tokenText(credential, 'access')
  const hasRefresh = tokenText(credential, 'refresh') !== null
  const standIn = standInOf(access)
  if (standIn === 'in_vault')
    return refusal('unresolved_ref', 'The sign-in lies in the vault, which is not open.', 'Unlock the vault.')
  if (standIn === 'refresh_failed')
    return refusal(standIn, 'The last refresh of this sign-in failed for good.', 'Sign in to this account again.')
  if (standIn === 'refresh_pending')
    return refusal(standIn, 'OpenClaw is refreshing this sign-in right now.', 'Try again in a moment.')
  if (new URL(endpoint.baseUrl).hostname === 'api.openai.com')
    return refusal(
      'subscription_only',
      'A ChatGPT subscription answers no plain requests.',
      'Its limits are asked for instead.',
    )
  if (access === null && !hasRefresh)
    return refusal('missing', 'The sign-in holds no token.', 'Sign in to this account again.')
  const expiry = readExpiry(own(credential, 'expires'))
  const isOver = access === null || expiry.kind !== 'at' || expiry.atMs <= nowMs
  // Without any expiry the provider decides.
  if (access !== null && (expiry.kind === 'none' || !isOver)) return sendable(access, true)
  if (hasRefresh)
    return refusal('needs_refresh', 'The access token has ended.', 'Refresh the sign-in, then test again.')
  return refusal('expired', 'The sign-in has ended and cannot be refreshed.', 'Sign in to this account again.')
}

/** Tokens are held against `expires` as OpenClaw does it: seconds in the place of milliseconds have long passed. */
function tokenEnd(credential: RawRecord, nowMs: number): { readonly problem: CredentialProblem } | null {
  const expiry = readExpiry(own(credential, 'expires'))
  if (expiry.kind === 'none') return null
  if (expiry.kind === 'invalid')
    return refusal('invalid_expires', 'The expiry of the token is no time.', 'Enter the token again.')
  if (expiry.kind === 'at' && !expiry.wasSeconds && expiry.atMs > nowMs) return null
  const isMisread = expiry.kind === 'span' || expiry.wasSeconds
  return refusal(
    'expired',
    isMisread
      ? 'The expiry of the token is not in milliseconds, so that OpenClaw takes it for expired.'
      : 'The token has expired.',
    'Enter a new token.',
  )
}

async function inlineOrRef(
  question: MaterialQuestion,
  field: 'key' | 'token',
  refField: string,
): Promise<Outcome<string>> {
  const { credential, resolve } = question
  const inline = own(credential, field) ?? (field === 'key' ? own(credential, 'apiKey') : undefined)
  const ref = readSecretRef(own(credential, refField)) ?? readSecretRef(inline)
  if (ref) {
    const resolved = await resolve(ref)
    if ('problem' in resolved) return refusal('unresolved_ref', resolved.problem.message, resolved.problem.hint)
    const sent = sendable(resolved.secret, false)
    return 'problem' in sent ? sent : { ok: sent.ok.secret }
  }
  const text = asText(inline)
  if (text === null)
    return refusal('missing', `The account holds no ${field}.`, `Enter its ${field}, or remove the account.`)
  const sent = sendable(text, false)
  return 'problem' in sent ? sent : { ok: sent.ok.secret }
}

/** A header takes no line breaks, control characters or characters above 255. */
function sendable(text: string, isSignIn: boolean): Outcome<Secret> {
  const secret = text.trim()
  for (const character of secret) {
    const code = character.codePointAt(0) ?? 0
    if (code > 255 || code < 32 || code === 127)
      return refusal(
        'unsendable',
        'The secret holds characters that cannot be sent, such as a line break or a character of a frame.',
        'Copy it again and enter it anew.',
      )
  }
  return { ok: { secret, isSignIn } }
}

function authHeaders(
  { api, sendsBearer }: ProviderEndpoint,
  secret: string,
  isSignIn: boolean,
): Record<string, string> {
  const bearer = { authorization: `Bearer ${secret}` }
  switch (api) {
    case 'anthropic-messages':
      return {
        'anthropic-version': ANTHROPIC_VERSION,
        ...(isSignIn && !sendsBearer ? { 'anthropic-beta': ANTHROPIC_OAUTH_BETA } : {}),
        ...(isSignIn || sendsBearer ? bearer : { 'x-api-key': secret }),
      }
    case 'google-generative-ai':
      return isSignIn || sendsBearer ? bearer : { 'x-goog-api-key': secret }
    default:
      return bearer
  }
}

/** The headers of the configuration that hold secrets, each written out, by variable or by reference. */
async function secretHeaders(question: MaterialQuestion): Promise<Outcome<Readonly<Record<string, string>>>> {
  const { endpoint, config, model, env, resolve } = question
  const found: [string, string][] = []
  for (const name of endpoint.secretHeaders) {
    const value = configuredHeader(config, endpoint.provider, model, name)
    const ref = readSecretRef(value)
    const resolved = ref && !(ref.source === 'env' && typeof value === 'string') ? await resolve(ref) : null
    if (resolved && 'problem' in resolved)
      return refusal('unresolved_ref', resolved.problem.message, resolved.problem.hint)
    const text = resolved ? resolved.secret : typeof value === 'string' ? withVariables(value, env) : null
    if (text === null)
      return refusal(
        'unresolved_ref',
        `The header ${name} of ${endpoint.provider} is not written so that it can be sent.`,
        'It is a text, a variable that is set here, or a secret reference.',
      )
    const sent = sendable(text, false)
    if ('problem' in sent) return sent
    found.push([name, sent.ok.secret])
  }
  return { ok: Object.fromEntries(found) }
}

/** A header may hold a secret under a name that does not say so. Short values are versions and flags, and words of answers. */
function longValues(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers).filter((value) => value.trim().length >= 12)
}

/** `Bearer x` is a secret as a whole, and `x` is one too. */
function withoutScheme(value: string): readonly string[] {
  const space = value.indexOf(' ')
  return space === -1 ? [value] : [value, value.slice(space + 1)]
}

function refusal(
  code: CredentialProblem['code'],
  message: string,
  hint: string,
): { readonly problem: CredentialProblem } {
  return { problem: { code, message, hint } }
}
