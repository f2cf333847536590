import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { ImportPreview, ImportResult, PreviewImportInput } from '../../../shared/contract/types.ts'
import { replaceFile } from '../../files/index.ts'
import {
  applyImport,
  findImportSources,
  planImport,
  unifiesOpenAi,
  type ImportOptions,
  type ImportPlan,
  type ImportSource,
  type ImportTarget,
} from '../../import/index.ts'
import { addProfileEdits, type JsonRecord, type StoreOwner } from '../../openclaw/index.ts'
import { isRecord } from '../../openclaw/raw-values.ts'
import { isTransferFile, referencedIds, sealCredential, unpackTransfer } from '../../vault/index.ts'
import { Refusal } from '../refusal.ts'
import { agentOf, doEdit, orderRulesOf, type EditContext } from './edit-context.ts'
import { openStores, secretsIn } from './store-secrets.ts'
import { needUnlocked } from './vault-access.ts'
import { storeFileOf } from './usage-places.ts'

export interface ImportPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeDir: string
  /** Makes what a person typed an absolute path. */
  resolve(written: string): string
}

/** Taking over credentials from elsewhere: first shown, then done as shown. */
export interface Imports {
  preview(input: PreviewImportInput): Promise<ImportPreview>
  apply(previewId: string): Promise<ImportResult>
  /** Forgets what was previewed. */
  forget(): void
}

interface Previewed {
  readonly id: string
  readonly agentId: string
  /** Reads the sources again. */
  read(): Promise<readonly ImportSource[]>
  readonly expected: Readonly<Record<string, string | null>>
}

/** The start of a file is enough to see whether it is an export of ours; the largest one is read whole. */
const MAX_TRANSFER_BYTES = 64 * 1024 * 1024

export function createImports(context: EditContext, places: ImportPlaces): Imports {
  const { directory, editor, vault, clock } = context
  /** Only the last one: what it holds may be secrets. */
  let previewed: Previewed | null = null

  async function sourcesAt({ path: written, passphrase }: PreviewImportInput): Promise<{
    readonly sources: readonly ImportSource[]
    readonly isTransfer: boolean
  }> {
    const place = places.resolve(written)
    const bytes = await transferBytes(place)
    if (bytes !== null) return { sources: [await unpacked(place, bytes, passphrase)], isTransfer: true }
    const { env, homeDir } = places
    // The databases of the open directory are where it is imported into.
    const withDatabases = path.resolve(place) !== path.resolve(directory.state.path)
    const { sources } = await findImportSources(place, { env, homeDir, withDatabases })
    return { sources, isTransfer: false }
  }

  async function optionsOf(): Promise<ImportOptions> {
    const { credentials } = await openStores(context)
    return {
      rules: orderRulesOf(context),
      unifyOpenAi: unifiesOpenAi(directory.state.facts.era),
      knownSecrets: credentials.flatMap(({ profileId, credential }) =>
        secretsIn(credential).map(({ secret }) => ({ profileId, secret })),
      ),
    }
  }

  function targetOf(agentId: string): ImportTarget {
    const owner: StoreOwner = { kind: 'agent', agentId }
    return {
      readStore: () => editor.readStore(owner),
      updateStore: (change) => editor.updateStore(owner, change),
      async backup() {
        const file = storeFileOf(context, owner)
        if (file === null) return null
        const documents = await editor.readStore(owner)
        const text = `${JSON.stringify(documents, null, 2)}\n`
        const label = new Date(clock.now()).toISOString().replaceAll(':', '-')
        const copy = `${file}.switchyard-${label}.bak`
        await replaceFile(path.join(directory.state.path, copy), text)
        return copy
      },
      ...(vault === null
        ? {}
        : {
            vault: {
              seal: (_profileId: string, raw: JsonRecord) => {
                const sealed = { ...sealCredential(raw, vault) }
                const before = referencedIds(raw)
                const ids = [...referencedIds(sealed)].filter((id) => !before.has(id))
                return Promise.resolve({ raw: sealed, ids })
              },
              discard: (ids: readonly string[]) => {
                for (const id of ids) vault.remove(id)
                return Promise.resolve()
              },
            },
          }),
    }
  }

  /** Where the configuration lists a provider's accounts, one that it does not list is hidden. */
  async function listInConfig(profileIds: readonly string[]): Promise<readonly string[]> {
    const { facts } = directory.state
    const listed = new Set(facts.config.profiles.map(({ provider }) => provider))
    const stored = [facts.sharedStore, ...facts.agents.map(({ store }) => store)].flatMap(
      (store) => store?.profiles ?? [],
    )
    const edits = profileIds.flatMap((id) => {
      const profile = stored.find((item) => item.id === id)
      if (profile === undefined || !listed.has(profile.provider)) return []
      const { provider, type: mode, email, displayName } = profile
      const names = { ...(email === null ? {} : { email }), ...(displayName === null ? {} : { displayName }) }
      return addProfileEdits(id, { provider, mode, ...names })
    })
    return edits.length === 0 ? [] : (await editor.updateConfig(edits)).files
  }

  return {
    async preview(input) {
      agentOf(context, input.agentId)
      const { sources, isTransfer } = await sourcesAt(input)
      const documents = await editor.readStore({ kind: 'agent', agentId: input.agentId })
      const plan = planImport(sources, documents, await optionsOf())
      previewed = {
        id: randomUUID(),
        agentId: input.agentId,
        // What was unpacked is kept, the passphrase is not.
        read: async () => (isTransfer ? sources : (await sourcesAt(input)).sources),
        expected: Object.fromEntries(sources.map(({ id, revision }) => [id, revision])),
      }
      return previewOf(previewed.id, sources, plan)
    },
    async apply(previewId) {
      const preview = previewed
      if (preview === null || preview.id !== previewId) {
        throw new Refusal('NOT_FOUND', 'This preview is not there any more.', { hint: 'Preview the import again.' })
      }
      needUnlocked(vault)
      const { result } = await doEdit(context, async () => {
        const sources = await preview.read()
        const options = await optionsOf()
        const done = await applyImport({ sources, expected: preview.expected, options }, targetOf(preview.agentId))
        await directory.reread()
        const configFiles = await listInConfig(done.profileIds)
        const file = storeFileOf(context, { kind: 'agent', agentId: preview.agentId })
        const files = [...(done.written && file !== null ? [file] : []), ...configFiles]
        const what = configFiles.length > 0 ? ('config' as const) : done.written ? ('credentials' as const) : null
        return { what, files, backup: null, result: done }
      })
      previewed = null
      const { counts, routing } = result.plan
      return {
        created: counts.create,
        kept: counts.keep,
        replaced: counts.replace,
        skipped: counts.skip,
        routing: routing.filter(({ action }) => action === 'create').length,
        backup: result.backup,
      }
    },
    forget() {
      previewed = null
    },
  }
}

