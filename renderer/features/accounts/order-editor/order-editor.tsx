import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { DirectoryFacts, ProviderLane } from '../../../../shared/engine/index.ts'
import type { DirectoryState } from '../../../../shared/contract/types.ts'
import { Button } from '../../../components/button.tsx'
import { LiveRegion } from '../../../components/live-region.tsx'
import { ProblemNote } from '../../../components/problem-note.tsx'
import { agentName } from '../../../lib/state/selected-agent.ts'
import { useDirectory } from '../../../lib/state/use-host.ts'
import { clockText, hostClock } from '../../../lib/time/time.ts'
import { capitalize, listOf } from '../../../lib/words/text.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { whyNotSaved, type DraftAction } from './draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { OrderLists } from './order-lists.tsx'
import { consequencesOf } from './order-preview.ts'
import { aliasKeys } from './order-sources.ts'
import {
  dropWords,
  gatewayWords,
  spokenLeftOut,
  spokenLift,
  spokenPlace,
  spokenPutBack,
  spokenTravel,
} from './order-words.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { TargetChoice } from './target-choice.tsx'
import type { Hover } from './use-order-drag.tsx'
import { useOrderEditor, type OrderEditing } from './use-order-editor.ts'
import styles from './order-editor.module.css'

interface OrderEditorProps {
  readonly agentId: string
  readonly lane: ProviderLane
  readonly servingId: string | null
}

/** Editing a provider's order: where it is written, the order itself, what is left out, and what will come of it. */
export function OrderEditor(props: OrderEditorProps) {
  const directory = useDirectory()
  return directory === null ? null : <Editor {...props} directory={directory} />
}

function Editor({ agentId, lane, servingId, directory }: OrderEditorProps & { readonly directory: DirectoryState }) {
  const { facts, gateway } = directory
  const { provider } = lane
  const editing = useOrderEditor(directory, agentId, provider)
  const { draft, conflict, problem, foresee } = editing
  const [spoken, setSpoken] = useState('')
  const [hover, setHover] = useState<Hover | null>(null)
  const statuses = useMemo(
    () => new Map([...lane.profiles, ...lane.excluded].map((status) => [status.profileId, status])),
    [lane],
  )
  const { root, keep } = useFocusKept()

  // While an account is held over a place, everything shows what dropping it there would do.
  const held = hover === null ? null : foresee(hover.action)
  const hoverText = hover === null || held === null ? null : hoverWords(hover.ids, held)

  function act(action: DraftAction, ids: readonly string[]): boolean {
    const next = foresee(action)
    setHover(null)
    setSpoken(spokenAfter(ids, next))
    editing.dispatch(action)
    keep()
    return next.draft !== draft
  }

  const travel = (type: 'undo' | 'redo'): void => {
    if (draft[type === 'undo' ? 'past' : 'future'].length === 0) return
    const left = draft[type === 'undo' ? 'past' : 'future'].length - 1
    setSpoken(spokenTravel(type, left))
    editing.dispatch({ type })
    keep()
  }

  useTravelKeys(root, travel)

  const aliases = aliasKeys(facts, provider)
  return (
    <section
      ref={root}
      className={styles.editor}
      aria-label={`Edit the order of ${provider}`}
      data-order-editor={provider}
      tabIndex={-1}
    >
      <TargetChoice editing={editing} facts={facts} agentId={agentId} />
      {gateway.running === null ? null : <p className={styles.note}>{gatewayWords(draft.target)}</p>}
      {aliases.length === 0 ? null : (
        <p className={styles.note}>
          openclaw.json also has an order under {listOf(aliases)}, which counts only for requests that use that name and
          only while {provider} has none.
        </p>
      )}
      {conflict === null ? null : (
        <ConflictPanel
          draft={draft}
          conflict={conflict}
          onChoose={(choice) => {
            editing.resolve(choice, conflict)
            keep()
          }}
        />
      )}
      <div className={styles.columns}>
        {draft.ids === null ? (
          <div className={styles.automatic}>
            <p>
              No order will be written here. What is there is removed, and the place decides nothing any more; the right
              side says what is used instead.
            </p>
            <Button
              onPress={() => {
                editing.dispatch({ type: 'write' })
                keep()
              }}
            >
              Write an order instead
            </Button>
          </div>
        ) : (
          <OrderLists
            editing={editing}
            provider={provider}
            statuses={statuses}
            servingId={servingId}
            ownersOf={(id) => ownersOf(facts, agentId, id)}
            hoverText={hoverText === null ? null : capitalize(hoverText)}
            onHover={setHover}
            onLift={(id) => setSpoken(spokenLift(id))}
            onPutBack={(id) => setSpoken(spokenPutBack(id))}
            act={act}
          />
        )}
        <PreviewPanel
          facts={facts}
          agentId={agentId}
          provider={provider}
          draft={held?.draft ?? draft}
          preview={held?.preview ?? editing.preview}
          nowMs={editing.nowMs}
          isHeld={held !== null}
        />
      </div>
      {problem === null ? null : <ProblemNote problem={problem} />}
      <Actions editing={editing} travel={travel} keep={keep} />
      <LiveRegion text={hover === null || hoverText === null ? spoken : `${listOf(hover.ids)} ${hoverText}`} />
      {editing.isEdited && !editing.isSaving ? <LeaveGuard provider={provider} onLeave={editing.close} /> : null}
    </section>
  )
}

