import type { AuthProfile, ProfileStatus } from '../../../shared/engine/index.ts'
import { ClockTime, RelativeTime } from '../../components/times.tsx'
import { credentialTypeWord, maskedTail, secretRefOf, secretRefWords } from '../../lib/words/credential-words.ts'
import { Detail, DetailList } from './detail-list.tsx'
import { flawWords, noteWords, originWords } from './detail-sentences.ts'
import { signInWords } from './sign-in-sentences.ts'

export function DetailCredential({ status }: { readonly status: ProfileStatus }) {
  const { profile, provider, label, origin, signIn } = status
  return (
    <DetailList title="Credential">
      <Detail name="Provider">{provider}</Detail>
      <Detail name="Kept in">{originWords(origin)}</Detail>
      <Detail name="Type">{credentialTypeWord(profile?.type ?? null)}</Detail>
      {label === null ? null : <Detail name="Label">{label}</Detail>}
      {profile === null ? null : <CredentialDetails profile={profile} />}
      {profile === null ? null : <Detail name="Sign-in">{signInWords(signIn, profile.type).text}</Detail>}
      {signIn.expiresMs === null ? null : (
        <Detail name="Expiry on record">
          <ClockTime atMs={signIn.expiresMs} precision="second" /> (<RelativeTime atMs={signIn.expiresMs} />)
        </Detail>
      )}
    </DetailList>
  )
}

function CredentialDetails({ profile }: { readonly profile: AuthProfile }) {
  const ref = secretRefOf(profile)
  const tail = maskedTail(profile)
  const flaws = [profile.key, profile.token, profile.access, profile.refresh].flatMap((secret) => secret?.flaws ?? [])
  const remarks = [...profile.notes.map(noteWords), ...[...new Set(flaws)].map(flawWords)]
  return (
    <>
      {ref === null ? null : <Detail name="Secret">{secretRefWords(ref)}</Detail>}
      {tail === null ? null : (
        <Detail name="Secret ends in">
          <code>{tail}</code>
        </Detail>
      )}
      {profile.email === null ? null : <Detail name="E-mail">{profile.email}</Detail>}
      {profile.accountId === null ? null : <Detail name="Account id">{profile.accountId}</Detail>}
      {profile.plan === null ? null : <Detail name="Plan">{profile.plan}</Detail>}
      {remarks.map((remark) => (
        <Detail key={remark} name="Noticed">
          {remark}
        </Detail>
      ))}
    </>
  )
}
