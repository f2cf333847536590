import type { AuthProfile } from '../store/types.ts'
import { HOUR_MS, MINUTE_MS } from '../policy/index.ts'
import type { SignIn } from './types.ts'

const WARN_BEFORE_EXPIRY_MS = 24 * HOUR_MS
/** An access token that can be renewed is no concern until just before its end. */
const WARN_BEFORE_RENEWAL_MS = 5 * MINUTE_MS

/** Whether a profile's sign-in holds, and until when. */
export function signInOf(profile: AuthProfile | null, nowMs: number): SignIn {
  if (!profile) return { state: 'static', expiresMs: null, isRenewable: false }
  if (profile.type === 'api_key') {
    const state = profile.key || profile.keyRef ? 'static' : 'missing'
    return { state, expiresMs: null, isRenewable: false }
  }
  const isRenewable = profile.type === 'oauth' && profile.refresh !== null
  const hasMaterial =
    profile.type === 'token' ? Boolean(profile.token || profile.tokenRef) : Boolean(profile.access || profile.refresh)
  const expiresMs = meantExpiryMs(profile)
  const flaws = [...(profile.access?.flaws ?? []), ...(profile.refresh?.flaws ?? [])]
  if (flaws.includes('refresh_failed')) return { state: 'failed', expiresMs: null, isRenewable: false }
  if (flaws.includes('refresh_pending')) return { state: 'refreshing', expiresMs: null, isRenewable: true }
  if (!hasMaterial) return { state: 'missing', expiresMs: null, isRenewable: false }
  if (expiresMs === null) return { state: 'static', expiresMs, isRenewable }
  if (expiresMs === 0) return { state: 'invalid', expiresMs: null, isRenewable }
  if (expiresMs <= nowMs) return { state: 'expired', expiresMs, isRenewable }
  const marginMs = isRenewable ? WARN_BEFORE_RENEWAL_MS : WARN_BEFORE_EXPIRY_MS
  return { state: expiresMs - nowMs <= marginMs ? 'expiring' : 'valid', expiresMs, isRenewable }
}

/**
 * When a sign-in really ends. Some releases have stored seconds; the service does not mind, so what is shown is what was
 * meant (OA-07). For a token OpenClaw itself goes by the number as it stands, and so does this.
 */
function meantExpiryMs({ type, expiresMs, notes }: AuthProfile): number | null {
  return type === 'oauth' && expiresMs !== null && notes.includes('expiry_in_seconds') ? expiresMs * 1000 : expiresMs
}

/** The next instant at which `signInOf` changes by time alone; null: never. */
export function signInChangeAtMs({ state, expiresMs, isRenewable }: SignIn): number | null {
  if (expiresMs === null || state === 'expired') return null
  return state === 'expiring' ? expiresMs : expiresMs - (isRenewable ? WARN_BEFORE_RENEWAL_MS : WARN_BEFORE_EXPIRY_MS)
}
