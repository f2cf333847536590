import type { AuthStore, ProfileNote, RejectedEntry, StatsFlaw } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { countOf, listNames } from '../wording.ts'

interface StorePlace {
  readonly path: string
  readonly agentId: string | null
}

const REJECTION_WORDS: Readonly<Record<RejectedEntry['reason'], string>> = {
  non_object: 'no object',
  invalid_type: 'no known type',
  missing_provider: 'no provider',
}

const FLAW_WORDS: Readonly<Record<StatsFlaw['flaw'], string>> = {
  not_a_number: 'not a number',
  not_a_time: 'beyond any date',
  in_seconds: 'seconds where milliseconds belong',
  number_as_text: 'a number written as text',
  negative: 'negative',
  unknown_value: 'an unknown word',
}

/** Spellings that are understood need no mention. */
const NOTE_WORDS: Readonly<Partial<Record<ProfileNote, { readonly what: string; readonly hint: string }>>> = {
  key_under_unread_field: {
    what: 'has its key under "api_key", which OpenClaw does not read',
    hint: 'Rename the field to "key".',
  },
  reference_in_oauth: {
    what: 'is a sign-in with a secret reference, which OpenClaw refuses when it is used',
    hint: 'Sign in again; only keys and tokens can be references.',
  },
  expiry_implausible: {
    what: 'names an expiry that is no time, probably a span',
    hint: 'Write the time in milliseconds since 1970.',
  },
  expiry_in_seconds: {
    what: 'names its expiry in seconds, which reads as a day in 1970',
    hint: 'Write the time in milliseconds.',
  },
}

/** Reports what of a store's documents could not be used. The rest of the store is. */
export function reportStoreProblems(context: ReadContext, place: StorePlace, store: AuthStore): void {
  reportRejected(context, place, store.rejected)
  reportFlaws(context, place, store.statsFlaws)
  for (const note of Object.keys(NOTE_WORDS) as ProfileNote[]) {
    const ids = store.profiles.filter((profile) => profile.notes.includes(note)).map((profile) => profile.id)
    const words = NOTE_WORDS[note]
    if (ids.length === 0 || !words) continue
    context.problems.add({
      ...place,
      severity: 'warning',
      code: 'odd_entry',
      topic: note,
      message: `${countOf(ids.length, 'credential')} ${words.what}: ${listNames(ids)}.`,
      hint: words.hint,
    })
  }
}

function reportRejected(context: ReadContext, place: StorePlace, rejected: readonly RejectedEntry[]): void {
  if (rejected.length === 0) return
  const reasons = [...new Set(rejected.map((entry) => REJECTION_WORDS[entry.reason]))].join(', ')
  const ids = rejected.map((entry) => entry.id)
  context.problems.add({
    ...place,
    severity: 'warning',
    code: 'rejected_entry',
    message: `${countOf(ids.length, 'credential')} cannot be used (${reasons}): ${listNames(ids)}.`,
    hint: 'OpenClaw passes over them too. Correct them, or sign in again under the same id.',
  })
}

function reportFlaws(context: ReadContext, place: StorePlace, flaws: readonly StatsFlaw[]): void {
  if (flaws.length === 0) return
  const reasons = [...new Set(flaws.map((flaw) => FLAW_WORDS[flaw.flaw]))].join(', ')
  context.problems.add({
    ...place,
    severity: 'warning',
    code: 'stats_flaw',
    message: `${countOf(flaws.length, 'value')} about the use of accounts cannot be right (${reasons}): ${listNames(
      flaws.map((flaw) => `${flaw.profileId} ${flaw.field}`),
    )}.`,
    hint: 'These values are left out; the rest of each entry counts.',
  })
}
