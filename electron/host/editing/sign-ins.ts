import type { CallReport, ProfileInput } from '../../../shared/contract/types.ts'
import { withProfile, type JsonRecord, type StoreOwner } from '../../openclaw/index.ts'
import { isRecord, valueAt } from '../../openclaw/raw-values.ts'
import type { OAuthRefresher, RefreshOutcome } from '../../providers/index.ts'
import { openCredential, referencedIds, sealCredential, type Vault } from '../../vault/index.ts'
import { Refusal } from '../refusal.ts'
import { doEdit, type EditContext } from './edit-context.ts'
import { ledgerOwner, providerOf } from './usage-places.ts'
import { needUnlocked } from './vault-access.ts'

/** Renewing the access of sign-ins in directories of our own. */
export interface SignIns {
  refresh(input: ProfileInput): Promise<CallReport>
}

export function createSignIns(context: EditContext, refresher: OAuthRefresher): SignIns {
  const { directory, editor, vault, clock } = context

  async function stored(owner: StoreOwner, profileId: string): Promise<JsonRecord | null> {
    const value = valueAt((await editor.readStore(owner)).credentials, 'profiles', profileId)
    return isRecord(value) ? value : null
  }

  /** The new tokens are in the vault before the credential names them, and the old ones go after that. */
  async function save(place: { owner: StoreOwner; profileId: string }, next: JsonRecord, into: Vault): Promise<void> {
    const sealed = { ...sealCredential(next, into) }
    const spent = await editor.updateStore(place.owner, (documents) => ({
      documents: { ...documents, credentials: withProfile(documents.credentials, place.profileId, sealed) },
      result: referencedIds(valueAt(documents.credentials, 'profiles', place.profileId)),
    }))
    const kept = referencedIds(sealed)
    for (const id of spent) if (!kept.has(id)) into.remove(id)
  }

  return {
    async refresh({ agentId, profileId }) {
      if (vault === null || directory.state.kind !== 'own') {
        throw new Refusal('NOT_EDITABLE', 'OpenClaw renews the sign-ins of its own directory itself.', {
          hint: 'Use the account with OpenClaw, or sign in again there.',
        })
      }
      needUnlocked(vault)
      const owner = await editor.ownerOf(agentId, profileId)
      if (owner === null) throw new Refusal('NOT_FOUND', 'This account is not there any more.', { hint: 'Look again.' })
      const provider = providerOf(context, owner, profileId)
      const startedMs = clock.now()
      const { result } = await doEdit(context, async () => {
        const outcome = await refresher.refresh({
          root: directory.state.path,
          owner: ledgerOwner(owner),
          provider,
          profileId,
          async read() {
            const credential = await stored(owner, profileId)
            return credential === null ? null : { ...openCredential(credential, vault) }
          },
          save: (next) => save({ owner, profileId }, next, vault),
        })
        const what = outcome.kind === 'refreshed' || outcome.kind === 'adopted' ? ('credentials' as const) : null
        return { what, files: [], backup: null, result: outcome }
      })
      return reportOf(result, { profileId, provider, latencyMs: clock.now() - startedMs })
    },
  }
}

const MESSAGES = {
  refreshed: 'The sign-in was renewed.',
  adopted: 'Somebody else had renewed the sign-in already.',
  still_valid: 'The sign-in still holds; it was not renewed.',
} as const

function reportOf(
  outcome: RefreshOutcome,
  about: Pick<CallReport, 'profileId' | 'provider' | 'latencyMs'>,
): CallReport {
  const base = { ...about, model: null, status: null, ruleId: null, changes: [] }
  if (outcome.kind !== 'failed') {
    return { ...base, outcome: 'ok', reason: null, retryAtMs: null, message: MESSAGES[outcome.kind], hint: null }
  }
  const { code, message, hint, retryAtMs } = outcome
  const isRefused = code === 'needs_sign_in'
  return { ...base, outcome: 'failed', reason: isRefused ? 'auth' : null, retryAtMs, message, hint }
}
