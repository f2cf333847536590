import { own, readUsageStats, toUsageRecord, type StatsFlaw } from '../../shared/engine/index.ts'
import type { JsonRecord, StoreDocuments } from '../openclaw/edit/types.ts'
import { isRecord } from '../openclaw/raw-values.ts'
import { routingDocumentsOf } from './source-entries.ts'
import { unifiedProvider, type IdAssignment } from './unify-providers.ts'
import type { ImportOptions, ImportSource, PlanRouting } from './types.ts'

export interface RoutingRequest {
  /** In the order in which they count. */
  readonly sources: readonly ImportSource[]
  readonly target: StoreDocuments
  readonly options: ImportOptions
  readonly ids: IdAssignment
  /** Every id that is stored once the import is done. */
  readonly storedIds: ReadonlySet<string>
}

export interface PlannedRouting {
  readonly lines: readonly PlanRouting[]
  /** Records to add, by part; nothing that exists is among them. */
  readonly added: Readonly<Record<PlanRouting['part'], JsonRecord>>
}

export const NO_ROUTING: PlannedRouting = { lines: [], added: { order: {}, lastGood: {}, usageStats: {} } }

/** Health of a key written in the configuration; no profile has such an id. */
const INLINE_KEY = /^inline-api-key:/
/** In merged providers' orders the ids of the provider that goes come first. */
const MIGRATED_FIRST = 0
const CANONICAL_LAST = 1

/**
 * Merges order, lastGood and usageStats key by key: what the target has stays, then the state document of a source, then
 * what stands in its credential document.
 */
export function planRouting(request: RoutingRequest): PlannedRouting {
  const lines: PlanRouting[] = []
  const added = {
    order: new Map<string, unknown>(),
    lastGood: new Map<string, unknown>(),
    usageStats: new Map<string, unknown>(),
  }
  const existing = existingKeys(request)
  for (const source of request.sources) {
    for (const document of routingDocumentsOf(source)) {
      if (!isRecord(document)) continue
      for (const record of recordsOf(document, request)) {
        const { part, key, value } = record
        const line = { sourceId: source.id, part, key }
        if (existing[part].has(key)) lines.push({ ...line, action: 'keep', why: 'exists' })
        else if (added[part].has(key)) lines.push({ ...line, action: 'skip', why: 'other_source_first' })
        else if (value === null) lines.push({ ...line, action: 'skip', why: 'unusable' })
        else if (!record.hasProfile) lines.push({ ...line, action: 'skip', why: 'no_profile' })
        else {
          added[part].set(key, value)
          const details = {
            ...(Array.isArray(value) ? { ids: value as string[] } : {}),
            ...(record.flawedFields.length > 0 ? { flawedFields: record.flawedFields } : {}),
          }
          lines.push({ ...line, action: 'create', why: 'new', ...details })
        }
      }
    }
  }
  return {
    lines,
    added: {
      order: Object.fromEntries(added.order),
      lastGood: Object.fromEntries(added.lastGood),
      usageStats: Object.fromEntries(added.usageStats),
    },
  }
}

/** The state document of the target with what is added; the same object where nothing is. */
export function withRouting(state: JsonRecord | null, added: PlannedRouting['added']): JsonRecord | null {
  const parts = (['order', 'lastGood', 'usageStats'] as const).filter((part) => Object.keys(added[part]).length > 0)
  if (parts.length === 0) return state
  const merged = parts.map((part) => [part, { ...recordOf(state, part), ...added[part] }] as const)
  return { ...(state ?? { version: 1 }), ...Object.fromEntries(merged) }
}

interface RoutingRecord {
  readonly part: PlanRouting['part']
  readonly key: string
  /** null: nothing usable. */
  readonly value: unknown
  readonly hasProfile: boolean
  readonly flawedFields: readonly string[]
}

