import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../openclaw/raw-values.ts'
import { EditRefused, type JsonRecord, type StoreChange, type StoreDocuments } from '../openclaw/edit/types.ts'
import { prepareImport, withImport, type PreparedImport } from './plan.ts'
import type { ImportOptions, ImportPlan, ImportSource } from './types.ts'

/** A credential whose secrets lie in a vault now. */
export interface SealedCredential {
  /** With references in place of secrets. */
  readonly raw: JsonRecord
  /** What was put into the vault for it. */
  readonly ids: readonly string[]
}

/** The store that is imported into. */
export interface ImportTarget {
  readStore(): Promise<StoreDocuments>
  updateStore<T>(change: (documents: StoreDocuments) => StoreChange<T>): Promise<T>
  /** Copies the store before it is written; the name of the copy, null: there is nothing to copy. */
  backup(): Promise<string | null>
  /** Present where secrets do not lie in the store itself. */
  readonly vault?: {
    seal(profileId: string, raw: JsonRecord): Promise<SealedCredential>
    discard(ids: readonly string[]): Promise<void>
  }
}

export interface ApplyRequest {
  /** Read a moment ago. */
  readonly sources: readonly ImportSource[]
  /** Revisions that the preview was made of, by source id. */
  readonly expected: Readonly<Record<string, string | null>>
  readonly options: ImportOptions
}

export interface ImportResult {
  /** What was done; `keep` and `skip` lines are as they turned out when it was written. */
  readonly plan: ImportPlan
  readonly written: boolean
  readonly backup: string | null
  /** Ids whose credential was written. */
  readonly profileIds: readonly string[]
}

/** How often a store may change between sealing and writing before it is given up. */
const MAX_ATTEMPTS = 4

/**
 * Imports into a store in one step: planned anew on what the store holds at that instant, written, and read back. Importing
 * the same sources again writes nothing. Sources are never touched.
 *
 * @throws {EditRefused} `changed_outside` where a source is not what the preview was made of; `write_failed` where the
 *   store does not hold what was written; whatever the target refuses
 */
export async function applyImport(request: ApplyRequest, target: ImportTarget): Promise<ImportResult> {
  refuseChangedSources(request)
  const first = prepareImport(request.sources, await target.readStore(), request.options)
  if (!first.plan.changes) return { plan: first.plan, written: false, backup: null, profileIds: [] }
  const backup = await target.backup()
  const seals = new Seals(target.vault)
  let done: PreparedImport
  try {
    done = await write(request, target, first, seals)
  } catch (error) {
    await seals.discardAll()
    throw error
  }
  await seals.discardUnused(done.credentials)
  if (done.plan.changes) await verify(target, done, seals, backup)
  return { plan: done.plan, written: done.plan.changes, backup, profileIds: [...done.credentials.keys()] }
}

function refuseChangedSources({ sources, expected }: ApplyRequest): void {
  const revisions = new Map(sources.map(({ id, revision }) => [id, revision]))
  const isSame =
    revisions.size === Object.keys(expected).length &&
    Object.entries(expected).every(([id, revision]) => revisions.get(id) === revision)
  if (isSame) return
  throw new EditRefused(
    'changed_outside',
    'A file to import from has changed since the preview was made.',
    'Preview the import again. Nothing was written.',
  )
}

async function write(
  request: ApplyRequest,
  target: ImportTarget,
  first: PreparedImport,
  seals: Seals,
): Promise<PreparedImport> {
  let prepared = first
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await seals.seal(prepared.credentials)
    const outcome = await target.updateStore((documents): StoreChange<{ done: boolean; prepared: PreparedImport }> => {
      const now = prepareImport(request.sources, documents, request.options)
      const sealed = seals.sealedOf(now.credentials)
      // What is needed now was not sealed: the store has changed since. Nothing is written this time.
      if (sealed === null) return { documents, result: { done: false, prepared: now } }
      return { documents: withImport(documents, sealed, now.routing), result: { done: true, prepared: now } }
    })
    if (outcome.done) return outcome.prepared
    prepared = outcome.prepared
  }
  throw new EditRefused(
    'busy',
    'The store kept changing while the import was prepared.',
    'Try again when OpenClaw is less busy. Nothing was written.',
  )
}

async function verify(
  target: ImportTarget,
  { credentials, routing }: PreparedImport,
  seals: Seals,
  backup: string | null,
): Promise<void> {
  const { credentials: document, state } = await target.readStore()
  const profiles = recordOf(document?.['profiles'])
  const isWritten =
    [...(seals.sealedOf(credentials) ?? [])].every(([id, raw]) => isDeepStrictEqual(profiles[id], asJson(raw))) &&
    (['order', 'lastGood', 'usageStats'] as const).every((part) => {
      const records = recordOf(state?.[part])
      return Object.keys(routing[part]).every((key) => Object.hasOwn(records, key))
    })
  if (isWritten) return
  throw new EditRefused(
    'write_failed',
    'The store does not hold what was imported: another program has changed it at the same moment, or the write was lost.',
    backup === null ? 'Preview the import again.' : `Preview the import again. The store as it was before: ${backup}.`,
  )
}

/** Secrets that were put into the vault for this import. */
class Seals {
  readonly #vault: ImportTarget['vault']
  readonly #sealed = new Map<string, { readonly plain: JsonRecord; readonly sealed: SealedCredential }>()
  readonly #superseded: string[] = []

  constructor(vault: ImportTarget['vault']) {
    this.#vault = vault
  }

  async seal(credentials: ReadonlyMap<string, JsonRecord>): Promise<void> {
    if (this.#vault === undefined) return
    for (const [id, plain] of credentials) {
      const before = this.#sealed.get(id)
      if (before !== undefined && isDeepStrictEqual(before.plain, plain)) continue
      if (before !== undefined) this.#superseded.push(...before.sealed.ids)
      this.#sealed.set(id, { plain, sealed: await this.#vault.seal(id, plain) })
    }
  }

  /** In the form in which they are stored; null: one of them is not sealed. */
  sealedOf(credentials: ReadonlyMap<string, JsonRecord>): ReadonlyMap<string, JsonRecord> | null {
    if (this.#vault === undefined) return credentials
    const stored = new Map<string, JsonRecord>()
    for (const [id, plain] of credentials) {
      const found = this.#sealed.get(id)
      if (found === undefined || !isDeepStrictEqual(found.plain, plain)) return null
      stored.set(id, found.sealed.raw)
    }
    return stored
  }

  async discardAll(): Promise<void> {
    await this.#discard([...this.#superseded, ...[...this.#sealed.values()].flatMap(({ sealed }) => sealed.ids)])
  }

  async discardUnused(used: ReadonlyMap<string, JsonRecord>): Promise<void> {
    const unused = [...this.#sealed].filter(([id]) => !used.has(id)).flatMap(([, { sealed }]) => sealed.ids)
    await this.#discard([...this.#superseded, ...unused])
  }

  async #discard(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    // A secret that nothing refers to is sealed still; the outcome of the import does not depend on it.
    await this.#vault?.discard(ids).catch(() => undefined)
  }
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

/** As it comes back from a file. */
function asJson(value: JsonRecord): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
