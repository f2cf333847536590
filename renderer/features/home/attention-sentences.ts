import type { Attention, AttentionCode, ContradictionCode } from '../../../shared/engine/index.ts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import { count, listOf } from '../../lib/words/text.ts'
import { endWords } from '../../lib/words/when.ts'

/** What is the matter, and what to do about it. */
export interface AttentionSentence {
  readonly title: string
  readonly advice: string
  /** What to type, where typing helps. */
  readonly command?: string
}

interface Subject {
  readonly who: string
  readonly isOne: boolean
  readonly provider: string
  readonly model: string
  /** When it ends or returns, such as `at 18:52`; null: not known. */
  readonly time: string | null
  readonly quantity: number
  readonly contradiction: ContradictionCode | null
}

const SENTENCES: Readonly<Record<AttentionCode, (subject: Subject) => AttentionSentence>> = {
  nothing_can_answer: ({ time }) => ({
    title: 'Nothing can answer for this agent.',
    advice:
      time === null
        ? 'Waiting does not help: an account has to be added or mended.'
        : `The first account returns ${time}.`,
  }),
  signin_expired: ({ who, provider }) => ({
    title: `The sign-in of ${who} has expired.`,
    advice: 'Sign in again:',
    command: signInCommand(provider),
  }),
  signin_expiring: ({ who, time, provider }) => ({
    title: `The sign-in of ${who} ends ${time ?? 'soon'}.`,
    advice: 'It is not renewed by itself. Sign in again before then:',
    command: signInCommand(provider),
  }),
  signin_refresh_failed: ({ who, provider }) => ({
    title: `The sign-in of ${who} could not be renewed.`,
    advice: 'Sign in again:',
    command: signInCommand(provider),
  }),
  auth_permanent: ({ who, time }) => ({
    title: `The provider refuses the credential of ${who} for good.`,
    advice: `Replace it.${time === null ? '' : ` It is tried again ${time}.`}`,
  }),
  credit_exhausted: ({ who, time }) => ({
    title: `${who} is out of credit.`,
    advice: `Top up the account.${time === null ? '' : ` It is tried again ${time}.`}`,
  }),
  lock_contradicted: ({ who, time, contradiction }) => ({
    title: `The lock of ${who} has outlived its cause.`,
    advice: `${contradictionWords(contradiction)}${time === null ? '' : `, and the lock would run until ${endWords(time)}`}.`,
  }),
  order_names_missing_profile: ({ who, isOne, provider }) => ({
    title: `The order for ${provider} names ${who}, which ${isOne ? 'does' : 'do'} not exist.`,
    advice: `${isOne ? 'It is' : 'They are'} passed over. Add the account, or take the name out of the order.`,
  }),
  order_names_nothing: ({ provider }) => ({
    title: `The order for ${provider} leaves nothing to use.`,
    advice: 'Name an account that may be used in it, or remove the order, so that all accounts take their turn.',
  }),
  order_key_unmatched: ({ provider }) => ({
    title: `The order for ${provider} is found only under that very name.`,
    advice: 'Its accounts are kept under another name of the provider. Write the order under that name.',
  }),
  credential_missing: ({ who }) => ({
    title: `${who} has no key or token.`,
    advice: 'Nothing is stored, or what it refers to is not there. Store a credential, or mend the reference.',
  }),
  credential_malformed: ({ who }) => ({
    title: `What is stored for ${who} is not a credential.`,
    advice: 'Another text was probably pasted in its place. Paste the key itself.',
  }),
  credential_odd: ({ who }) => ({
    title: `Something about the credential of ${who} looks wrong.`,
    advice: 'It loads, and the provider may refuse it. Its details on Accounts say what was noticed.',
  }),
  mode_mismatch: ({ who }) => ({
    title: `${who} is stored as another type than openclaw.json says.`,
    advice: 'It is not used until both agree. Correct its mode in auth.profiles, or sign in the other way.',
  }),
  provider_mismatch: ({ who, provider }) => ({
    title: `${who} belongs to another provider than ${provider}.`,
    advice: 'It is not used here. Correct the provider in auth.profiles or the name in the order.',
  }),
  plaintext_secrets: ({ quantity }) => ({
    title: `${count(quantity, 'account')} ${quantity === 1 ? 'keeps its secret' : 'keep their secrets'} in plain text.`,
    advice: 'Anyone who can read the files can use them. References to the environment or a command avoid that.',
  }),
  primary_is_first_fallback: ({ provider, model }) => ({
    title: `This agent’s own model, ${provider}/${model}, is also the first default fallback.`,
    advice:
      'With a model of its own and no fallbacks it does not fall back at all. Remove its model setting to inherit the chain.',
  }),
  model_without_profile: ({ provider, model }) => ({
    title: `${provider}/${model} is in the chain and has no account that may be used.`,
    advice: 'It is always passed over. Add an account, or take it out of the chain.',
  }),
}

function contradictionWords(code: ContradictionCode | null): string {
  switch (code) {
    case 'answered_elsewhere':
      return 'The same credential answered after the failure, from the shared store'
    case 'failure_in_future':
      return 'The failure is dated later than now, so a clock was set back'
    default:
      return 'It answered after the failure'
  }
}

function signInCommand(provider: string): string {
  return `openclaw models auth login --provider ${provider}`
}

/**
 * One thing that needs a person, in words.
 *
 * @param time the instant it mentions, as `at 18:52` or `tomorrow at 09:00`; null: it mentions none
 */
export function attentionSentence(attention: Attention, time: string | null): AttentionSentence {
  const { code, profileIds, provider, model } = attention
  return SENTENCES[code]({
    who: profileIds.length === 0 ? 'an account' : listOf(profileIds.map((id) => shortenMiddle(id, 60))),
    isOne: profileIds.length === 1,
    provider: provider ?? 'the provider',
    model: model ?? 'a model',
    time,
    quantity: profileIds.length,
    contradiction: attention.contradiction?.code ?? null,
  })
}
