import { own } from '../../../shared/engine/index.ts'
import type { StoreOwner } from '../../openclaw/index.ts'
import type { LedgerOwner } from '../../store/index.ts'
import { agentOf, type EditContext } from './edit-context.ts'

/** One record of how a profile fared: which store it stands in. */
export interface UsageRecordPlace {
  readonly owner: StoreOwner
  readonly profileId: string
  readonly provider: string
}

/**
 * The records that decide about a profile for an agent: the one in the store that owns it (CD-30) and, where the agent
 * keeps one of its own for a profile that it inherits, that one too, because it wins.
 */
export async function usageRecordsOf(
  context: EditContext,
  agentId: string,
  profileId: string,
): Promise<UsageRecordPlace[]> {
  const owner = await context.editor.ownerOf(agentId, profileId)
  if (owner === null) return []
  const provider = providerOf(context, owner, profileId)
  const places: UsageRecordPlace[] = [{ owner, profileId, provider }]
  const isInherited = owner.kind === 'shared' || owner.agentId !== agentId
  const ownStats = agentOf(context, agentId).store?.usageStats ?? {}
  if (isInherited && own(ownStats, profileId) !== undefined) {
    places.push({ owner: { kind: 'agent', agentId }, profileId, provider })
  }
  return places
}

export function providerOf({ directory }: EditContext, owner: StoreOwner, profileId: string): string {
  const { facts } = directory.state
  const store = owner.kind === 'shared' ? facts.sharedStore : facts.agents.find(({ id }) => id === owner.agentId)?.store
  return store?.profiles.find(({ id }) => id === profileId)?.provider ?? ''
}

/** The file of a store, relative to the state directory. */
export function storeFileOf({ directory }: EditContext, owner: StoreOwner): string | null {
  const { facts } = directory.state
  if (owner.kind === 'shared') return facts.sharedStoreFile
  return facts.agents.find(({ id }) => id === owner.agentId)?.storeFile ?? null
}

export function ledgerOwner(owner: StoreOwner): LedgerOwner {
  return owner.kind === 'shared' ? 'shared' : `agent:${owner.agentId}`
}
