import { useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react'
import {
  DropIndicator,
  useDragAndDrop,
  type DragAndDropHooks,
  type DropItem,
  type DropTarget,
} from 'react-aria-components/useDragAndDrop'
import type { DraftAction, Spot } from './draft.ts'
import { isHome, type Aim, type ListName, type Point } from './drag-geometry.ts'
import { keepStates, type ListStates } from './list-states.ts'
import { LiftedRow, moveLifted } from './lifted-row.tsx'
import { useFingerDrag } from './use-finger-drag.ts'
import styles from './order-lists.module.css'

const DRAG_TYPE = 'application/x-switchyard-order'

/** Ids that are held over a place, and what a drop there would do. */
export interface Hover {
  readonly ids: readonly string[]
  readonly action: DraftAction
}

interface OrderDragOptions {
  readonly provider: string
  readonly ids: readonly string[]
  /** Holds both lists. */
  readonly root: RefObject<HTMLElement | null>
  /** What a drop at the place that is aimed at would come to, in a few words; null: nothing is aimed at. */
  readonly hoverText: string | null
  readonly onHover: (hover: Hover | null) => void
  readonly onLift: (id: string) => void
  readonly onPutBack: (id: string) => void
  readonly act: (action: DraftAction, ids: readonly string[]) => boolean
}

interface OrderDrag<T> {
  readonly order: DragAndDropHooks<T>
  readonly out: DragAndDropHooks<T>
  readonly onPointerDownCapture: (event: PointerEvent) => void
  /** The row that is held by a finger. */
  readonly lifted: ReactNode
}

/** Dragging between the order and what it leaves out: by mouse and by keys as React Aria has it, and by finger. */
export function useOrderDrag<T extends object>(options: OrderDragOptions): OrderDrag<T> {
  const { provider, ids, root, hoverText, onHover, onLift, onPutBack, act } = options
  const held = useRef<readonly string[]>([])
  const type = `${DRAG_TYPE}+${provider}`
  const place = (moving: readonly string[], spot: Spot): void => void act({ type: 'place', ids: moving, spot }, moving)
  const leaveOut = (moving: readonly string[]): void => void act({ type: 'leave_out', ids: moving }, moving)

  const common = {
    getItems: (keys: Iterable<string | number>) => [...keys].map((key) => ({ [type]: String(key) })),
    acceptedDragTypes: [type],
    getDropOperation: () => 'move' as const,
    onDragStart: (event: { readonly keys: Iterable<string | number> }) => {
      held.current = [...event.keys].map(String)
    },
    onDragEnd: () => onHover(null),
    onDropExit: () => onHover(null),
  }
  const order = useDragAndDrop<T>({
    ...common,
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.drop ?? ''} />,
    onDropEnter: ({ target }) =>
      onHover({ ids: held.current, action: { type: 'place', ids: held.current, spot: spotOf(target) } }),
    onReorder: ({ keys, target }) => {
      const moving = new Set([...keys].map(String))
      place(
        ids.filter((id) => moving.has(id)),
        spotOf(target),
      )
    },
    onInsert: ({ items, target }) => void textsOf(items, type).then((texts) => place(texts, spotOf(target))),
    onRootDrop: ({ items }) => void textsOf(items, type).then((texts) => place(texts, 'end')),
  })
  const out = useDragAndDrop<T>({
    ...common,
    onDropEnter: () => onHover({ ids: held.current, action: { type: 'leave_out', ids: held.current } }),
    onRootDrop: ({ items }) => void textsOf(items, type).then(leaveOut),
  })

  // A finger moves what is drawn for the mouse: the row that is dragged, and the place it would be dropped at.
  const [states] = useState<Record<ListName, ListStates>>(() => ({ order: {}, out: {} }))
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const card = useRef<HTMLDivElement>(null)
  const holding = useRef<Holding | null>(null)
  const target = (aim: Aim | null): void => {
    // What is left is told before what is entered.
    for (const list of ['order', 'out'] as const) if (aim?.list !== list) states[list].drop?.setTarget(null)
    if (aim !== null) states[aim.list].drop?.setTarget(targetOf(aim))
  }
  const finger = useFingerDrag(root, {
    onLift: (id, list, at) => {
      holding.current = { id, list, hasLeft: false }
      states[list].drag?.startDrag(id, { type: 'dragstart', ...at })
      setLifted({ id, at })
      onLift(id)
    },
    onFollow: (point) => moveLifted(card.current, point, lineIn(root.current)),
    onAim: (aim) => {
      const { current } = holding
      if (current === null || (!current.hasLeft && isHome(current.id, aim, ids))) return
      current.hasLeft = true
      target(aim)
    },
    onEnd: (aim) => {
      const { current } = holding
      if (current === null) return
      const { id, list, hasLeft } = current
      holding.current = null
      target(null)
      states[list].drag?.endDrag({
        type: 'dragend',
        x: 0,
        y: 0,
        keys: new Set([id]),
        dropOperation: aim === null ? 'cancel' : 'move',
        isInternal: aim?.list === list,
      })
      setLifted(null)
      if (aim === null || !hasLeft) onPutBack(id)
      else if (aim.list === 'out') leaveOut([id])
      else place([id], aim.beside === null ? 'end' : { beside: aim.beside, side: aim.side })
    },
  })

  return {
    order: keepStates(order.dragAndDropHooks, states.order),
    out: keepStates(out.dragAndDropHooks, states.out),
    onPointerDownCapture: finger.onPointerDownCapture,
    lifted: lifted === null ? null : <LiftedRow ref={card} id={lifted.id} at={lifted.at} text={hoverText} />,
  }
}

interface Lifted {
  readonly id: string
  readonly at: Point
}

interface Holding {
  readonly id: string
  readonly list: ListName
  /** It has been away from where it stands; until then nothing is aimed at, as nothing would change. */
  hasLeft: boolean
}

/** Where the place between two rows that is aimed at is marked. */
function lineIn(lists: HTMLElement | null): number | null {
  return lists?.querySelector('[data-drop-target]:not([data-drag-list])')?.getBoundingClientRect().top ?? null
}

function spotOf(target: DropTarget): Spot {
  if (target.type === 'root') return 'end'
  return { beside: String(target.key), side: target.dropPosition === 'before' ? 'before' : 'after' }
}

function targetOf(aim: Aim): DropTarget {
  return aim.list === 'out' || aim.beside === null
    ? { type: 'root' }
    : { type: 'item', key: aim.beside, dropPosition: aim.side }
}

async function textsOf(items: readonly DropItem[], type: string): Promise<readonly string[]> {
  return Promise.all(items.flatMap((item) => (item.kind === 'text' ? [item.getText(type)] : [])))
}
