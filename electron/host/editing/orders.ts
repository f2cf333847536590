import type {
  EditReceipt,
  OrderBase,
  OrderHistory,
  OrderList,
  OrderRevision,
  SaveOrderInput,
} from '../../../shared/contract/types.ts'
import { EditRefused, orderEdits, storedOrderOf, withStoredOrder, writtenOrderOf } from '../../openclaw/index.ts'
import { Refusal } from '../refusal.ts'
import { agentOf, doEdit, orderRulesOf, type EditContext, type Written } from './edit-context.ts'
import type { OrderRecorder } from './order-recorder.ts'

/** Editing orders, with a history that can be gone back in. */
export interface Orders {
  save(input: SaveOrderInput): Promise<EditReceipt>
  history(query: { agentId: string | null; provider: string | null; limit: number }): OrderHistory
  undo(): Promise<EditReceipt>
  redo(): Promise<EditReceipt>
  restore(revisionId: number): Promise<EditReceipt>
}

type Place = Pick<SaveOrderInput, 'agentId' | 'provider' | 'target'>

export function createOrders(context: EditContext, recorder: OrderRecorder): Orders {
  const { directory, editor, store } = context

  /** What is written at a place, as far as the directory was last read. */
  function knownOrder({ agentId, provider, target }: Place): OrderList {
    const { facts } = directory.state
    const rules = orderRulesOf(context)
    if (target === 'config') return writtenOrderOf(facts.config.order, provider, rules)
    return writtenOrderOf(agentOf(context, agentId).store?.order ?? {}, provider, rules)
  }

  async function conflict(place: Place, cause: unknown): Promise<Refusal> {
    await directory.reread()
    const current: OrderBase = { configRevision: directory.state.configRevision, profileIds: knownOrder(place) }
    const where = place.target === 'config' ? 'openclaw.json' : 'The stored order'
    return new Refusal('CHANGED_OUTSIDE', `${where} was changed by somebody else in the meantime.`, {
      hint: 'Nothing was written. Take over what is there now, or overwrite it with yours.',
      conflict: { target: place.target, current },
      cause,
    })
  }

  /** Writes an order and remembers what was there. */
  async function write(place: Place, profileIds: OrderList, base: OrderBase | null): Promise<Written<OrderList>> {
    agentOf(context, place.agentId)
    try {
      return place.target === 'config'
        ? await writeConfig(place, profileIds, base)
        : await writeStored(place, profileIds, base)
    } catch (error) {
      if (error instanceof EditRefused && error.code === 'changed_outside') throw await conflict(place, error)
      throw error
    }
  }

  async function writeConfig(place: Place, profileIds: OrderList, base: OrderBase | null): Promise<Written<OrderList>> {
    // The value is judged by the file it was read from: one that changed since is refused by its revision.
    const before = knownOrder(place)
    const edits = orderEdits(directory.state.facts.config.order, place.provider, profileIds, orderRulesOf(context))
    recorder.expect(place, profileIds)
    const done = await editor.updateConfig(edits, base === null ? undefined : base.configRevision)
    return { what: done.changed ? 'config' : null, files: done.files, backup: done.backup, result: before }
  }

  async function writeStored(place: Place, profileIds: OrderList, base: OrderBase | null): Promise<Written<OrderList>> {
    const { agentId, provider } = place
    const rules = orderRulesOf(context)
    if (profileIds?.length === 0) {
      throw new Refusal('INVALID_INPUT', 'A stored order cannot be empty: OpenClaw takes an empty one for none.', {
        hint: 'Keep one account in it, remove the order, or leave the list in openclaw.json empty.',
      })
    }
    recorder.expect(place, profileIds)
    const before = await editor.updateStore({ kind: 'agent', agentId }, (documents) => {
      const current = storedOrderOf(documents.state, provider, rules)
      if (base !== null && !isSameOrder(current, base.profileIds)) {
        throw new EditRefused('changed_outside', 'The stored order is another one now.', 'Read it again.')
      }
      const state = withStoredOrder(documents.state, provider, profileIds, rules)
      return { documents: { ...documents, state }, result: current }
    })
    const file = agentOf(context, agentId).storeFile
    const isChanged = !isSameOrder(before, profileIds)
    return { what: isChanged ? 'stored_order' : null, files: file === null ? [] : [file], backup: null, result: before }
  }

  async function saveAt(
    place: Place,
    profileIds: OrderList,
    base: OrderBase | null,
    remember: (before: OrderList) => void,
  ): Promise<EditReceipt> {
    const { receipt, result: before } = await doEdit(context, () => write(place, profileIds, base))
    // Only what was read back counts as saved (OR-09).
    if (!isSameOrder(knownOrder(place), profileIds)) {
      throw new Refusal('CHANGED_OUTSIDE', 'The order was written, and another one is there already.', {
        hint: 'Somebody else saved right after you. Look at what is there now.',
        conflict: {
          target: place.target,
          current: { configRevision: directory.state.configRevision, profileIds: knownOrder(place) },
        },
      })
    }
    remember(before)
    return receipt
  }

  /** Goes from one end of a revision to the other, if its place still holds what it left there. */
  async function step(revision: OrderRevision, from: OrderList, to: OrderList): Promise<EditReceipt> {
    await directory.reread()
    const current = knownOrder(revision)
    if (!isSameOrder(current, from)) throw await conflict(revision, null)
    const base = { configRevision: directory.state.configRevision, profileIds: current }
    return saveAt(revision, to, base, () => undefined)
  }

  return {
    async save({ profileIds, base, ...place }) {
      const ids = profileIds === null ? null : [...new Set(profileIds.map((id) => id.trim()))]
      return saveAt(place, ids, base, (before) => {
        if (isSameOrder(before, ids)) return
        store.revisions.append({ atMs: context.clock.now(), ...place, before, after: ids, origin: 'console' })
      })
    },
    history: ({ agentId, provider, limit }) => ({
      revisions: store.revisions.list({ agentId, provider, limit }),
      undoable: store.revisions.undoable(),
      redoable: store.revisions.redoable(),
    }),
    async undo() {
      const revision = store.revisions.undoable() ?? nothingTo('undo')
      const receipt = await step(revision, revision.after, revision.before)
      store.revisions.markUndone(revision.id)
      return receipt
    },
    async redo() {
      const revision = store.revisions.redoable() ?? nothingTo('redo')
      const receipt = await step(revision, revision.before, revision.after)
      store.revisions.markApplied(revision.id)
      return receipt
    },
    async restore(revisionId) {
      const revision = store.revisions.get(revisionId)
      if (revision === null) {
        throw new Refusal('NOT_FOUND', 'This change is not on record any more.', { hint: 'Choose another one.' })
      }
      const { before: profileIds, agentId, provider, target } = revision
      return this.save({ agentId, provider, target, profileIds, base: null })
    },
  }
}

function nothingTo(action: 'undo' | 'redo'): never {
  throw new Refusal('NOT_FOUND', `There is nothing to ${action}.`, { hint: 'Orders saved here can be taken back.' })
}

function isSameOrder(one: OrderList, other: OrderList): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every((id, index) => id === other[index])
}
