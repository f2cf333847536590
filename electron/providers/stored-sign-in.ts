import { asText, own } from '../../shared/engine/index.ts'
import type { RawRecord } from '../openclaw/raw-values.ts'
import { expiryOfAnswer, readExpiry } from './expiry.ts'
import type { TokenAnswer } from './token-request.ts'

/** What stands in the place of a token. */
export type TokenStandIn =
  /** OpenClaw is refreshing the sign-in, or was when it stopped */
  | 'refresh_pending'
  /** the refresh failed for good */
  | 'refresh_failed'
  /** the token lies in the vault, which was not opened */
  | 'in_vault'

const REFRESH_MARKER = /^openclaw-oauth-refresh-fence:v1:[0-9a-f]{32}:(failed:)?(?:access|refresh):/
const VAULT_MARKER = 'switchyard-vault:'
/** A token that ends sooner than this is refreshed. */
const MARGIN_MS = 5 * 60_000
/** What a token is taken for whose server does not say how long it holds. */
const UNTOLD_SPAN_MS = 3_600_000

export function tokenText(credential: RawRecord, field: 'access' | 'refresh'): string | null {
  return asText(own(credential, field))?.trim() ?? null
}

/** null: it is a token. */
export function standInOf(text: string | null): TokenStandIn | null {
  if (text === null) return null
  if (text.startsWith(VAULT_MARKER)) return 'in_vault'
  const marker = REFRESH_MARKER.exec(text)
  if (!marker) return null
  return marker[1] ? 'refresh_failed' : 'refresh_pending'
}

/** Whether the stored credential is a sign-in of the provider: nothing else is ever used or replaced (OA-05). */
export function isSignInOf(credential: RawRecord, provider: string): boolean {
  const named = asText(own(credential, 'provider'))?.trim().toLowerCase()
  return own(credential, 'type') === 'oauth' && named === provider
}

/** Two stores hold the same person's sign-in only where both say so. */
export function isSamePerson(a: RawRecord, b: RawRecord): boolean {
  const names = ['accountId', 'email'].filter((name) => asText(own(a, name)) !== null && asText(own(b, name)) !== null)
  return names.length > 0 && names.every((name) => own(a, name) === own(b, name))
}

/**
 * The end, in epoch ms, of a stored token that can be used for a while longer; null: it has to be refreshed.
 *
 * @param rejected a token that the provider refused, whatever its end
 */
export function heldUntil(credential: RawRecord, rejected: string | undefined, nowMs: number): number | null {
  const access = tokenText(credential, 'access')
  if (access === null || access === rejected?.trim()) return null
  const expiry = readExpiry(own(credential, 'expires'))
  return expiry.kind === 'at' && expiry.atMs > nowMs + MARGIN_MS ? expiry.atMs : null
}

/** The credential with new tokens; whatever else it holds stays. `expires` is always epoch ms (OA-07). */
export function withTokens(
  credential: RawRecord,
  answer: Extract<TokenAnswer, { kind: 'tokens' }>,
  nowMs: number,
): Record<string, unknown> & { readonly expires: number } {
  return {
    ...credential,
    access: answer.access,
    refresh: answer.refresh ?? credential['refresh'],
    expires: expiryOfAnswer(answer.expiresIn, nowMs) ?? nowMs + UNTOLD_SPAN_MS,
    ...(answer.idToken === null ? {} : { idToken: answer.idToken }),
  }
}

/** The credential with the tokens of a copy of it. */
export function withTokensOf(credential: RawRecord, copy: RawRecord): Record<string, unknown> {
  const { access, refresh, expires, idToken } = copy
  return { ...credential, access, refresh, expires, ...(idToken === undefined ? {} : { idToken }) }
}
