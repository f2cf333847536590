import { asText, own } from '../../shared/engine/index.ts'
import type { RawRecord } from '../openclaw/raw-values.ts'
import { checkUrl } from './address-rules.ts'

/** Where and in whose name a sign-in is refreshed. */
export interface TokenEndpoint {
  readonly url: URL
  /** The public id of the program that the sign-in was made for; null: the server wants none. */
  readonly clientId: string | null
  readonly form: 'form' | 'json'
}

const OPENAI = {
  url: 'https://auth.openai.com/oauth/token',
  clientId: 'app_EMoamEEZ73f0CkXaXp7hrann',
  form: 'form',
} as const
const KNOWN: Readonly<Record<string, { url: string; clientId: string; form: 'form' | 'json' }>> = {
  openai: OPENAI,
  'openai-codex': OPENAI,
  anthropic: {
    url: 'https://console.anthropic.com/v1/oauth/token',
    clientId: '9d1c250a-e61b-44d9-88ed-5944d1962f5e',
    form: 'json',
  },
}

/** From the credential itself, else from what is known of its provider; null: it is not known, or no usable address. */
export function tokenEndpointOf(credential: RawRecord, provider: string): TokenEndpoint | null {
  const known = own(KNOWN, provider)
  const written = asText(own(credential, 'tokenEndpoint'))?.trim()
  const checked = checkUrl(written ?? known?.url ?? '')
  if ('problem' in checked) return null
  const ownClient = asText(own(credential, 'clientId'))?.trim() ?? null
  // The id of one server means nothing to another.
  const isKnown = known !== undefined && checked.url.href === new URL(known.url).href
  return {
    url: checked.url,
    clientId: ownClient ?? (isKnown ? known.clientId : null),
    form: isKnown ? known.form : 'form',
  }
}
