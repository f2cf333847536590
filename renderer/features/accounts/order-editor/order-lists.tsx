import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop, type DropItem, type ItemDropTarget } from 'react-aria-components/useDragAndDrop'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { ProfileStatus } from '../../../../shared/engine/index.ts'
import { clockText, hostClock } from '../../../lib/time/time.ts'
import type { DraftAction, Spot } from './draft.ts'
import { consequencesOf, type Consequence } from './order-preview.ts'
import { LeftOutRow, ListedRow } from './order-row.tsx'
import { consequenceWords } from './order-words.ts'
import type { OrderEditing } from './use-order-editor.ts'
import styles from './order-lists.module.css'

/** From here on only the rows in sight are drawn, in a list that scrolls. */
const MANY = 40
/** From here on rows offer to go to an end of the list at once. */
const LEAPS_FROM = 6
const ROW_HEIGHT = 52
const DRAG_TYPE = 'application/x-switchyard-order'

/** Ids that are held over a spot of the order. */
export interface Hover {
  readonly ids: readonly string[]
  readonly spot: Spot
}

interface OrderListsProps {
  readonly editing: OrderEditing
  readonly provider: string
  readonly statuses: ReadonlyMap<string, ProfileStatus>
  readonly servingId: string | null
  /** Other agents that have an account which this one lacks. */
  readonly ownersOf: (profileId: string) => string | null
  readonly onHover: (hover: Hover | null) => void
  /** Does it and says what came of it; false: it changed nothing. */
  readonly act: (action: DraftAction, ids: readonly string[]) => boolean
}

/** The order that is edited, and what it leaves out; accounts go from one to the other by drag, button or key. */
export function OrderLists(props: OrderListsProps) {
  const { editing, provider, statuses, servingId, ownersOf, onHover, act } = props
  const { draft, leftOut, flaws, preview } = editing
  const ids = draft.ids ?? NONE
  const held = useRef<readonly string[]>([])
  const refocus = useRefocus()
  const consequences = useMemo(() => consequencesOf(preview, ids), [preview, ids])
  const type = `${DRAG_TYPE}+${provider}`

  const common = {
    getItems: (keys: Iterable<string | number>) => [...keys].map((key) => ({ [type]: String(key) })),
    acceptedDragTypes: [type],
    getDropOperation: () => 'move' as const,
    onDragStart: (event: { readonly keys: Iterable<string | number> }) => {
      held.current = [...event.keys].map(String)
    },
    onDragEnd: () => onHover(null),
  }
  const order = useDragAndDrop<Row>({
    ...common,
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={styles.drop ?? ''}>
        {({ isDropTarget }) => (
          <HoverWatch
            onHover={isDropTarget && target.type === 'item' ? () => onHover(hoverOf(held.current, target)) : null}
            onLeave={() => onHover(null)}
          />
        )}
      </DropIndicator>
    ),
    onReorder: ({ keys, target }) => {
      const moving = new Set([...keys].map(String))
      const inSequence = ids.filter((id) => moving.has(id))
      act({ type: 'place', ids: inSequence, spot: spotOf(target) }, inSequence)
    },
    onInsert: ({ items, target }) =>
      void textsOf(items, type).then((texts) => act({ type: 'place', ids: texts, spot: spotOf(target) }, texts)),
    onRootDrop: ({ items }) =>
      void textsOf(items, type).then((texts) => act({ type: 'place', ids: texts, spot: 'end' }, texts)),
  })
  const out = useDragAndDrop<Row>({
    ...common,
    onRootDrop: ({ items }) => void textsOf(items, type).then((texts) => act({ type: 'leave_out', ids: texts }, texts)),
  })

  function onKey(event: KeyboardEvent): void {
    const id = rowIdOf(event.target)
    if (id === null || !ids.includes(id)) return
    const action = keyAction(event, id)
    if (action === null) return
    event.preventDefault()
    event.stopPropagation()
    if (act(action, [id]) && action.type !== 'leave_out') refocus(id, null)
  }

  const total = ids.length
  return (
    <div className={styles.lists}>
      <section className={styles.part} aria-label="In the order">
        <h3 className={styles.title}>In the order</h3>
        <div onKeyDownCapture={onKey}>
          <Windowed isMany={total > MANY}>
            <GridList
              className={styles.list ?? ''}
              aria-label={`Order of ${provider}`}
              data-many={total > MANY}
              items={ids.map((id) => ({ id }))}
              dependencies={[consequences, flaws, statuses, servingId]}
              dragAndDropHooks={order.dragAndDropHooks}
              renderEmptyState={() => (
                <p className={styles.empty}>No account is in the order. Include one, or drop one here.</p>
              )}
            >
              {({ id }) => {
                const index = ids.indexOf(id)
                const consequence = consequences.get(id)
                const shift = (by: -1 | 1): void => {
                  if (act({ type: 'shift', id, by }, [id])) refocus(id, by === -1 ? 'up' : 'down')
                }
                return (
                  <GridListItem id={id} textValue={id} className={styles.row ?? ''} data-order-item={id}>
                    <ListedRow
                      id={id}
                      index={index}
                      total={total}
                      status={statuses.get(id) ?? null}
                      isServing={id === servingId}
                      flaw={flaws.get(id) ?? null}
                      note={noteOf(consequence, ownersOf(id))}
                      isAmiss={consequence?.kind === 'passed_over' || consequence?.kind === 'waits'}
                      leaps={total >= LEAPS_FROM}
                      onShift={shift}
                      onLeap={(spot) => {
                        if (act({ type: 'place', ids: [id], spot }, [id])) refocus(id, null)
                      }}
                      onLeaveOut={() => act({ type: 'leave_out', ids: [id] }, [id])}
                    />
                  </GridListItem>
                )
              }}
            </GridList>
          </Windowed>
        </div>
      </section>
      <section className={styles.part} aria-label="Left out">
        <h3 className={styles.title}>Left out</h3>
        <Windowed isMany={leftOut.length > MANY}>
          <GridList
            className={styles.list ?? ''}
            aria-label={`Left out of the order of ${provider}`}
            data-many={leftOut.length > MANY}
            items={leftOut.map((id) => ({ id }))}
            dependencies={[flaws, statuses, servingId]}
            dragAndDropHooks={out.dragAndDropHooks}
            renderEmptyState={() => <p className={styles.empty}>None. Drop an account here to exclude it.</p>}
          >
            {({ id }) => (
              <GridListItem id={id} textValue={id} className={styles.row ?? ''} data-order-item={id} data-left-out>
                <LeftOutRow
                  id={id}
                  status={statuses.get(id) ?? null}
                  isServing={id === servingId}
                  flaw={flaws.get(id) ?? null}
                  onInclude={() => act({ type: 'place', ids: [id], spot: 'end' }, [id])}
                />
              </GridListItem>
            )}
          </GridList>
        </Windowed>
      </section>
    </div>
  )
}

