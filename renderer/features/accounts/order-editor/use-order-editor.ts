import { useCallback, useEffect, useMemo, useState } from 'react'
import type { IneligibleCode } from '../../../../shared/engine/index.ts'
import type { DirectoryState, OrderConflict, OrderTarget } from '../../../../shared/contract/types.ts'
import { useAgentStatus } from '../../../lib/state/use-host.ts'
import { useHostAction, type ActionProblem } from '../../../lib/state/use-host-action.ts'
import { isEdited, outsideChange, reduceDraft, startDraft, type Draft, type DraftAction } from './draft.ts'
import { useDrafts } from './draft-store.ts'
import { laneKey, useOpenEditors } from './open-editors.ts'
import { defaultTarget, whyNotEditable } from './order-access.ts'
import { tellSaved } from './order-actions.ts'
import { candidateIds, flawsOf, previewOrder, type OrderPreview } from './order-preview.ts'
import { orderSources, type OrderSources } from './order-sources.ts'
import { unlockedOrder, withDraft } from './with-draft.ts'

export interface OrderEditing {
  readonly draft: Draft
  readonly sources: OrderSources
  /** Which place will win with the draft written. */
  readonly winnerThen: OrderSources['winner']
  /** Everything that could stand in the order and does not. */
  readonly leftOut: readonly string[]
  /** Why an account may not be used at all, by id; those that may are not in it. */
  readonly flaws: ReadonlyMap<string, IneligibleCode>
  readonly preview: OrderPreview
  /** Host time the preview is for. */
  readonly nowMs: number
  readonly barriers: Readonly<Record<OrderTarget, string | null>>
  /** The target holds something else than the draft started from. */
  readonly conflict: OrderConflict | null
  readonly problem: ActionProblem | null
  readonly isSaving: boolean
  readonly isEdited: boolean
  readonly dispatch: (action: DraftAction) => void
  /** What an action would make of the line; nothing is changed by it. */
  readonly foresee: (action: DraftAction) => { readonly draft: Draft; readonly preview: OrderPreview }
  readonly save: () => void
  readonly resolve: (choice: 'take_theirs' | 'overwrite', conflict: OrderConflict) => void
  /** Ends editing; the draft is gone. */
  readonly close: () => void
}

/** One lane's order while it is edited: the draft, what it would do, and where it stands against the directory. */
export function useOrderEditor(directory: DirectoryState, agentId: string, provider: string): OrderEditing {
  const { facts, path, configRevision } = directory
  const lane = laneKey({ path, agentId, provider })
  const nowMs = useAgentStatus(agentId)?.nowMs ?? directory.readAtMs
  const sources = useMemo(() => orderSources(facts, agentId, provider), [facts, agentId, provider])
  const current = useMemo(
    () => ({
      stored: { configRevision: null, profileIds: sources.stored },
      config: { configRevision, profileIds: sources.config },
    }),
    [sources, configRevision],
  )

  const [first] = useState(() =>
    startDraft(
      defaultTarget(directory, agentId, provider),
      current,
      unlockedOrder(facts, agentId, provider, nowMs).entries.map(({ profileId }) => profileId),
    ),
  )
  const known = useDrafts((drafts) => drafts.drafts[lane])
  const put = useDrafts((drafts) => drafts.put)
  const drop = useDrafts((drafts) => drafts.drop)
  const dispatchTo = useDrafts((drafts) => drafts.dispatch)
  const setOpen = useOpenEditors((editors) => editors.setOpen)
  const draft = known ?? first
  const dispatch = useCallback((action: DraftAction) => dispatchTo(lane, action), [dispatchTo, lane])

  useEffect(() => {
    if (useDrafts.getState().drafts[lane] === undefined) put(lane, first)
  }, [put, lane, first])
  useEffect(() => dispatch({ type: 'observe', current }), [dispatch, current])

  const previewOf = (of: Draft): OrderPreview => {
    const preview = previewOrder(facts, agentId, { provider, target: of.target, ids: of.ids }, nowMs)
    if (preview === null) throw new Error(`There is no agent ${agentId}`)
    return preview
  }
  const { target, ids } = draft
  // oxlint-disable-next-line react/exhaustive-deps -- a preview depends on nothing else of a draft
  const preview = useMemo(() => previewOf(draft), [facts, agentId, provider, target, ids, nowMs])
  const candidates = useMemo(() => candidateIds(facts, agentId, provider), [facts, agentId, provider])
  const leftOut = useMemo(() => {
    const listed = new Set(ids)
    return candidates.filter((id) => !listed.has(id))
  }, [candidates, ids])
  const flaws = useMemo(
    () => flawsOf(facts, agentId, provider, [...leftOut, ...(ids ?? [])], nowMs),
    [facts, agentId, provider, leftOut, ids, nowMs],
  )
  const winnerThen = useMemo(
    () => orderSources(withDraft(facts, agentId, { provider, target, ids }), agentId, provider).winner,
    [facts, agentId, provider, target, ids],
  )

  const close = (): void => {
    setOpen(lane, false)
    drop(lane)
  }
  const saving = useHostAction((client, base: Draft['base'][OrderTarget]) =>
    client.order.save({ agentId, provider, target, profileIds: ids, base }),
  )
  const saveFrom = async (base: Draft['base'][OrderTarget]): Promise<void> => {
    const receipt = await saving.run(base)
    if (receipt === null) return
    close()
    tellSaved(provider, receipt)
  }
  const refused = saving.problem?.conflict ?? null
  const conflict = saving.isPending ? null : (refused ?? outsideChange(draft, current))

  return {
    draft,
    sources,
    winnerThen,
    leftOut,
    flaws,
    preview,
    nowMs,
    barriers: whyNotEditable(directory, agentId),
    conflict,
    problem: refused === null ? saving.problem : null,
    isSaving: saving.isPending,
    isEdited: isEdited(draft),
    dispatch,
    foresee: (action) => {
      const next = reduceDraft(draft, action)
      return { draft: next, preview: next === draft ? preview : previewOf(next) }
    },
    save: () => void saveFrom(draft.base[target]),
    resolve: (choice, found) => {
      saving.reset()
      if (choice === 'take_theirs') dispatch({ type: 'take_theirs', conflict: found })
      else {
        dispatch({ type: 'keep_mine', conflict: found })
        void saveFrom(found.current)
      }
    },
    close,
  }
}
