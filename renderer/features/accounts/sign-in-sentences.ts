import type { CredentialType, SignIn, SignInState } from '../../../shared/engine/index.ts'

/** How a sign-in stands. `time`: whether its expiry follows the words. */
export interface SignInWords {
  readonly text: string
  readonly tone: 'plain' | 'warn' | 'bad'
  readonly time: boolean
}

type Shape = Pick<SignIn, 'isRenewable'> & { readonly type: CredentialType | null }

const WORDS: Readonly<Record<SignInState, (shape: Shape) => SignInWords>> = {
  static: ({ type }) => ({ text: STATIC_WORDS[type ?? 'none'], tone: 'plain', time: false }),
  valid: ({ isRenewable, type }) => ({
    text: isRenewable ? 'Signed in, renewed by itself' : type === 'oauth' ? 'Signed in until' : 'Valid until',
    tone: 'plain',
    time: !isRenewable,
  }),
  expiring: ({ isRenewable }) => ({
    text: isRenewable ? 'Signed in, about to be renewed' : 'Expires',
    tone: isRenewable ? 'plain' : 'warn',
    time: !isRenewable,
  }),
  expired: ({ isRenewable }) =>
    isRenewable
      ? { text: 'Signed in, renewed at the next use', tone: 'plain', time: false }
      : { text: 'Expired', tone: 'bad', time: true },
  refreshing: () => ({ text: 'Sign-in is being renewed', tone: 'plain', time: false }),
  failed: () => ({ text: 'Sign-in could not be renewed', tone: 'bad', time: false }),
  missing: () => ({ text: 'No credential stored', tone: 'bad', time: false }),
  invalid: () => ({ text: 'Expiry is not a valid time', tone: 'bad', time: false }),
}

const STATIC_WORDS = {
  api_key: 'Does not expire',
  token: 'No expiry on record',
  oauth: 'Signed in, no expiry on record',
  none: 'From the environment',
} as const

export const SIGN_IN_STATES = Object.keys(WORDS) as readonly SignInState[]

export function signInWords(signIn: SignIn, type: CredentialType | null): SignInWords {
  return WORDS[signIn.state]({ isRenewable: signIn.isRenewable, type })
}
