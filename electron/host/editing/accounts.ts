import type {
  AddAccountInput,
  CallReport,
  EditAccountInput,
  EditReceipt,
  ProfileInput,
} from '../../../shared/contract/types.ts'
import { clearWindows } from '../../../shared/engine/index.ts'
import {
  addProfileEdits,
  EditRefused,
  labelProfileEdits,
  orderEdits,
  removeProfileEdits,
  usageOf,
  withoutProfile,
  withProfile,
  withUsage,
  writtenOrderOf,
  type ConfigEdit,
  type ConfigWrite,
  type JsonRecord,
  type StoreOwner,
} from '../../openclaw/index.ts'
import { isRecord, valueAt } from '../../openclaw/raw-values.ts'
import { ledgerEntriesOf } from '../../store/index.ts'
import { referencedIds, sealCredential } from '../../vault/index.ts'
import { Refusal } from '../refusal.ts'
import { changedFields, nameFields, SECRET_FIELDS, secretFields } from './account-fields.ts'
import { agentOf, doEdit, orderRulesOf, policyOfDirectory, type EditContext, type Written } from './edit-context.ts'
import { endingAll } from './locks.ts'
import type { CallWith } from './provider-calls.ts'
import type { SignIns } from './sign-ins.ts'
import { ledgerOwner, storeFileOf } from './usage-places.ts'

/** Adding, changing, trying and removing accounts. */
export interface Accounts {
  add(input: AddAccountInput): Promise<EditReceipt>
  edit(input: EditAccountInput): Promise<EditReceipt>
  remove(input: ProfileInput): Promise<EditReceipt>
  test(input: ProfileInput): Promise<CallReport>
  refresh(input: ProfileInput): Promise<CallReport>
}