/** The bytes of an encrypted export; null: something else lies there. */
async function transferBytes(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r').catch(() => null)
  if (handle === null) return null
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size > MAX_TRANSFER_BYTES) return null
    const bytes = await handle.readFile()
    return isTransferFile(bytes) ? bytes : null
  } catch {
    return null
  } finally {
    await handle.close()
  }
}

async function unpacked(file: string, bytes: Buffer, passphrase: string | null): Promise<ImportSource> {
  if (passphrase === null) {
    throw new Refusal('WRONG_PASSPHRASE', 'This file is an encrypted export.', {
      hint: 'Enter the passphrase that it was made with.',
    })
  }
  const { profiles, orders } = await unpackTransfer(bytes, passphrase)
  const usage = profiles.flatMap(({ id, usageStats }) => (isRecord(usageStats) ? [[id, usageStats] as const] : []))
  return {
    id: `transfer:${file}`,
    kind: 'transfer',
    file: path.basename(file),
    agentId: null,
    sizeBytes: bytes.byteLength,
    revision: null,
    problem: null,
    isLeftover: false,
    duplicateKey: null,
    credentials: {
      version: 1,
      profiles: Object.fromEntries(
        profiles.map(({ id, credential, label }) => [
          id,
          label === null || credential['displayName'] !== undefined
            ? credential
            : { ...credential, displayName: label },
        ]),
      ),
    },
    state: {
      version: 1,
      order: Object.fromEntries(orders.map(({ provider, profileIds }) => [provider, profileIds])),
      usageStats: Object.fromEntries(usage),
    },
  }
}

function previewOf(id: string, sources: readonly ImportSource[], plan: ImportPlan): ImportPreview {
  const fileOf = new Map(sources.map((source) => [source.id, source.file]))
  return {
    id,
    sources: sources.map(({ kind, file, problem, isLeftover }) => ({
      kind,
      file,
      problem: problem?.code ?? null,
      line: problem?.position?.line ?? null,
      column: problem?.position?.column ?? null,
      backup: problem?.backup ?? null,
      isLeftover,
    })),
    profiles: plan.entries.map((entry) => ({
      profileId: entry.profileId,
      sourceId: entry.originalId === entry.profileId ? null : entry.originalId,
      provider: entry.provider,
      type: entry.type,
      file: fileOf.get(entry.sourceId) ?? '',
      action: entry.action,
      why: entry.why,
      notes: entry.notes,
      otherProfileId: entry.sameSecretAs,
    })),
    routing: plan.routing.map(({ part, key, sourceId, action, why }) => ({
      kind: part === 'order' ? 'order' : part === 'lastGood' ? 'last_good' : 'usage',
      key,
      file: fileOf.get(sourceId) ?? '',
      action,
      why,
    })),
  }
}