function recordsOf(document: JsonRecord, request: RoutingRequest): readonly RoutingRecord[] {
  return [...ordersOf(document, request), ...lastGoodOf(document, request), ...usageStatsOf(document, request)]
}

function ordersOf(document: JsonRecord, request: RoutingRequest): readonly RoutingRecord[] {
  const lists = new Map<string, { rank: number; ids: readonly string[] }[]>()
  for (const [written, value] of Object.entries(recordOf(document, 'order'))) {
    const provider = providerKey(written, request)
    const key = request.options.unifyOpenAi ? unifiedProvider(provider) : provider
    const rank = key === provider ? CANONICAL_LAST : MIGRATED_FIRST
    const texts = Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
    const ids = texts.map((id) => id.trim()).filter((id) => id !== '')
    lists.set(key, [...(lists.get(key) ?? []), { rank, ids: ids.map(request.ids.idOf) }])
  }
  return [...lists].map(([key, parts]) => {
    const ids = [...new Set(parts.sort((a, b) => a.rank - b.rank).flatMap((part) => part.ids))]
    const hasProfile = ids.some((id) => request.storedIds.has(id))
    return { part: 'order', key, value: ids.length > 0 ? ids : null, hasProfile, flawedFields: [] }
  })
}

function lastGoodOf(document: JsonRecord, request: RoutingRequest): readonly RoutingRecord[] {
  const records = new Map<string, RoutingRecord>()
  for (const [written, value] of Object.entries(recordOf(document, 'lastGood'))) {
    const provider = providerKey(written, request)
    const key = request.options.unifyOpenAi ? unifiedProvider(provider) : provider
    const id = typeof value === 'string' && value.trim() !== '' ? request.ids.idOf(value) : null
    const record: RoutingRecord = {
      part: 'lastGood',
      key,
      value: id,
      hasProfile: id !== null && request.storedIds.has(id),
      flawedFields: [],
    }
    // The provider's own record counts more than that of one that is merged into it.
    if (!records.has(key) || key === provider) records.set(key, record)
  }
  return [...records.values()]
}

function usageStatsOf(document: JsonRecord, request: RoutingRequest): readonly RoutingRecord[] {
  const records = new Map<string, RoutingRecord>()
  for (const [written, value] of Object.entries(recordOf(document, 'usageStats'))) {
    const key = request.ids.idOf(written)
    const flaws: StatsFlaw[] = []
    const stats = readUsageStats(key, value, flaws)
    const record = stats === null ? {} : toUsageRecord(stats)
    const isEmpty = Object.keys(record).length === 0
    // Where an id is renamed to another one, its record belongs to the profile that bears the name now.
    if (records.has(key) && key === written) continue
    records.set(key, {
      part: 'usageStats',
      key,
      value: isEmpty ? null : record,
      hasProfile: request.storedIds.has(key) || INLINE_KEY.test(key),
      flawedFields: flaws.map((flaw) => flaw.field),
    })
  }
  return [...records.values()]
}

/** What the target records already, in its state document or, as in the first releases, in its credential document. */
function existingKeys({
  target,
  ...request
}: RoutingRequest): Readonly<Record<PlanRouting['part'], ReadonlySet<string>>> {
  const keys = (part: PlanRouting['part']): string[] =>
    [target.credentials, target.state].flatMap((document) => Object.keys(recordOf(document, part)))
  const providers = (part: PlanRouting['part']): ReadonlySet<string> =>
    new Set(keys(part).map((key) => providerKey(key, { target, ...request })))
  return { order: providers('order'), lastGood: providers('lastGood'), usageStats: new Set(keys('usageStats')) }
}

function providerKey(written: string, { options }: RoutingRequest): string {
  const provider = written.trim().toLowerCase()
  return own(options.rules.providerSpellings, provider) ?? provider
}

function recordOf(document: JsonRecord | null, part: PlanRouting['part']): JsonRecord {
  const record = document === null ? undefined : own(document, part)
  return isRecord(record) ? record : {}
}