export function createAccounts(context: EditContext, call: CallWith, signIns: SignIns): Accounts {
  const { directory, editor, vault, store, clock } = context

  /** In a directory of our own, secrets go into the vault before anything names them. */
  function sealed(credential: JsonRecord): JsonRecord {
    return vault === null ? credential : { ...sealCredential(credential, vault) }
  }

  /** Secrets that nothing names any more. */
  function discard(ids: Iterable<string>): void {
    for (const id of ids) vault?.remove(id)
  }

  async function writeCredential<T>(next: JsonRecord, write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      discard(referencedIds(next))
      throw error
    }
  }

  /** The second half of an edit: that the first one is done must not be kept from anybody. */
  async function updateConfig(edits: readonly ConfigEdit[]): Promise<ConfigWrite | null> {
    if (edits.length === 0) return null
    try {
      return await editor.updateConfig(edits)
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error
      const { code, message, hint } = error
      throw new EditRefused(code, `The store was changed, but openclaw.json was not. ${message}`, hint, error)
    }
  }

  function written(owner: StoreOwner, config: ConfigWrite | null): Written<null> {
    const file = storeFileOf(context, owner)
    return {
      what: config?.changed === true ? 'config' : 'credentials',
      files: [...(file === null ? [] : [file]), ...(config?.files ?? [])],
      backup: config?.backup ?? null,
      result: null,
    }
  }

  async function add(input: AddAccountInput): Promise<Written<null>> {
    agentOf(context, input.agentId)
    const { facts } = directory.state
    const profileId = input.profileId.trim()
    const provider = input.provider.trim().toLowerCase()
    const owner: StoreOwner =
      input.owner === 'own'
        ? { kind: 'agent', agentId: input.agentId }
        : facts.sharedStore === null
          ? { kind: 'agent', agentId: 'main' }
          : { kind: 'shared' }
    const { email, displayName, expiresMs } = input
    const plain: JsonRecord = {
      type: input.type,
      provider,
      ...secretFields(input.type, input.secret),
      ...(input.type === 'token' && expiresMs !== null ? { expires: expiresMs } : {}),
      ...nameFields({ email, displayName }),
    }
    const next = sealed(plain)
    await writeCredential(next, () =>
      editor.updateStore(owner, (documents) => {
        if (valueAt(documents.credentials, 'profiles', profileId) !== undefined) throw alreadyThere()
        return {
          documents: { ...documents, credentials: withProfile(documents.credentials, profileId, next) },
          result: null,
        }
      }),
    )
    const entry = { provider, mode: input.type, ...nameFields({ email, displayName }) }
    return written(
      owner,
      await updateConfig([...addProfileEdits(profileId, entry), ...appendToOrder(provider, profileId)]),
    )
  }

  /** Where the configuration lists a provider's accounts, one that is not in the list is never tried (auth-store 6.4). */
  function appendToOrder(provider: string, profileId: string): readonly ConfigEdit[] {
    const rules = orderRulesOf(context)
    const { order } = directory.state.facts.config
    const ids = writtenOrderOf(order, provider, rules)
    if (ids === null || ids.includes(profileId)) return []
    return orderEdits(order, provider, [...ids, profileId], rules)
  }

  async function edit(input: EditAccountInput): Promise<Written<null>> {
    const { agentId, profileId } = input
    const owner = await ownerOf({ agentId, profileId })
    const current = valueAt((await editor.readStore(owner)).credentials, 'profiles', profileId)
    if (!isRecord(current)) throw gone()
    const change = changedFields(current, input)
    const sealedSecret = sealed({ ...change.secret, type: current['type'] })
    const spent = await writeCredential(sealedSecret, () =>
      editor.updateStore(owner, (documents) => {
        const before = valueAt(documents.credentials, 'profiles', profileId)
        if (!isRecord(before)) throw gone()
        const next = { ...before, ...change.plain }
        for (const name of change.removed) delete next[name]
        if (change.secret !== null) {
          for (const name of SECRET_FIELDS) delete next[name]
          Object.assign(next, sealedSecret)
        }
        const credentials = withProfile(documents.credentials, profileId, next)
        const state = change.secret === null ? documents.state : cleared(documents.state, owner, profileId)
        return { documents: { credentials, state }, result: idsOnlyIn(before, next) }
      }),
    )
    discard(spent)
    return written(owner, await updateConfig(namesInConfig(input)))
  }

  /** What the configuration says about an account is what is shown, so it changes as well. */
  function namesInConfig({ profileId, displayName, email }: EditAccountInput): readonly ConfigEdit[] {
    const { config } = directory.state.facts
    const entry = config.profiles.find(({ id }) => id === profileId)
    const label = displayName?.trim() ?? null
    const address = email?.trim() ?? null
    const path = ['auth', 'profiles', profileId, 'email']
    return [
      ...(displayName === undefined ? [] : labelProfileEdits(config, profileId, label === '' ? null : label)),
      ...(email === undefined || entry === undefined
        ? []
        : [
            address === null || address === ''
              ? ({ kind: 'remove', path } as const)
              : ({ kind: 'set', path, value: address } as const),
          ]),
    ]
  }

  /** What locked the old secret says nothing about the new one. */
  function cleared(state: JsonRecord | null, owner: StoreOwner, profileId: string): JsonRecord | null {
    const agentId = owner.kind === 'agent' ? owner.agentId : 'main'
    const before = usageOf(state, profileId)
    if (before === null) return state
    const provider = ''
    const nowMs = clock.now()
    const about = endingAll({ policy: policyOfDirectory(context), provider, nowMs })
    const effect = clearWindows(before, about, 'credential_replaced')
    const place = { atMs: nowMs, agentId, owner: ledgerOwner(owner), provider, profileId }
    store.ledger.append(ledgerEntriesOf(effect, { ...place, cause: 'credential_replaced' }))
    return withUsage(state, profileId, effect.stats)
  }

  async function remove({ agentId, profileId }: ProfileInput): Promise<Written<null>> {
    const owner = await ownerOf({ agentId, profileId })
    const spent = await editor.updateStore(owner, (documents) => {
      const before = valueAt(documents.credentials, 'profiles', profileId)
      if (before === undefined) throw gone()
      const removes = [profileId]
      return { documents: withoutProfile(documents, profileId), result: referencedIds(before), removes }
    })
    discard(spent)
    const { facts } = directory.state
    // Another store may have a profile of the same id, which the configuration then still names.
    const stores = [facts.sharedStore, ...facts.agents.map((agent) => agent.store)]
    const isNamed = stores.filter((item) => item?.profiles.some(({ id }) => id === profileId) === true).length > 1
    return written(owner, await updateConfig(isNamed ? [] : removeProfileEdits(facts.config, profileId)))
  }

  async function ownerOf({ agentId, profileId }: ProfileInput): Promise<StoreOwner> {
    agentOf(context, agentId)
    return (await editor.ownerOf(agentId, profileId)) ?? raise(gone())
  }

  const receiptOf = async (task: () => Promise<Written<null>>): Promise<EditReceipt> =>
    (await doEdit(context, task)).receipt

  return {
    add: (input) => receiptOf(() => add(input)),
    edit: (input) => receiptOf(() => edit(input)),
    remove: (input) => receiptOf(() => remove(input)),
    test: async (input) => (await call(input, null)).report,
    refresh: (input) => signIns.refresh(input),
  }
}

function idsOnlyIn(before: unknown, after: unknown): readonly string[] {
  const kept = referencedIds(after)
  return [...referencedIds(before)].filter((id) => !kept.has(id))
}

function alreadyThere(): Refusal {
  return new Refusal('INVALID_INPUT', 'There is an account with this id already.', {
    hint: 'Choose another id, or edit the account that is there.',
  })
}

function gone(): Refusal {
  return new Refusal('NOT_FOUND', 'This account is not there any more.', { hint: 'Look at the accounts again.' })
}

function raise(error: Error): never {
  throw error
}
