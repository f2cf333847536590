import type {
  ProtectionInput,
  ProtectionKind,
  ProtectionOffer,
  ProtectionProblem,
} from '../../../shared/contract/types.ts'

interface ProtectionWords {
  readonly name: string
  /** What it means for the person who chooses it. */
  readonly note: string
}

export const PROTECTION_WORDS: Readonly<Record<ProtectionKind, ProtectionWords>> = {
  safe_storage: {
    name: 'The key store of this desktop',
    note: 'Nothing to enter: the vault opens while you are signed in to this machine.',
  },
  keyring: {
    name: 'The key ring of this machine',
    note: 'Nothing to enter: the vault opens while the key ring of your session is open.',
  },
  passphrase: {
    name: 'A passphrase',
    note: 'Asked for each time Switchyard starts; the folder can be moved to any machine.',
  },
  key_file: {
    name: 'A key file',
    note: 'For a machine that runs unattended: the key lies in a file beside the vault that only you may read. Whoever can read your files can open the vault.',
  },
}

const PROBLEM_WORDS: Readonly<Record<ProtectionProblem, string>> = {
  basic_text: 'Not used: no key store is running on this desktop, so the system would keep the key in plain text.',
  not_desktop: 'Only in the desktop app.',
  no_keyring: 'No key ring answers on this machine.',
}

export function protectionProblemWords(problem: ProtectionProblem): string {
  return PROBLEM_WORDS[problem]
}

/** In the order in which they are worth choosing. */
const BY_WORTH: readonly ProtectionKind[] = ['safe_storage', 'keyring', 'passphrase', 'key_file']

/** What to start from: the first that can be used and is not there yet; null: there is none. */
export function suggestedProtection(
  offers: readonly ProtectionOffer[],
  present: readonly ProtectionKind[] = [],
): ProtectionKind | null {
  const isFree = (kind: ProtectionKind): boolean =>
    !present.includes(kind) && offers.some((offer) => offer.kind === kind && offer.problem === null)
  return BY_WORTH.find(isFree) ?? null
}

export function byWorth(offers: readonly ProtectionOffer[]): readonly ProtectionOffer[] {
  return offers.toSorted((one, other) => BY_WORTH.indexOf(one.kind) - BY_WORTH.indexOf(other.kind))
}

/** Why the desktop's own store is passed over although this is a desktop; null: it is not. */
export function plainStoreWords(offers: readonly ProtectionOffer[]): string | null {
  if (!offers.some((offer) => offer.problem === 'basic_text')) return null
  return 'This desktop has a key store in name only: without a key ring (GNOME Keyring, KWallet) it would write the key of the vault in plain text. Switchyard does not use it; choose a passphrase.'
}

/** The choice as it is handed in. */
export function toProtectionInput(kind: ProtectionKind, passphrase: string): ProtectionInput {
  return kind === 'passphrase' ? { kind, passphrase } : { kind }
}

/** What taking a protection away means, in one sentence. */
export function removalOfProtection(kind: ProtectionKind, present: readonly ProtectionKind[]): string {
  const rest = present.filter((other) => other !== kind).map((other) => shortName(other))
  return `The vault can then be opened only with ${rest.join(' or ')}.`
}

/** `a passphrase`, inside a sentence. */
export function shortName(kind: ProtectionKind): string {
  const { name } = PROTECTION_WORDS[kind]
  return name.charAt(0).toLowerCase() + name.slice(1)
}
