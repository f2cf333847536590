import { createContext, useContext, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { ProfileStatus } from '../../../../shared/engine/index.ts'
import { clockText, hostClock } from '../../../lib/time/time.ts'
import type { DraftAction } from './draft.ts'
import { consequencesOf, type Consequence } from './order-preview.ts'
import { LeftOutRow, ListedRow } from './order-row.tsx'
import { rowNote } from './order-words.ts'
import type { OrderEditing } from './use-order-editor.ts'
import { useOrderDrag, type Hover } from './use-order-drag.tsx'
import { useRefocus } from './use-refocus.ts'
import styles from './order-lists.module.css'

/** From here on only the rows in sight are drawn, in a list that scrolls. */
const MANY = 40
/** From here on rows offer to go to an end of the list at once. */
const LEAPS_FROM = 6
const ROW_HEIGHT = 52
const NONE: readonly string[] = []

interface OrderListsProps {
  readonly editing: OrderEditing
  readonly provider: string
  readonly statuses: ReadonlyMap<string, ProfileStatus>
  readonly servingId: string | null
  /** Other agents that have an account which this one lacks. */
  readonly ownersOf: (profileId: string) => string | null
  /** What letting go of what is held would do; null: nothing is aimed at. */
  readonly hoverText: string | null
  readonly onHover: (hover: Hover | null) => void
  /** A finger picks up a row. */
  readonly onLift: (id: string) => void
  /** A finger gave up what it had picked up. */
  readonly onPutBack: (id: string) => void
  /** Does it and says what came of it; false: it changed nothing. */
  readonly act: (action: DraftAction, ids: readonly string[]) => boolean
}

/** The order that is edited, and what it leaves out; accounts go from one to the other by drag, button or key. */
export function OrderLists(props: OrderListsProps) {
  const { editing, provider, statuses, servingId, ownersOf, hoverText, onHover, onLift, onPutBack, act } = props
  const { draft, leftOut, flaws, preview } = editing
  const ids = draft.ids ?? NONE
  const root = useRef<HTMLDivElement>(null)
  const refocus = useRefocus(root)
  const consequences = useMemo(() => consequencesOf(preview, ids), [preview, ids])
  const places = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const listedRows = useRows(ids)
  const leftOutRows = useRows(leftOut)

  const drag = useOrderDrag<Row>({ provider, ids, root, hoverText, onHover, onLift, onPutBack, act })

  function onKey(event: KeyboardEvent): void {
    const id = rowIdOf(event.target)
    const action = id === null || !places.has(id) ? null : keyAction(event, id)
    if (id === null || action === null) return
    event.preventDefault()
    event.stopPropagation()
    if (!act(action, [id]) || action.type === 'leave_out') return
    refocus(id, null, action.type === 'place' && typeof action.spot === 'string' ? action.spot : null)
  }

  const shared: RowsShared = {
    places,
    consequences,
    flaws,
    statuses,
    servingId,
    ownersOf,
    shift: (id, by) => {
      if (act({ type: 'shift', id, by }, [id])) refocus(id, by === -1 ? 'up' : 'down')
    },
    leap: (id, spot) => {
      if (act({ type: 'place', ids: [id], spot }, [id])) refocus(id, null, spot)
    },
    leaveOut: (id) => act({ type: 'leave_out', ids: [id] }, [id]),
    include: (id) => act({ type: 'place', ids: [id], spot: 'end' }, [id]),
  }

  return (
    // oxlint-disable-next-line react/jsx-no-constructed-context-values -- whatever draws the lists again changes rows
    <RowsContext value={shared}>
      <div ref={root} className={styles.lists} onPointerDownCapture={drag.onPointerDownCapture}>
        <section className={styles.part} aria-label="In the order">
          <h3 className={styles.title}>In the order</h3>
          <div onKeyDownCapture={onKey}>
            <Windowed isMany={ids.length > MANY}>
              <GridList
                className={styles.list ?? ''}
                aria-label={`Order of ${provider}`}
                data-order-list
                data-drag-list="order"
                data-many={ids.length > MANY}
                items={listedRows}
                dragAndDropHooks={drag.order}
                renderEmptyState={() => (
                  <p className={styles.empty}>No account is in the order. Include one, or drop one here.</p>
                )}
              >
                {listedItem}
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
              data-drag-list="out"
              data-many={leftOut.length > MANY}
              items={leftOutRows}
              dragAndDropHooks={drag.out}
              renderEmptyState={() => <p className={styles.empty}>None. Drop an account here to exclude it.</p>}
            >
              {leftOutItem}
            </GridList>
          </Windowed>
        </section>
        {drag.lifted}
      </div>
    </RowsContext>
  )
}

interface Row {
  readonly id: string
}

/** What rows know beside their id. They take it from here, so that a list of a thousand is not built again for it. */
interface RowsShared {
  readonly places: ReadonlyMap<string, number>
  readonly consequences: ReadonlyMap<string, Consequence>
  readonly flaws: OrderEditing['flaws']
  readonly statuses: ReadonlyMap<string, ProfileStatus>
  readonly servingId: string | null
  readonly ownersOf: (profileId: string) => string | null
  readonly shift: (id: string, by: -1 | 1) => void
  readonly leap: (id: string, spot: 'start' | 'end') => void
  readonly leaveOut: (id: string) => void
  readonly include: (id: string) => void
}

const RowsContext = createContext<RowsShared | null>(null)

function useRowsShared(): RowsShared {
  const shared = useContext(RowsContext)
  if (shared === null) throw new Error('A row is drawn outside of its lists')
  return shared
}

/** One object for each id, the same for as long as the lists live. */
function useRows(ids: readonly string[]): readonly Row[] {
  const [known] = useState(() => new Map<string, Row>())
  return useMemo(
    () =>
      ids.map((id) => {
        const row = known.get(id) ?? { id }
        known.set(id, row)
        return row
      }),
    [ids, known],
  )
}

function listedItem({ id }: Row) {
  return (
    <GridListItem id={id} textValue={id} className={styles.row ?? ''} data-order-item={id}>
      <Listed id={id} />
    </GridListItem>
  )
}

function leftOutItem({ id }: Row) {
  return (
    <GridListItem id={id} textValue={id} className={styles.row ?? ''} data-order-item={id} data-left-out>
      <LeftOut id={id} />
    </GridListItem>
  )
}

function Listed({ id }: Row) {
  const { places, consequences, flaws, statuses, servingId, ownersOf, ...acts } = useRowsShared()
  const consequence = consequences.get(id)
  const flaw = flaws.get(id) ?? null
  const owners = flaw === 'profile_missing' ? ownersOf(id) : null
  return (
    <ListedRow
      id={id}
      index={places.get(id) ?? 0}
      total={places.size}
      status={statuses.get(id) ?? null}
      isServing={id === servingId}
      flaw={flaw}
      note={rowNote(consequence, flaw, owners, (atMs) => clockText.at(atMs, hostClock.nowMs()))}
      isAmiss={consequence?.kind === 'passed_over' || consequence?.kind === 'waits'}
      leaps={places.size >= LEAPS_FROM}
      onShift={(by) => acts.shift(id, by)}
      onLeap={(spot) => acts.leap(id, spot)}
      onLeaveOut={() => acts.leaveOut(id)}
    />
  )
}

function LeftOut({ id }: Row) {
  const { flaws, statuses, servingId, include } = useRowsShared()
  return (
    <LeftOutRow
      id={id}
      status={statuses.get(id) ?? null}
      isServing={id === servingId}
      flaw={flaws.get(id) ?? null}
      onInclude={() => include(id)}
    />
  )
}

function Windowed({ isMany, children }: { readonly isMany: boolean; readonly children: ReactNode }) {
  if (!isMany) return children
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: ROW_HEIGHT, dropIndicatorThickness: 4 }}>
      {children}
    </Virtualizer>
  )
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
