import type { OrderEntry, PlacementRule } from '../../../shared/engine/index.ts'
import { ordinal } from '../../lib/words/text.ts'

/** What the rank of a type means, in the plural, from the front of the line to its end. */
const RANK_WORDS = ['sign-ins', 'tokens', 'API keys', 'accounts without a stored credential'] as const

const SENTENCES: Readonly<Record<PlacementRule, (entries: readonly OrderEntry[], index: number) => string>> = {
  preferred: () => 'Preferred, so it goes first',
  listed: (entries, index) => listedSentence(entries[index] as OrderEntry),
  window: windowSentence,
  rotation: rotationSentence,
}

/** Why the profile at `index` stands where it stands in its provider's effective order. */
export function placementSentence(entries: readonly OrderEntry[], index: number): string {
  const entry = entries[index]
  return entry === undefined ? '' : SENTENCES[entry.rule](entries, index)
}

function listedSentence({ listIndex }: OrderEntry): string {
  return `The order names it ${ordinal(listIndex + 1)}`
}

/** Locked profiles stand behind the free ones, soonest end first. */
function windowSentence(entries: readonly OrderEntry[], index: number): string {
  if (entries.length === 1) return 'The only account, and locked'
  const isLater = entries[index - 1]?.rule === 'window'
  if (entries[0]?.rule === 'window')
    return isLater ? 'Locked too, and returns later' : 'All are locked, and it returns first'
  return isLater ? 'Behind the free ones, and returns later' : 'Behind the free ones while it is locked'
}

function rotationSentence(entries: readonly OrderEntry[], index: number): string {
  const entry = entries[index] as OrderEntry
  const before = entries[index - 1]
  if (before === undefined || before.rule !== 'rotation') return firstSentence(entries, index)
  if (entry.typeRank !== before.typeRank) return `By rotation, ${rankWord(entry)} come after ${rankWord(before)}`
  if (entry.isOauthExpired !== before.isOauthExpired) return 'By rotation, after those whose access token holds'
  if (entry.lastUsedMs === before.lastUsedMs) return 'By rotation, in the order of the file'
  return 'By rotation, used more recently than the one before'
}

function firstSentence(entries: readonly OrderEntry[], index: number): string {
  const entry = entries[index] as OrderEntry
  const next = entries[index + 1]
  if (next === undefined || next.rule !== 'rotation')
    return entries.length === 1 ? 'The only account in use' : 'First by rotation'
  if (next.typeRank !== entry.typeRank) return `First by rotation, ${rankWord(entry)} come before ${rankWord(next)}`
  if (entry.lastUsedMs === 0) return 'First by rotation, as it was never used'
  return 'First by rotation, not used for the longest time'
}

function rankWord(entry: OrderEntry): string {
  return RANK_WORDS[entry.typeRank] ?? 'others'
}
