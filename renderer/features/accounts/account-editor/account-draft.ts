import type { AddAccountInput, EditAccountInput, SecretInput } from '../../../../shared/contract/types.ts'
import type { AuthProfile, SecretRef } from '../../../../shared/engine/index.ts'
import { cleanSecret } from '../../../../shared/engine/index.ts'
import {
  aliasProblem,
  referenceIdProblem,
  toReference,
  type ReferenceSource,
} from '../../../lib/secrets/reference-rules.ts'
import { parseLocalTime } from './local-time.ts'
import type { Owner } from './owners.ts'
import { suggestProfileId } from './profile-id-suggestion.ts'

/** How a secret is handed in: entered, or where it is to be found. */
export type SecretPlace = 'inline' | ReferenceSource

/** Where a secret is, as far as a form remembers it. What was entered is never part of it. */
export interface SecretDraft {
  readonly place: SecretPlace
  readonly alias: string
  readonly refId: string
}

export const EMPTY_SECRET: SecretDraft = { place: 'inline', alias: '', refId: '' }

export interface AccountDraft {
  readonly provider: string
  readonly type: 'api_key' | 'token'
  readonly secret: SecretDraft
  /** null: as suggested */
  readonly profileId: string | null
  readonly owner: Owner
  readonly displayName: string
  readonly email: string
  /** token: `2027-01-31T18:00` in the reader's zone; empty: it does not expire. */
  readonly expiry: string
}

export type DraftField = 'provider' | 'secret' | 'alias' | 'refId' | 'profileId' | 'email' | 'expiry'
/** `missing`: nothing, or not all of it, was entered yet, which is no mistake before a person is done. */
export type DraftProblem = { readonly kind: 'missing' | 'wrong'; readonly text: string }
export type DraftProblems = Readonly<Partial<Record<DraftField, DraftProblem>>>

interface DraftContext {
  /** What is in the field of the secret now. */
  readonly entered: string
  /** Ids of the store that it goes to. */
  readonly taken: ReadonlySet<string>
  readonly nowMs: number
}

/** The longest id that every screen shows whole. */
const LONGEST_ID = 200

/** The id that an account gets: the one entered, else the suggestion. */
export function profileIdOf(draft: AccountDraft, taken: ReadonlySet<string>): string {
  const { provider, email, secret, profileId } = draft
  return profileId === null
    ? suggestProfileId({ provider, email, isPasted: secret.place === 'inline' }, taken)
    : profileId.trim()
}

/** Everything that keeps a draft from being stored, by field. */
export function draftProblems(draft: AccountDraft, context: DraftContext): DraftProblems {
  return withoutNulls({
    provider: providerProblem(draft.provider),
    profileId: idProblem(profileIdOf(draft, context.taken), context.taken),
    email: emailProblem(draft.email),
    expiry: draft.type === 'token' ? expiryProblem(draft.expiry, context.nowMs) : null,
    ...secretProblems(draft.secret, context.entered),
  })
}

/** The same for what belongs to the secret alone. */
export function secretProblems(secret: SecretDraft, entered: string): DraftProblems {
  if (secret.place === 'inline') {
    if (cleanSecret(entered) !== '') return {}
    return { secret: entered === '' ? missing('Enter the secret.') : wrong('Nothing in this can be part of a key.') }
  }
  const idText = referenceIdProblem(secret.place, secret.refId)
  return withoutNulls({
    alias: asProblem(aliasProblem(secret.alias)),
    refId: secret.refId.trim() === '' ? missing(MISSING_ID[secret.place]) : asProblem(idText),
  })
}

const MISSING_ID: Readonly<Record<ReferenceSource, string>> = {
  env: 'Enter the name of the variable.',
  file: 'Enter where in the file it stands.',
  exec: 'Enter the name that the command is asked for.',
}

export function emailProblem(text: string): DraftProblem | null {
  const email = text.trim()
  if (email === '' || /^[^\s@]+@[^\s@]+$/.test(email)) return null
  // Half an address is on its way to a whole one.
  return /^[^\s@]*@?$/.test(email) ? missing('This is no whole e-mail address.') : wrong('This is no e-mail address.')
}

