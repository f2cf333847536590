import { useRef, useState, useSyncExternalStore } from 'react'
import type { HistoryFilter, HistoryState, TimelineQuery } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { LiveRegion } from '../../components/live-region.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { hasFields, withTimes } from '../../lib/history/filter-fields.ts'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { followingText } from '../../lib/time/span-text.ts'
import { clockText, hostClock } from '../../lib/time/time.ts'
import { NARROW_SCREEN, useMedia } from '../../lib/use-media.ts'
import { FrameOverlays } from './frame-overlays.tsx'
import type { Picked } from './hit-test.ts'
import { instantOfPicked, stepTo } from './hit-test.ts'
import { spanCommand, type LaneCommand, type SpanCommand } from './keys.ts'
import { laneItems } from './lane-items.ts'
import { LaneList } from './lane-list.tsx'
import { frameHeightPx, NARROW, WIDE } from './layout.ts'
import { Legend } from './legend.tsx'
import { filterOfPicked, pickedSentence, type WriteTime } from './mark-words.ts'
import { Overview } from './overview.tsx'
import { nearestPreset, reachableSpan } from './shown-span.ts'
import { lengthMs, padded, pan, zoom, type TimeSpan } from './time-scale.ts'
import styles from './timeline-board.module.css'
import { Toolbar } from './toolbar.tsx'
import { useGestures } from './use-gestures.ts'
import { useFrameSize, useStage } from './use-stage.ts'
import { useDensity, useTimeline } from './use-timeline.ts'
import { isLiveSelection, useView } from './use-view.ts'

interface TimelineBoardProps {
  readonly state: HistoryState
  readonly selection: HistorySelection
  readonly filter: HistoryFilter
  readonly onSelection: (selection: HistorySelection) => void
  readonly lanes: TimelineQuery['lanes']
  readonly onLanes: (lanes: TimelineQuery['lanes']) => void
}

/** What was chosen by key or press, and whether its details are open. */
interface Chosen {
  readonly picked: Picked
  readonly isOpen: boolean
  /** It stays when its details are closed: the keyboard goes on from it. */
  readonly byKeys: boolean
}

