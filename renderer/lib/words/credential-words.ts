import type { AuthProfile, CredentialType, SecretRef } from '../../../shared/engine/index.ts'

const TYPE_WORDS: Readonly<Record<CredentialType, string>> = {
  api_key: 'API key',
  token: 'token',
  oauth: 'sign-in (OAuth)',
}

export function credentialTypeWord(type: CredentialType | null): string {
  return type === null ? 'no stored credential' : TYPE_WORDS[type]
}

const REF_WORDS: Readonly<Record<SecretRef['source'], string>> = {
  env: 'environment variable',
  file: 'file',
  exec: 'command',
  store: 'secret store',
}

/** Where the secret lies when it is not written in the file: `environment variable OPENAI_API_KEY`. */
export function secretRefWords(ref: SecretRef): string {
  return `${REF_WORDS[ref.source]} ${ref.id}`
}

export function secretRefOf(profile: AuthProfile): SecretRef | null {
  return profile.keyRef ?? profile.tokenRef
}

/** The characters that the host lets through of a secret, never more than four: `····9f3a`. */
export function maskedTail(profile: AuthProfile): string | null {
  const secret = profile.type === 'api_key' ? profile.key : profile.type === 'token' ? profile.token : profile.access
  return secret?.tail == null ? null : `····${secret.tail.slice(-4)}`
}