export function expiryProblem(text: string, nowMs: number): DraftProblem | null {
  if (text === '') return null
  const atMs = parseLocalTime(text)
  if (atMs === null) return wrong('This is no time.')
  return atMs <= nowMs ? wrong('This time is past: the token could not be used.') : null
}

function providerProblem(text: string): DraftProblem | null {
  const provider = text.trim()
  if (provider === '') return missing('Name the provider.')
  return /[\s/:@]/.test(provider) ? wrong('The id of a provider has no spaces and no / : @ in it.') : null
}

function idProblem(id: string, taken: ReadonlySet<string>): DraftProblem | null {
  if (id === '') return missing('Enter an id.')
  if (id.length > LONGEST_ID) return wrong(`An id has at most ${LONGEST_ID} characters.`)
  if (hasControl(id)) return wrong('An id has no line breaks and no control characters.')
  return taken.has(id) ? wrong('This id is taken. Choose another one, or edit that account.') : null
}

function hasControl(text: string): boolean {
  return [...text].some((character) => (character.codePointAt(0) ?? 0) < 32)
}

/** What is asked of the host; only for a draft without problems. */
export function toAddInput(
  agentId: string,
  draft: AccountDraft,
  context: Omit<DraftContext, 'nowMs'>,
): AddAccountInput {
  return {
    agentId,
    owner: draft.owner,
    profileId: profileIdOf(draft, context.taken),
    provider: draft.provider.trim().toLowerCase(),
    type: draft.type,
    secret: toSecretInput(draft.secret, context.entered),
    expiresMs: draft.type === 'token' ? parseLocalTime(draft.expiry) : null,
    email: draft.email.trim() || null,
    displayName: draft.displayName.trim() || null,
  }
}

export function toSecretInput({ place, alias, refId }: SecretDraft, entered: string): SecretInput {
  return place === 'inline'
    ? { kind: 'inline', value: cleanSecret(entered) }
    : { kind: 'reference', ref: toReference(place, alias, refId) }
}

/** What of an account can be edited; `secret` null: it stays. */
export interface EditDraft {
  readonly displayName: string
  readonly email: string
  readonly expiry: string
  readonly secret: SecretDraft | null
}

/** What is asked of the host: only what is different from the account as it is. null: nothing is. */
export function toEditInput(
  agentId: string,
  profile: AuthProfile,
  before: EditDraft,
  draft: EditDraft,
  entered: string,
): EditAccountInput | null {
  const changes = {
    ...(draft.displayName.trim() === before.displayName ? {} : { displayName: draft.displayName.trim() || null }),
    ...(draft.email.trim() === before.email ? {} : { email: draft.email.trim() || null }),
    ...(draft.expiry === before.expiry ? {} : { expiresMs: parseLocalTime(draft.expiry) }),
    ...(draft.secret === null ? {} : { secret: toSecretInput(draft.secret, entered) }),
  }
  return Object.keys(changes).length === 0 ? null : { agentId, profileId: profile.id, ...changes }
}

/** The place of a reference that an account has, to start editing from. */
export function draftOfReference(ref: SecretRef | null): SecretDraft {
  if (ref === null || ref.source === 'store') return EMPTY_SECRET
  return { place: ref.source, alias: ref.provider === 'default' ? '' : ref.provider, refId: ref.id }
}

function missing(text: string): DraftProblem {
  return { kind: 'missing', text }
}

function wrong(text: string): DraftProblem {
  return { kind: 'wrong', text }
}

function asProblem(text: string | null): DraftProblem | null {
  return text === null ? null : wrong(text)
}

function withoutNulls(problems: Readonly<Partial<Record<DraftField, DraftProblem | null>>>): DraftProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}

/** The text to show at a field: mistakes at once, what is missing only after an attempt to store it. */
export function shownProblem(problem: DraftProblem | undefined, wasTried: boolean): string | null {
  return problem === undefined || (problem.kind === 'missing' && !wasTried) ? null : problem.text
}
