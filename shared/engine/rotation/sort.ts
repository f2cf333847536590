import type { OrderEntry } from './types.ts'

/** Four types of credential, each usable or expired. */
const TIERS = 8
/** Below this many entries packing costs more than it saves. */
const WORTH_PACKING = 32

/**
 * By rotation: credential type, in some releases expired OAuth behind usable, then least recently used; equals keep the
 * order they came in (R17).
 */
export function sortByRotation(entries: readonly OrderEntry[], expiredOauthLast: boolean): OrderEntry[] {
  const tiers: OrderEntry[][] = []
  for (let tier = 0; tier < TIERS; tier++) tiers.push([])
  for (const entry of entries) {
    const tier = entry.typeRank * 2 + (expiredOauthLast && entry.isOauthExpired ? 1 : 0)
    tiers[tier]?.push(entry)
  }
  const sorted: OrderEntry[] = []
  for (const tier of tiers) for (const entry of byLastUse(tier)) sorted.push(entry)
  return sorted
}

/**
 * Time and place packed into one number each sort without calling back, which halves the cost of a long list. Where they
 * do not fit into the exact range of a number, a stable sort by time says the same.
 */
function byLastUse(entries: OrderEntry[]): OrderEntry[] {
  const count = entries.length
  let min = Number.POSITIVE_INFINITY
  let max = 0
  let isWhole = true
  for (const { lastUsedMs } of entries) {
    if (lastUsedMs < min) min = lastUsedMs
    if (lastUsedMs > max) max = lastUsedMs
    isWhole &&= Number.isInteger(lastUsedMs)
  }
  if (count < WORTH_PACKING || !isWhole || (max - min + 1) * count > Number.MAX_SAFE_INTEGER)
    return entries.sort((a, b) => a.lastUsedMs - b.lastUsedMs)
  const keys = new Float64Array(count)
  for (let index = 0; index < count; index++) keys[index] = ((entries[index]?.lastUsedMs ?? 0) - min) * count + index
  keys.sort()
  const sorted: OrderEntry[] = []
  for (const key of keys) sorted.push(entries[key % count] as OrderEntry)
  return sorted
}
