import type { ReactNode } from 'react'
import type { ProfileStatus } from '../../../shared/engine/index.ts'
import { ClockTime, RelativeTime } from '../../components/times.tsx'
import { capitalize } from '../../lib/words/text.ts'
import { credentialTypeWord, maskedTail, secretRefOf, secretRefWords } from '../../lib/words/credential-words.ts'
import { signInWords } from './sign-in-sentences.ts'
import styles from './profile-facts.module.css'

interface ProfileFactsProps {
  readonly status: ProfileStatus
  /** Says of an inherited account that it is: worth a word only where others are not. */
  readonly showsOrigin: boolean
}

/** The plain facts of an account on a line or two: type, secret, label, sign-in, last use. */
export function ProfileFacts({ status, showsOrigin }: ProfileFactsProps) {
  const { profile, label, origin, lastUsedMs } = status
  const ref = profile === null ? null : secretRefOf(profile)
  const tail = profile === null ? null : maskedTail(profile)
  return (
    <div className={styles.clip}>
      <p className={styles.facts}>
        <Fact>
          {capitalize(credentialTypeWord(profile?.type ?? null))}
          {tail === null ? null : <span className={styles.tail}> {tail}</span>}
        </Fact>
        {ref === null ? null : <Fact>{secretRefWords(ref)}</Fact>}
        {label === null ? null : <Fact>{label}</Fact>}
        {origin === 'inherited' && showsOrigin ? <Fact>inherited</Fact> : null}
        {origin === 'config' ? <Fact>from the configuration</Fact> : null}
        <SignInFact status={status} />
        <Fact>
          {lastUsedMs === null || lastUsedMs === 0 ? (
            'never used'
          ) : (
            <>
              used <RelativeTime atMs={lastUsedMs} /> (<ClockTime atMs={lastUsedMs} />)
            </>
          )}
        </Fact>
      </p>
    </div>
  )
}

function SignInFact({ status }: { readonly status: ProfileStatus }) {
  const { signIn, profile } = status
  if (profile === null) return null
  const words = signInWords(signIn, profile.type)
  return (
    <Fact tone={words.tone}>
      {words.text}
      {!words.time || signIn.expiresMs === null ? null : (
        <>
          {' '}
          <ClockTime atMs={signIn.expiresMs} /> (<RelativeTime atMs={signIn.expiresMs} />)
        </>
      )}
    </Fact>
  )
}

function Fact({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'warn' | 'bad'
  readonly children: ReactNode
}) {
  return (
    <span className={styles.fact} data-tone={tone}>
      {children}
    </span>
  )
}
