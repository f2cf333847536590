import type { AuthProfile } from '../../../shared/engine/index.ts'
import { maskedTail, secretRefOf, secretRefWords } from './credential-words.ts'
import { capitalize } from './text.ts'

/** Where the secret of an account is now: `Environment variable OPENAI_API_KEY`, `Stored in plain text, ····9f3a`. */
export function secretPlaceWords(profile: AuthProfile): string {
  const ref = secretRefOf(profile)
  if (ref !== null)
    return ref.source === 'store' && ref.provider === 'switchyard' ? 'In the vault' : capitalize(secretRefWords(ref))
  const secret = profile.key ?? profile.token ?? profile.access ?? profile.refresh
  if (secret === null) return 'There is none'
  if (secret.isInVault) return 'In the vault'
  const tail = maskedTail(profile)
  return tail === null ? 'Stored in plain text' : `Stored in plain text, ${tail}`
}
