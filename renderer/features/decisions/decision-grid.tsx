import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { Button } from '../../components/button.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { count as countWords } from '../../lib/words/text.ts'
import { copyText } from '../../components/history-copy-text.ts'
import { DecisionCard } from './decision-card.tsx'
import styles from './decision-grid.module.css'
import { DecisionRow } from './decision-row.tsx'
import { moveOf } from './grid-keys.ts'
import type { RowPages } from './row-pages.ts'
import { rowAsText } from './row-text.ts'
import { dayOf } from './row-times.ts'
import { RowStrip } from './row-strip.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { useScaledScroll, type TopRow } from './use-scaled-scroll.ts'

const ROW_PX = 32
const CARD_PX = 92

const COLUMNS = [
  'Time',
  'Agent, session',
  'Run',
  'Model',
  'Account',
  'Decision',
  'Reason',
  'Status',
  'Next',
  'Error',
] as const

interface DecisionGridProps {
  /** Tells this list from others. */
  readonly list: string
  readonly pages: RowPages
  readonly onOpenRun: (runKey: string) => void
  readonly onOnlyRun: (runKey: string) => void
  readonly onOnlySession: (sessionId: string) => void
}

/**
 * All decisions in one scroller, however many there are. Only what is near the screen is drawn or asked for. One row at a
 * time is the chosen one: keys move it, and what can be done with it stands below.
 */
