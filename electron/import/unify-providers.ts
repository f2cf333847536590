import { isDeepStrictEqual } from 'node:util'
import { asText, own, type Era } from '../../shared/engine/index.ts'
import type { JsonRecord } from '../openclaw/edit/types.ts'
import { isRecord } from '../openclaw/raw-values.ts'
import type { CoercedCredential } from './coerce-credential.ts'
import { inlineSecret } from './raw-entry.ts'
import type { PlanRename } from './types.ts'

/** Providers that later releases have merged into another one, and what tells their ids apart where both have the same. */
const MERGED: Readonly<Record<string, { readonly into: string; readonly infix: string }>> = {
  'openai-codex': { into: 'openai', infix: 'chatgpt-' },
  codex: { into: 'openai', infix: 'cli-' },
  'codex-cli': { into: 'openai', infix: 'cli-' },
  'claude-cli': { into: 'anthropic', infix: 'cli-' },
  'google-gemini-cli': { into: 'google', infix: 'cli-' },
}

/** Whether stores of an era hold `openai:*` where older ones have `openai-codex:*`. */
export function unifiesOpenAi(era: Era): boolean {
  return era !== 'J'
}

export function unifiedProvider(provider: string): string {
  return own(MERGED, provider)?.into ?? provider
}

export interface IdAssignment {
  idOf(originalId: string): string
  readonly renames: readonly PlanRename[]
}

export const KEEPS_IDS: IdAssignment = { idOf: (id) => id, renames: [] }

/**
 * Gives every imported id its place. Ids that do not change come first. One that changes takes the first free place of
 * `openai:<x>`, `openai:chatgpt-<x>`, `openai:chatgpt-<x>-2`, …; a place that an earlier import has given to it is its own,
 * so that importing twice does not store anything twice.
 *
 * @param credentials by original id, in the order of the plan
 * @param refused ids of entries that are not imported: they stay what they are, so that nothing recorded about them is taken
 *   for another profile's
 * @param stored what the target holds
 */
export function assignIds(
  credentials: ReadonlyMap<string, CoercedCredential>,
  refused: ReadonlySet<string>,
  stored: JsonRecord,
): IdAssignment {
  const claimed = new Set<string>()
  const renamed = new Map<string, string>()
  const renames: PlanRename[] = []
  const isKept = (id: string): boolean => mergedId(id) === null || Object.hasOwn(stored, id)
  for (const id of credentials.keys()) if (isKept(id)) claimed.add(id)
  for (const [from, credential] of credentials) {
    if (isKept(from)) continue
    const taken: string[] = []
    for (const place of placesFor(from)) {
      const existing = own(stored, place.id)
      const isFree =
        !claimed.has(place.id) && (existing === undefined || !place.isFirst || mayBeSame(existing, credential))
      if (!isFree) {
        taken.push(place.id)
        continue
      }
      claimed.add(place.id)
      renamed.set(from, place.id)
      renames.push({ from, to: place.id, taken })
      break
    }
  }
  const idOf = (id: string): string =>
    renamed.get(id) ?? (isKept(id) || refused.has(id) ? id : (mergedId(id)?.id ?? id))
  return { idOf, renames }
}

interface Place {
  readonly id: string
  readonly isFirst: boolean
}

function* placesFor(id: string): Generator<Place> {
  const merged = mergedId(id)
  if (merged === null) return
  yield { id: merged.id, isFirst: true }
  const second = `${merged.into}:${merged.infix}${merged.suffix}`
  yield { id: second, isFirst: false }
  for (let number = 2; ; number += 1) yield { id: `${second}-${number}`, isFirst: false }
}

function mergedId(id: string): { id: string; into: string; infix: string; suffix: string } | null {
  const colon = id.indexOf(':')
  const merged = colon < 0 ? undefined : own(MERGED, id.slice(0, colon).toLowerCase())
  const isCodexCli = id === 'openai:codex-cli'
  if (merged === undefined && !isCodexCli) return null
  const { into, infix } = merged ?? { into: 'openai', infix: 'chatgpt-' }
  const written = id.slice(colon + 1)
  const suffix = into === 'openai' && written === 'codex-cli' ? 'default' : written
  return { id: `${into}:${suffix}`, into, infix, suffix }
}

/** Whether a stored entry can be what an earlier import made of a credential; it may have been renewed or sealed since. */
function mayBeSame(existing: unknown, { raw, type }: CoercedCredential): boolean {
  if (!isRecord(existing) || own(existing, 'type') !== type) return false
  const imported: JsonRecord = { ...raw, provider: own(existing, 'provider') }
  if (isDeepStrictEqual(existing, imported)) return true
  for (const field of ['accountId', 'email']) {
    const [theirs, ours] = [asText(own(existing, field)), asText(own(raw, field))]
    if (theirs !== null && ours !== null) return theirs === ours
  }
  return ['key', 'token', 'access', 'refresh'].every((field) => {
    const [theirs, ours] = [inlineSecret(existing, field), inlineSecret(raw, field)]
    return theirs === null || ours === null || theirs === ours
  })
}
