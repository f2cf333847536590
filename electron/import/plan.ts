import { isDeepStrictEqual } from 'node:util'
import { asText, isCredentialDocument, own, secretFacts } from '../../shared/engine/index.ts'
import type { JsonRecord, StoreDocuments } from '../openclaw/edit/types.ts'
import { isRecord } from '../openclaw/raw-values.ts'
import type { CoercedCredential } from './coerce-credential.ts'
import { inlineSecrets, materialState, withoutMaterial } from './raw-entry.ts'
import { NO_ROUTING, planRouting, withRouting, type PlannedRouting } from './routing.ts'
import { byPrecedence, candidatesOf, type Candidate } from './source-entries.ts'
import { assignIds, KEEPS_IDS, unifiedProvider, type IdAssignment } from './unify-providers.ts'
import type {
  ImportAction,
  ImportOptions,
  ImportPlan,
  ImportWhy,
  ImportSource,
  PlanEntry,
  SourceSummary,
} from './types.ts'

/** A plan together with what it writes, secrets included. It never leaves the host. */
export interface PreparedImport {
  readonly plan: ImportPlan
  /** Credentials that are created or replaced, by id. */
  readonly credentials: ReadonlyMap<string, JsonRecord>
  readonly routing: PlannedRouting['added']
}

/**
 * Says what an import would do, without a secret in it: existing data stays, then sources count in the order of
 * `IMPORT_SOURCE_KINDS`. An entry that cannot be used is named and stays in its source; it does not stand in the way of a usable
 * one of the same id.
 */
export function planImport(
  sources: readonly ImportSource[],
  target: StoreDocuments,
  options: ImportOptions,
): ImportPlan {
  return prepareImport(sources, target, options).plan
}

export function prepareImport(
  sources: readonly ImportSource[],
  target: StoreDocuments,
  options: ImportOptions,
): PreparedImport {
  const usable = byPrecedence(sources.filter((source) => source.problem === null))
  const unusable = sources.filter((source) => source.problem !== null).map(summaryOf)
  const isTargetReadable = isStore(target.credentials)
  const stored = storedProfiles(target)
  const candidates = usable.flatMap((source) => candidatesOf(source, options.rules))
  const ids = options.unifyOpenAi ? assignedIds(candidates, stored) : KEEPS_IDS
  const planner: Planner = { options, stored, ids, isTargetReadable, credentials: new Map(), secrets: new Map() }
  collectSecrets(planner)

  const entries = [...groupById(candidates).values()].flatMap((group) => planGroup(planner, group))
  const storedIds = new Set([...Object.keys(stored), ...planner.credentials.keys()])
  const routing =
    options.withoutRouting === true || !isTargetReadable
      ? NO_ROUTING
      : planRouting({ sources: usable, target, options, ids, storedIds })
  const appearing = new Set(entries.map(({ originalId }) => originalId))
  return {
    plan: {
      entries,
      renames: ids.renames.filter(({ from }) => appearing.has(from) && options.leaveOut?.has(from) !== true),
      routing: routing.lines,
      unusable,
      counts: countsOf(entries),
      changes: planner.credentials.size > 0 || routing.lines.some(({ action }) => action === 'create'),
    },
    credentials: planner.credentials,
    routing: routing.added,
  }
}

/**
 * The documents of a store with an import added. Whatever was there before, known or not, is in it again; where nothing is
 * added, a document is the very same object.
 */
export function withImport(
  target: StoreDocuments,
  credentials: ReadonlyMap<string, JsonRecord>,
  routing: PlannedRouting['added'],
): StoreDocuments {
  const profiles = { ...storedProfiles(target), ...Object.fromEntries(credentials) }
  return {
    credentials: credentials.size === 0 ? target.credentials : { version: 1, ...target.credentials, profiles },
    state: withRouting(target.state, routing),
  }
}

/** What may be told about a source. */
export function summaryOf(source: ImportSource): SourceSummary {
  const { id, kind, file, agentId, sizeBytes, revision, problem, isLeftover, duplicateKey } = source
  return { id, kind, file, agentId, sizeBytes, revision, problem, isLeftover, duplicateKey }
}

interface Planner {
  readonly options: ImportOptions
  readonly stored: JsonRecord
  readonly ids: IdAssignment
  readonly isTargetReadable: boolean
  /** What is written, by id. */
  readonly credentials: Map<string, JsonRecord>
  /** Secret to the first profile that holds it. */
  readonly secrets: Map<string, string>
}

type Usable = Candidate & { readonly entry: { readonly kind: 'credential' } }

function planGroup(planner: Planner, group: readonly Candidate[]): readonly PlanEntry[] {
  const usable = group.filter((candidate): candidate is Usable => candidate.entry.kind === 'credential')
  const decision = usable.length === 0 ? null : decide(planner, usable)
  return group.map((candidate) => {
    if (candidate.entry.kind === 'refused') return refusedLine(candidate, candidate.entry)
    if (candidate === decision?.winner) return credentialLine(planner, candidate as Usable, decision)
    return credentialLine(planner, candidate as Usable, { action: 'skip', why: 'other_source_first' })
  })
}