/** The lanes with everything around them. */
export function TimelineBoard({ state, selection, filter, onSelection, lanes, onLanes }: TimelineBoardProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLCanvasElement>(null)
  const axis = useRef<HTMLCanvasElement>(null)
  const layout = useMedia(NARROW_SCREEN) ? NARROW : WIDE
  const { widthPx, roomPx } = useFrameSize({ scroller, frame, axisPx: layout.axisPx })
  const view = useView({ state, selection, onSelection, widthPx })
  const settled = useSyncExternalStore(view.subscribeSettled, view.settled)
  const { timeline, isLoading, problem, retry } = useTimeline({ view, widthPx, lanes, filter, state })
  const overview = useDensity(reachableSpan(state, hostClock.nowMs()), { filter, state, lanes })
  const [current, setCurrent] = useState(-1)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [said, setSaid] = useState('')
  // Lanes may be others by now: what was chosen in one of them is not what is drawn there.
  const laneIds = timeline?.lanes.map(({ id }) => id).join('\n') ?? ''
  const [knownIds, setKnownIds] = useState(laneIds)
  if (knownIds !== laneIds) {
    setKnownIds(laneIds)
    setChosen(null)
  }
  const stage = useStage({ scroller, frame, plot, axis, view, layout, timeline, picked: chosen?.picked ?? null })
  const { hovered, marked } = useGestures({
    frame,
    scroller,
    stage,
    view,
    onPress: (picked) => setChosen(picked === null ? null : { picked, isOpen: true, byKeys: false }),
  })

  const framePx = frameHeightPx(layout, timeline?.lanes.length ?? 0, roomPx)
  const nowMs = hostClock.nowMs()
  const precision = lengthMs(settled) < 12 * 3_600_000 ? 'second' : 'minute'
  const write: WriteTime = (atMs, afterMs) => followingText(clockText, { atMs, afterMs, nowMs })
  const writeExact: WriteTime = (atMs, afterMs) => followingText(clockText, { atMs, afterMs, nowMs }, precision)
  const labelOf = ({ laneIndex }: Picked) => timeline?.lanes[laneIndex]?.label ?? null

  function run(command: SpanCommand, aroundMs?: number): void {
    const span = view.span()
    const middle = (span.fromMs + span.toMs) / 2
    const half = lengthMs(span) / 2
    const reach = view.whole()
    const next: Readonly<Record<SpanCommand['kind'], () => TimeSpan>> = {
      pan: () => pan(span, command.kind === 'pan' ? command.share * lengthMs(span) : 0),
      zoom: () => zoom(span, aroundMs ?? middle, command.kind === 'zoom' ? command.factor : 1, reach),
      start: () => pan(span, reach.fromMs + half - middle),
      end: () => pan(span, reach.toMs - half - middle),
      all: () => padded(reach),
    }
    view.move(next[command.kind](), 'person')
  }

  function runInLane(command: Exclude<LaneCommand, { kind: 'lane' }> | SpanCommand, laneIndex: number): void {
    if (timeline === null) return
    const present = chosen !== null && chosen.picked.laneIndex === laneIndex ? chosen.picked : null
    if (command.kind === 'leave') return setChosen(null)
    if (command.kind === 'open') {
      if (present !== null) return setChosen({ picked: present, isOpen: true, byKeys: true })
      return runInLane({ kind: 'step', to: 1 }, laneIndex)
    }
    if (command.kind !== 'step') return run(command, present === null ? undefined : instantOfPicked(present))
    const span = view.span()
    const items = laneItems(timeline, laneIndex, span, widthPx)
    const next = stepTo(items, present, command.to, (span.fromMs + span.toMs) / 2)
    if (next === null) {
      setSaid(items.length === 0 ? 'Nothing is drawn in this lane.' : 'There is nothing further in this direction.')
      return
    }
    const atMs = instantOfPicked(next)
    if (atMs < span.fromMs || atMs > span.toMs) view.move(pan(span, atMs - (span.fromMs + span.toMs) / 2), 'person')
    setChosen({ picked: next, isOpen: false, byKeys: true })
    setSaid(pickedSentence(next, writeExact))
  }

  const shownPick = marked !== null ? null : (hovered ?? (chosen?.isOpen === false ? chosen.picked : null))
  return (
    <section className={`${card.card} ${styles.board}`} aria-label="Lanes over time" data-timeline="">
      <Toolbar
        lanes={lanes}
        onLanes={onLanes}
        isLive={isLiveSelection(selection)}
        onLive={(isLive) =>
          onSelection(
            isLive
              ? { filter: withTimes(selection.filter, null, null), preset: nearestPreset(view.span()) }
              : {
                  filter: withTimes(selection.filter, Math.round(settled.fromMs), Math.round(settled.toMs)),
                  preset: null,
                },
          )
        }
        onCommand={run}
        shown={settled}
        filter={withTimes(filter, null, null)}
        isLoading={isLoading}
        write={writeExact}
      />
      {problem === null ? null : (
        <div className={styles.empty}>
          <ProblemNote problem={problem} />
          <Button onPress={retry}>Try again</Button>
        </div>
      )}
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.corner}>times in {clockText.zone}</div>
        <div className={styles.axis}>
          <canvas ref={axis} aria-hidden="true" />
        </div>
        {timeline === null ? null : (
          <LaneList
            timeline={timeline}
            lanes={lanes}
            shown={settled}
            current={current}
            onCurrent={setCurrent}
            onCommand={runInLane}
            write={write}
          />
        )}
        <div className={styles.track}>
          {/* A picture that is moved by keys: what they do is in its name. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
          <div
            ref={frame}
            className={styles.frame}
            style={{ height: framePx }}
            role="application"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label={`Timeline from ${write(settled.fromMs)} to ${write(settled.toMs)}. Arrow keys move it, plus and minus zoom, 0 shows everything.`}
            data-from={Math.round(settled.fromMs)}
            data-to={Math.round(settled.toMs)}
            data-loading={isLoading}
            data-hit={hovered !== null}
            onKeyDown={(event) => {
              const command = spanCommand(event)
              if (command === null) return
              event.preventDefault()
              run(command)
            }}
          >
            <canvas ref={plot} className={styles.plot} aria-hidden="true" />
          </div>
          <div className={styles.over} style={{ height: framePx }}>
            <FrameOverlays
              stage={stage}
              shown={settled}
              hinted={shownPick}
              hintedLane={shownPick === null ? null : labelOf(shownPick)}
              chosen={chosen}
              chosenLane={chosen === null ? null : labelOf(chosen.picked)}
              filter={
                chosen === null || timeline === null
                  ? {}
                  : filterOfPicked(chosen.picked, {
                      lanes,
                      lane: timeline.lanes[chosen.picked.laneIndex] ?? null,
                      columnMs: timeline.columnMs,
                      filter,
                    })
              }
              marked={marked}
              onClose={() => setChosen((old) => (old?.byKeys === true ? { ...old, isOpen: false } : null))}
              write={writeExact}
            />
          </div>
        </div>
      </div>
      {timeline !== null && timeline.lanes.length === 0 ? (
        <p className={styles.empty}>
          {hasFields(filter) ? 'Nothing in this span matches the filter.' : 'Nothing is on record around this span.'}
        </p>
      ) : null}
      <Overview view={view} whole={overview.span} density={overview.density} write={write} />
      <Legend isOpen={layout === WIDE} />
      <LiveRegion text={said} />
    </section>
  )
}
