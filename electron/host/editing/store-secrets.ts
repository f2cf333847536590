import { readSecretRef } from '../../../shared/engine/index.ts'
import type { JsonRecord, StoreOwner } from '../../openclaw/index.ts'
import { isRecord } from '../../openclaw/raw-values.ts'
import { isInVault, openCredential } from '../../vault/index.ts'
import type { EditContext } from './edit-context.ts'

/** A stored credential with its secrets in it. In memory only, and no longer than needed. */
export interface OpenedCredential {
  readonly owner: StoreOwner
  readonly profileId: string
  readonly credential: JsonRecord
}

export interface OpenedStores {
  readonly credentials: readonly OpenedCredential[]
  /** Profiles whose secret cannot be opened here: it is a reference to elsewhere, or the vault is locked. */
  readonly closedIds: readonly string[]
}

const SECRET_FIELDS = ['key', 'apiKey', 'token', 'access', 'refresh', 'idToken'] as const

export function ownersOf({ directory }: EditContext): readonly StoreOwner[] {
  const { agents, sharedStore } = directory.state.facts
  const sorted = agents.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
  const own = sorted
    .filter(({ storeState }) => storeState === 'present')
    .map(({ id }): StoreOwner => ({ kind: 'agent', agentId: id }))
  return sharedStore === null ? own : [{ kind: 'shared' }, ...own]
}

/** Every credential of the directory, opened where that is possible. */
export async function openStores(context: EditContext): Promise<OpenedStores> {
  const credentials: OpenedCredential[] = []
  const closedIds: string[] = []
  for (const owner of ownersOf(context)) {
    const { credentials: document } = await context.editor.readStore(owner)
    const profiles = document?.['profiles']
    for (const [profileId, raw] of Object.entries(isRecord(profiles) ? profiles : {})) {
      if (!isRecord(raw)) continue
      const credential = openOne(context, raw)
      if (credential === null || hasReference(credential)) closedIds.push(profileId)
      if (credential !== null) credentials.push({ owner, profileId, credential })
    }
  }
  return { credentials, closedIds }
}

/** The texts in a credential that are secrets. */
export function secretsIn(credential: JsonRecord): readonly { readonly label: string; readonly secret: string }[] {
  return SECRET_FIELDS.flatMap((label) => {
    const secret = credential[label]
    return typeof secret === 'string' && secret.trim() !== '' ? [{ label, secret }] : []
  })
}

/** null: its secret lies in the vault, and the vault is locked. */
function openOne({ vault }: EditContext, raw: JsonRecord): JsonRecord | null {
  if (vault === null || !isInVault(raw)) return raw
  return vault.status() === 'unlocked' ? { ...openCredential(raw, vault) } : null
}

function hasReference(credential: JsonRecord): boolean {
  return readSecretRef(credential['keyRef']) !== null || readSecretRef(credential['tokenRef']) !== null
}