const NONE: readonly string[] = []

interface Row {
  readonly id: string
}

function Windowed({ isMany, children }: { readonly isMany: boolean; readonly children: ReactNode }) {
  if (!isMany) return children
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: ROW_HEIGHT, dropIndicatorThickness: 4 }}>
      {children}
    </Virtualizer>
  )
}

/** Tells when the place it marks becomes the one that is aimed at. */
function HoverWatch({ onHover, onLeave }: { readonly onHover: (() => void) | null; readonly onLeave: () => void }) {
  const isActive = onHover !== null
  const latest = useRef({ onHover, onLeave })
  useLayoutEffect(() => {
    latest.current = { onHover, onLeave }
  })
  useEffect(() => {
    if (!isActive) return
    latest.current.onHover?.()
    return () => latest.current.onLeave()
  }, [isActive])
  return null
}

function hoverOf(ids: readonly string[], target: ItemDropTarget): Hover {
  return { ids, spot: spotOf(target) }
}

function spotOf({ key, dropPosition }: ItemDropTarget): Spot {
  return { beside: String(key), side: dropPosition === 'before' ? 'before' : 'after' }
}

async function textsOf(items: readonly DropItem[], type: string): Promise<readonly string[]> {
  return Promise.all(items.flatMap((item) => (item.kind === 'text' ? [item.getText(type)] : [])))
}

/** What the mark of an account says already is not said again. */
function noteOf(consequence: Consequence | undefined, owners: string | null): string | null {
  if (consequence === undefined) return null
  if (consequence.kind !== 'passed_over') {
    return consequenceWords(consequence, (atMs) => clockText.at(atMs, hostClock.nowMs()))
  }
  const isMissing = consequence.code === 'profile_missing' && owners !== null
  return isMissing ? `Passed over for this agent; ${owners} has it` : 'Passed over'
}

function rowIdOf(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-order-item]') : null
  return row?.dataset['orderItem'] ?? null
}

/** Alt with an arrow moves by one, with Home or End to an end; Delete leaves out. */
function keyAction({ key, altKey }: KeyboardEvent, id: string): DraftAction | null {
  if (key === 'Delete') return { type: 'leave_out', ids: [id] }
  if (!altKey) return null
  switch (key) {
    case 'ArrowUp':
      return { type: 'shift', id, by: -1 }
    case 'ArrowDown':
      return { type: 'shift', id, by: 1 }
    case 'Home':
      return { type: 'place', ids: [id], spot: 'start' }
    case 'End':
      return { type: 'place', ids: [id], spot: 'end' }
    default:
      return null
  }
}

/** A row that moves in the document loses the focus: it gets it back, on the same button while that can be pressed. */
function useRefocus(): (id: string, way: 'up' | 'down' | null) => void {
  const wanted = useRef<{ readonly id: string; readonly way: string | null } | null>(null)
  useEffect(() => {
    const { current } = wanted
    if (current === null) return
    wanted.current = null
    // The list draws its rows one step later than its owner.
    const frame = requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-order-item="${CSS.escape(current.id)}"]`)
      const button = row?.querySelector<HTMLButtonElement>(`[data-way="${current.way}"]:not(:disabled)`)
      if (row !== null && !row.contains(document.activeElement)) (button ?? row).focus()
    })
    return () => cancelAnimationFrame(frame)
  })
  return (id, way) => {
    wanted.current = { id, way }
  }
}
