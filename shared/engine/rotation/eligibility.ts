import type { AuthMode, ConfiguredProfile } from '../config/types.ts'
import type { OrderRules } from '../policy/index.ts'
import type { AuthProfile, CredentialType } from '../store/types.ts'
import { MAX_TIME_MS } from '../store/usage-stats.ts'
import { resolveAuthProvider } from './provider-id.ts'
import type { EligibilityCode } from './types.ts'

/**
 * Whether a stored profile may be used for a provider at all, before any window is looked at; the first check that fails
 * is the reason. Only the end of a token depends on the time and is checked where the time is known. An expired OAuth
 * access token is no obstacle: it can be renewed. A secret reference is not resolved here.
 *
 * @param authProvider the provider after aliases
 * @param configured the profile's entry in `auth.profiles`, if it has one
 */
export function settledEligibility(
  rules: OrderRules,
  authProvider: string,
  profile: AuthProfile,
  configured: ConfiguredProfile | undefined,
): EligibilityCode {
  if (rules.detectsSetupReplacements && profile.isSetupReplacement) return 'setup_inactive'
  if (!serves(rules, authProvider, profile)) return 'provider_mismatch'
  if (configured) {
    if (resolveAuthProvider(configured.provider, rules) !== resolveAuthProvider(profile.provider, rules))
      return 'provider_mismatch'
    if (!modeAccepts(configured.mode, profile.type)) return 'mode_mismatch'
  }
  return credentialEligibility(rules, profile)
}

/** In 2026.5, `openai-codex` has its own profiles and may borrow the API keys of `openai`. */
export function serves(rules: OrderRules, authProvider: string, profile: AuthProfile): boolean {
  const own = resolveAuthProvider(profile.provider, rules)
  if (own === authProvider) return true
  return rules.codexUsesOpenaiKeys && authProvider === 'openai-codex' && own === 'openai' && profile.type === 'api_key'
}

function modeAccepts(mode: AuthMode | null, type: CredentialType): boolean {
  return mode === type || (mode === 'oauth' && type === 'token')
}

function credentialEligibility(rules: OrderRules, profile: AuthProfile): EligibilityCode {
  const { expiresMs } = profile
  switch (profile.type) {
    case 'api_key':
      if (rules.detectsCommandLineKeys && profile.key?.flaws.includes('command_line')) return 'malformed_api_key'
      return profile.key || profile.keyRef ? 'ok' : 'missing_credential'
    case 'token':
      if (!profile.token && !profile.tokenRef) return 'missing_credential'
      if (expiresMs === 0 || (rules.boundsTokenExpiry && (expiresMs ?? 0) > MAX_TIME_MS)) return 'invalid_expires'
      return 'ok'
    case 'oauth':
      if (rules.detectsRefreshMarkers && hasRefreshMarker(profile)) return 'expired'
      if (profile.access || profile.refresh) return 'ok'
      return rules.detectsLegacyOauthRefs && profile.hasLegacyOauthRef ? 'unresolved_ref' : 'missing_credential'
  }
}

function hasRefreshMarker({ access, refresh }: AuthProfile): boolean {
  return [access, refresh].some(
    (secret) => secret?.flaws.includes('refresh_pending') || secret?.flaws.includes('refresh_failed'),
  )
}
