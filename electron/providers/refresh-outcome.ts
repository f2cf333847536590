/** What became of a sign-in. It holds no token: what is stored is read where it is needed. */
export type RefreshOutcome =
  | {
      readonly kind:
        /** a new token was fetched and stored */
        | 'refreshed'
        /** somebody else had fetched one in the meantime */
        | 'adopted'
        /** the stored one still holds */
        | 'still_valid'
      /** Epoch ms */
      readonly expiresMs: number
    }
  | RefreshFailure

export interface RefreshFailure {
  readonly kind: 'failed'
  readonly code: RefreshFailureCode
  /** Words for people, without any value. */
  readonly message: string
  readonly hint: string
  /** Epoch ms; null: the server does not say. */
  readonly retryAtMs: number | null
}

export type RefreshFailureCode =
  /** only a new sign-in helps */
  | 'needs_sign_in'
  /** the server could not be asked, or did not answer properly; nothing is known about the sign-in */
  | 'try_again'
  /** somebody on this machine is refreshing it (ST-09): nothing is wrong with the sign-in */
  | 'busy'
  | 'not_supported'
  /** new tokens were fetched and could not be stored; they are kept and stored with the next attempt */
  | 'not_saved'
  /** the directory takes no changes, so that nothing was fetched */
  | 'cannot_write'
  /** the account is no longer the sign-in that was to be refreshed */
  | 'gone'

const WORDS: Readonly<Record<RefreshFailureCode, readonly [message: string, hint: string]>> = {
  needs_sign_in: ['The provider no longer accepts this sign-in.', 'Sign in to this account again.'],
  try_again: ['The sign-in could not be refreshed just now. Nothing is known to be wrong with it.', 'Try again later.'],
  busy: ['The sign-in is being refreshed by another program on this machine.', 'Wait a moment, then try again.'],
  not_supported: [
    'How sign-ins of this provider are refreshed is not known.',
    'Sign in again with the program that made it, or enter a key.',
  ],
  not_saved: [
    'A new sign-in was fetched and could not be stored. It is kept until it can be.',
    'Leave Switchyard open, make room or give it the right to write, and refresh again.',
  ],
  cannot_write: [
    'The state directory takes no changes, so that a new sign-in could not be stored. None was fetched.',
    'Make room or give yourself the right to write to it, then refresh again.',
  ],
  gone: ['The account has been removed or replaced.', 'Look at the accounts again.'],
}

export function refreshFailure(code: RefreshFailureCode, retryAtMs: number | null = null): RefreshFailure {
  const [message, hint] = WORDS[code]
  return { kind: 'failed', code, message, hint, retryAtMs }
}