interface ActionsProps {
  readonly editing: OrderEditing
  readonly travel: (type: 'undo' | 'redo') => void
  /** Keeps the focus in the editor when the button that was pressed goes. */
  readonly keep: () => void
}

function Actions({ editing, travel, keep }: ActionsProps) {
  const { draft, barriers, isSaving } = editing
  const reason = whyNotSaved(draft)
  const barrier = barriers[draft.target]
  return (
    <div className={styles.actions} data-order-actions>
      <Button aria-keyshortcuts="Control+Z" isDisabled={draft.past.length === 0} onPress={() => travel('undo')}>
        Undo
      </Button>
      <Button aria-keyshortcuts="Control+Shift+Z" isDisabled={draft.future.length === 0} onPress={() => travel('redo')}>
        Redo
      </Button>
      {draft.ids === null || draft.base[draft.target].profileIds === null ? null : (
        <Button
          look="quiet"
          onPress={() => {
            editing.dispatch({ type: 'automatic' })
            keep()
          }}
        >
          Remove this order
        </Button>
      )}
      <p className={styles.reason}>{barrier ?? (reason === null ? '' : WHY_NOT[reason])}</p>
      <div className={styles.finish}>
        <Button onPress={editing.close}>Cancel</Button>
        <Button
          look="primary"
          isDisabled={reason !== null || barrier !== null}
          isPending={isSaving}
          onPress={editing.save}
        >
          {draft.ids === null ? 'Save without an order' : 'Save order'}
        </Button>
      </div>
    </div>
  )
}

const WHY_NOT = {
  same: 'Nothing to save: this is what is there now.',
  empty_stored: 'A stored order without accounts counts as none: include one, or remove the order.',
} as const

function travelKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'y') return 'redo'
  if (key !== 'z') return null
  return event.shiftKey ? 'redo' : 'undo'
}

const clock = (atMs: number): string => clockText.at(atMs, hostClock.nowMs())

function spokenAfter(ids: readonly string[], { draft, preview }: ReturnType<OrderEditing['foresee']>): string {
  const [first] = ids
  const order = draft.ids ?? []
  const index = first === undefined ? -1 : order.indexOf(first)
  if (first === undefined || index === -1) return spokenLeftOut(ids)
  return spokenPlace(first, index, order.length, consequencesOf(preview, order).get(first), clock)
}

function hoverWords(ids: readonly string[], { draft, preview }: ReturnType<OrderEditing['foresee']>): string {
  const [first] = ids
  const order = draft.ids ?? []
  if (first === undefined) return ''
  return dropWords(order.indexOf(first), consequencesOf(preview, order).get(first), clock)
}

/** Other agents that have an account of their own under this id. */
function ownersOf(facts: DirectoryFacts, agentId: string, profileId: string): string | null {
  const owners = facts.agents.filter(
    (agent) => agent.id !== agentId && agent.store?.profiles.some(({ id }) => id === profileId),
  )
  return owners.length === 0 ? null : listOf(owners.map(agentName))
}

/** Ctrl+Z and its like, anywhere in the editor. */
function useTravelKeys(root: RefObject<HTMLElement | null>, travel: (type: 'undo' | 'redo') => void): void {
  const latest = useRef(travel)
  useLayoutEffect(() => {
    latest.current = travel
  })
  useEffect(() => {
    const element = root.current
    const onKey = (event: KeyboardEvent): void => {
      const type = travelKey(event)
      if (type === null) return
      event.preventDefault()
      latest.current(type)
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [root])
}

/** The editor takes the focus as it opens, and catches it when what held it goes. */
function useFocusKept() {
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  const keep = (): void => {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) root.current?.focus({ preventScroll: true })
    })
  }
  return { root, keep }
}