interface Decision {
  readonly winner: Usable
  readonly action: ImportAction
  readonly why: ImportWhy
}

function decide(planner: Planner, usable: readonly Usable[]): Decision | null {
  const [first] = usable
  if (first === undefined) return null
  if (!planner.isTargetReadable) return { winner: first, action: 'skip', why: 'target_unreadable' }
  if (planner.options.leaveOut?.has(first.id) === true) return { winner: first, action: 'skip', why: 'left_out' }
  const id = planner.ids.idOf(first.id)
  const existing = own(planner.stored, id)
  if (existing === undefined) {
    planner.credentials.set(id, rawOf(planner, first.entry.credential))
    return { winner: first, action: 'create', why: 'new' }
  }
  const state = materialState(existing)
  if (state === 'unreadable') return { winner: first, action: 'keep', why: 'exists_unreadable' }
  if (state === 'none') {
    // Only the configuration may complete what a store has lost.
    const fromConfig = usable.find(({ isFromConfig }) => isFromConfig)
    if (fromConfig === undefined) return { winner: first, action: 'keep', why: 'exists_without_material' }
    const rest = isRecord(existing) ? withoutMaterial(existing) : {}
    planner.credentials.set(id, { ...rest, ...rawOf(planner, fromConfig.entry.credential) })
    return { winner: fromConfig, action: 'replace', why: 'replaces_unusable' }
  }
  const isIdentical = isDeepStrictEqual(existing, rawOf(planner, first.entry.credential))
  return { winner: first, action: 'keep', why: isIdentical ? 'identical' : 'exists' }
}

function rawOf({ options }: Planner, { raw, provider }: CoercedCredential): JsonRecord {
  return options.unifyOpenAi ? { ...raw, provider: unifiedProvider(provider) } : raw
}

function refusedLine({ sourceId, id }: Candidate, entry: { why: ImportWhy; provider: string | null }): PlanEntry {
  return {
    sourceId,
    originalId: id,
    profileId: id,
    provider: entry.provider,
    type: null,
    action: 'skip',
    why: entry.why,
    notes: [],
    secretKinds: [],
    tail: null,
    email: null,
    expiresMs: null,
    sameSecretAs: null,
  }
}

function credentialLine(
  planner: Planner,
  candidate: Usable,
  { action, why }: { readonly action: ImportAction; readonly why: ImportWhy },
): PlanEntry {
  const { raw, provider, type, notes, secretKinds, secrets } = candidate.entry.credential
  const profileId = planner.ids.idOf(candidate.id)
  const isWritten = action === 'create' || action === 'replace'
  const holder = isWritten ? secrets.map((secret) => planner.secrets.get(secret)).find((id) => id !== undefined) : null
  if (isWritten) for (const secret of secrets) remember(planner, secret, profileId)
  const expires = own(raw, 'expires')
  return {
    sourceId: candidate.sourceId,
    originalId: candidate.id,
    profileId,
    provider: planner.options.unifyOpenAi ? unifiedProvider(provider) : provider,
    type,
    action,
    why,
    notes,
    secretKinds,
    tail: secretFacts(secrets[0])?.tail ?? null,
    email: asText(own(raw, 'email')),
    expiresMs: typeof expires === 'number' ? expires : null,
    sameSecretAs: holder === profileId ? null : (holder ?? null),
  }
}

function collectSecrets(planner: Planner): void {
  for (const { secret, profileId } of planner.options.knownSecrets ?? []) remember(planner, secret, profileId)
  for (const [id, entry] of Object.entries(planner.stored))
    for (const secret of inlineSecrets(entry)) remember(planner, secret, id)
}

function remember({ secrets }: Planner, secret: string, profileId: string): void {
  if (!secrets.has(secret)) secrets.set(secret, profileId)
}

function groupById(candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const group = groups.get(candidate.id)
    if (group) group.push(candidate)
    else groups.set(candidate.id, [candidate])
  }
  return groups
}

function assignedIds(candidates: readonly Candidate[], stored: JsonRecord): IdAssignment {
  const first = new Map<string, CoercedCredential>()
  const refused = new Set<string>()
  for (const { id, entry } of candidates) {
    if (entry.kind === 'refused') refused.add(id)
    else if (!first.has(id)) first.set(id, entry.credential)
  }
  return assignIds(first, refused, stored)
}

function countsOf(entries: readonly PlanEntry[]): ImportPlan['counts'] {
  const counts = { create: 0, replace: 0, keep: 0, skip: 0 }
  for (const { action } of entries) counts[action] += 1
  return counts
}

/** A document without profiles is a store only where there is nothing else in it that would be lost from sight. */
function isStore(credentials: JsonRecord | null): boolean {
  if (credentials === null || isCredentialDocument(credentials)) return true
  return Object.keys(credentials).every((field) => ['version', 'order', 'lastGood', 'usageStats'].includes(field))
}

function storedProfiles({ credentials }: StoreDocuments): JsonRecord {
  const profiles = credentials === null ? undefined : own(credentials, 'profiles')
  return isRecord(profiles) ? profiles : {}
}