export function DecisionGrid({ list, pages, onOpenRun, onOnlyRun, onOnlySession }: DecisionGridProps) {
  useSyncExternalStore(pages.subscribe, pages.revision)
  const { count, newRows } = pages.facts()
  const shownCount = count ?? SKELETON_ROWS
  const isNarrow = useIsNarrow()
  const rowPx = isNarrow ? CARD_PX : ROW_PX
  const scroll = useScaledScroll({ count: shownCount, rowPx })
  const { first, end, offsetPx, isAtTop } = scroll.shown
  const [active, setActive] = useState<number | null>(null)
  const idBase = useId()
  const [headId, bodyId] = [`${idBase}-head`, `${idBase}-body`]
  const grid = useRef<HTMLDivElement | null>(null)

  useEffect(() => pages.want(first, end), [pages, first, end])
  useEffect(() => pages.setPinned(isAtTop && active === null), [pages, isAtTop, active])

  useKeptPlace({ list, count, active, scroll, onChosen: setActive })

  const chosen = active === null || count === null ? null : Math.min(active, count - 1)
  const chosenRow = chosen === null || chosen < 0 ? undefined : pages.rowAt(chosen)
  const choose = (row: number) => {
    setActive(row)
    scroll.show(row)
  }

  // What is told about the chosen row takes room from the rows: it may not hide the row itself.
  const { viewportPx } = scroll.shown
  const seenPx = useRef(0)
  const keepInSight = useEffectEvent((nowPx: number) => {
    const below = chosen === null ? -1 : chosen - scroll.top.now()
    if (chosen !== null && below >= 0 && below * rowPx < seenPx.current) scroll.show(chosen)
    seenPx.current = nowPx
  })
  useEffect(() => keepInSight(viewportPx), [viewportPx])

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      if (chosenRow !== undefined && String(window.getSelection()) === '')
        void copyText(rowAsText(chosenRow), 'The row')
      return
    }
    if (event.key === 'Enter' && chosenRow !== undefined) return onOpenRun(chosenRow.runKey)
    const move = moveOf(event)
    if (move === null || count === null || count === 0) return
    event.preventDefault()
    choose(move({ row: chosen ?? -1, count, perPage: scroll.rowsPerPage, top: scroll.top.now() }))
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const link = target.closest<HTMLElement>('[data-run]')
    if (link !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      return onOpenRun(link.dataset.run ?? '')
    }
    const row = rowIndexAt(target)
    if (row !== null && pages.rowAt(row) !== undefined) choose(row)
  }

  const showNew = () => {
    setActive(null)
    pages.showNew()
    scroll.toRow(0)
    grid.current?.focus()
  }

  const { attach: attachScroller } = scroll
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      grid.current = element
      return attachScroller(element)
    },
    [attachScroller],
  )
  const length = end - first
  return (
    <div className={styles.frame} data-look={isNarrow ? 'cards' : 'table'}>
      <div role="rowgroup" id={headId} className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.columns}>
          {(isNarrow ? ['Decision'] : COLUMNS).map((name) => (
            <span key={name} role="columnheader">
              {name === 'Time' ? <TimeHead pages={pages} top={scroll.top} /> : name}
            </span>
          ))}
        </div>
      </div>
      <div
        className={styles.scroller}
        ref={attach}
        role="grid"
        aria-label="Decisions, newest first"
        aria-owns={`${headId} ${bodyId}`}
        aria-rowcount={count === null ? -1 : count + 1}
        aria-colcount={isNarrow ? 1 : COLUMNS.length}
        aria-busy={count === null}
        aria-activedescendant={chosen === null || chosen < first || chosen >= end ? undefined : rowId(idBase, chosen)}
        tabIndex={0}
        onScroll={scroll.onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          const row = rowIndexAt(event.target as HTMLElement)
          const runKey = row === null ? undefined : pages.rowAt(row)?.runKey
          if (runKey !== undefined) onOpenRun(runKey)
        }}
      >
        <div role="rowgroup" id={bodyId} className={styles.inner} style={{ height: `${scroll.innerPx}px` }}>
          {Array.from({ length }, (_, place) => {
            const index = first + place
            const row = pages.rowAt(index)
            const above = index === 0 ? undefined : pages.rowAt(index - 1)
            const props = {
              id: rowId(idBase, index),
              index,
              row,
              topPx: index * rowPx + offsetPx,
              isActive: index === chosen,
              isDayBreak:
                row !== undefined &&
                // The head of the table names the day of the first row; cards have no head.
                (index === 0 ? isNarrow : above !== undefined && dayOf(above.atMs) !== dayOf(row.atMs)),
              joinsAbove: row !== undefined && above?.runKey === row.runKey,
              joinsBelow: row !== undefined && pages.rowAt(index + 1)?.runKey === row.runKey,
            }
            // The part of the page that drew a row that is gone draws the one that came: nothing is built anew.
            return isNarrow ? (
              <DecisionCard key={index % length} {...props} />
            ) : (
              <DecisionRow key={index % length} {...props} />
            )
          })}
        </div>
      </div>
      {newRows === 0 ? null : (
        <div className={styles.pill}>
          <Button look="primary" onPress={showNew}>
            <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true" focusable="false">
              <path
                d="M6 10V2.5M2.8 5.5L6 2.3l3.2 3.2"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.7"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            {countWords(newRows, 'new', 'new')}
          </Button>
        </div>
      )}
      {chosenRow === undefined ? null : (
        <RowStrip
          row={chosenRow}
          onOpenRun={onOpenRun}
          onOnlyRun={onOnlyRun}
          onOnlySession={onOnlySession}
          onClose={() => {
            setActive(null)
            grid.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** The day of the first row that is seen stands above the times. */
function TimeHead({ pages, top }: { readonly pages: RowPages; readonly top: TopRow }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [top.subscribe(listener), pages.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    [pages, top],
  )
  const day = useSyncExternalStore(subscribe, () => {
    const row = pages.rowAt(top.now())
    return row === undefined ? null : dayOf(row.atMs)
  })
  return day === null ? (
    'Time'
  ) : (
    <>
      <VisuallyHidden>Time, here on </VisuallyHidden>
      {day}
    </>
  )
}

/** Shown until it is known how many rows there are. */
const SKELETON_ROWS = 16

function rowId(base: string, index: number): string {
  return `${base}-${index}`
}

function rowIndexAt(target: HTMLElement): number | null {
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}
