import { useRef, type KeyboardEvent } from 'react'
import type { TimelineQuery } from '../../../shared/contract/history/index.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import { laneCommand, zoomCommand, type LaneCommand, type SpanCommand } from './keys.ts'
import styles from './lane-list.module.css'
import { laneSummary, flagSummary, tallyLane, type LaneTally, type WriteTime } from './mark-words.ts'
import { FLAG_KINDS, firstFrom, isNameless, type PreparedLane, type PreparedTimeline } from './prepared.ts'
import type { TimeSpan } from './time-scale.ts'

interface LaneListProps {
  readonly timeline: PreparedTimeline
  readonly lanes: TimelineQuery['lanes']
  /** What the summaries are about. */
  readonly shown: TimeSpan
  /** The lane that the keyboard is in; -1: the row of flags. */
  readonly current: number
  readonly onCurrent: (laneIndex: number) => void
  readonly onCommand: (command: Exclude<LaneCommand, { kind: 'lane' }> | SpanCommand, laneIndex: number) => void
  readonly write: WriteTime
}

/** The names of the rows, and in words what each of them shows. Everything drawn can be reached from here by keyboard. */
export function LaneList({ timeline, lanes, shown, current, onCurrent, onCommand, write }: LaneListProps) {
  const list = useRef<HTMLUListElement>(null)
  const rows = timeline.lanes
  const tabStop = current < rows.length ? current : -1

  function onKeyDown(event: KeyboardEvent) {
    const laneIndex = indexOfTarget(event.target)
    if (laneIndex === null) return
    const command = laneCommand(event) ?? zoomCommand(event)
    if (command === null) return
    event.preventDefault()
    event.stopPropagation()
    if (command.kind !== 'lane') return onCommand(command, laneIndex)
    const next = Math.min(rows.length - 1, Math.max(-1, laneIndex + command.by))
    list.current?.querySelector<HTMLElement>(`[data-lane-index='${next}']`)?.focus()
  }

  const row = (laneIndex: number) => ({
    'data-lane-index': laneIndex,
    tabIndex: laneIndex === tabStop ? 0 : -1,
    onFocus: () => onCurrent(laneIndex),
    onClick: () => onCommand({ kind: 'step', to: 1 }, laneIndex),
  })

  return (
    // The keys are those of the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles.list} aria-label="Lanes" onKeyDown={onKeyDown}>
      <FlagRow timeline={timeline} shown={shown} row={row(-1)} />
      {rows.map((lane, laneIndex) => {
        const tally = tallyLane(lane, shown)
        const isNewProvider = rows[laneIndex - 1]?.provider !== lane.provider
        return (
          <li
            key={lane.id}
            className={styles.row}
            data-timeline-lane={lane.id}
            data-new-provider={isNewProvider}
            {...tallyAttributes(tally)}
          >
            <button type="button" className={styles.button} {...row(laneIndex)}>
              <LaneName lane={lane} lanes={lanes} />
              <VisuallyHidden>: </VisuallyHidden>
              <span className={styles.summary}>{laneSummary(tally, write)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface LaneNameProps {
  readonly lane: PreparedLane
  readonly lanes: TimelineQuery['lanes']
}

const LONGEST_NAME = 26

/** Shortened where it is long: spoken, and on a stay of the pointer, it is whole. */
function LaneName({ lane: { id, label, provider }, lanes }: LaneNameProps) {
  const short = shortenMiddle(label, LONGEST_NAME)
  if (isNameless({ id, provider }, lanes))
    return (
      <span className={styles.name}>
        {provider} <span className={styles.aside}>no account named</span>
      </span>
    )
  return (
    <span className={styles.name} data-code="true" title={short === label ? undefined : label} translate="no">
      {short === label ? (
        label
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <VisuallyHidden>{label}</VisuallyHidden>
        </>
      )}
      {lanes === 'models' ? <VisuallyHidden> of {provider}</VisuallyHidden> : null}
    </span>
  )
}

interface FlagRowProps {
  readonly timeline: PreparedTimeline
  readonly shown: TimeSpan
  readonly row: Readonly<Record<string, unknown>>
}

function FlagRow({ timeline, shown, row }: FlagRowProps) {
  const counts = Object.fromEntries(FLAG_KINDS.map((kind) => [kind, countIn(timeline.flags[kind], shown)]))
  return (
    <li className={styles.flags} data-timeline-flags="" {...attributes(counts)}>
      <button type="button" className={styles.button} {...row}>
        <span className={styles.name}>Switches and edits</span>
        <VisuallyHidden>: </VisuallyHidden>
        <span className={styles.summary}>{flagSummary(counts)}</span>
      </button>
    </li>
  )
}

function countIn(flags: readonly { readonly atMs: number; readonly count: number }[], { fromMs, toMs }: TimeSpan) {
  let sum = 0
  for (let index = firstFrom(flags, fromMs); index < flags.length; index += 1) {
    const flag = flags[index]
    if (flag === undefined || flag.atMs > toMs) break
    sum += flag.count
  }
  return sum
}

function tallyAttributes({ spans, marks }: LaneTally) {
  return attributes({ ...spans, ...marks })
}

/** What is drawn of each kind, as a page can be asked for it. */
function attributes(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(counts).map(([kind, quantity]) => [`data-${kind.replace('_', '-')}`, quantity]),
  )
}

function indexOfTarget(target: EventTarget): number | null {
  const index = target instanceof HTMLElement ? target.dataset['laneIndex'] : undefined
  return index === undefined ? null : Number(index)
}
