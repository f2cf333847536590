import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HistoryState } from '../../../shared/contract/history/index.ts'
import { withTimes } from '../../lib/history/filter-fields.ts'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { hostClock, ticker } from '../../lib/time/time.ts'
import { liveSpan, liveStepMs, reachableSpan, shownSpan } from './shown-span.ts'
import type { TimeSpan } from './time-scale.ts'
import { createViewStore, type ViewStore } from './view-store.ts'

interface ViewOptions {
  readonly state: HistoryState
  readonly selection: HistorySelection
  readonly onSelection: (selection: HistorySelection) => void
  readonly widthPx: number
}

/** The span on the screen and the one in the address, kept the same: whichever changes, the other follows. */
export function useView({ state, selection, onSelection, widthPx }: ViewOptions): ViewStore {
  const [view] = useState(() => {
    const nowMs = hostClock.nowMs()
    return createViewStore(shownSpan(selection, state, nowMs), () => reachableSpan(state, nowMs))
  })
  const written = useRef<string | null>(null)
  const { preset } = selection
  const { fromMs, toMs } = selection.filter
  const { firstMs, lastMs } = state

  useEffect(() => view.setWhole(() => reachableSpan({ firstMs, lastMs }, hostClock.nowMs())), [view, firstMs, lastMs])

  const times = JSON.stringify([preset, fromMs, toMs])
  const showSelection = useEffectEvent((_times: string) => {
    // What a person has just brought the screen to is there already, or beyond it by now.
    const { fromMs: shownFromMs, toMs: shownToMs } = view.span()
    const isThere = Math.round(shownFromMs) === fromMs && Math.round(shownToMs) === toMs
    if (preset === null && written.current === `${fromMs} ${toMs}` && (isThere || view.isHeld())) return
    written.current = null
    view.move(shownSpan(selection, state, hostClock.nowMs()), 'page')
  })
  useEffect(() => showSelection(times), [times])

  const write = useEffectEvent((span: TimeSpan) => {
    const [from, to] = [Math.max(0, Math.round(span.fromMs)), Math.max(1, Math.round(span.toMs))]
    written.current = `${from} ${to}`
    onSelection({ filter: withTimes(selection.filter, from, to), preset: null })
  })
  useEffect(() => view.onRest(write), [view])

  useEffect(() => {
    if (preset === null) return
    let shownMs = 0
    return ticker.subscribe(() => {
      const nowMs = ticker.nowMs()
      const span = liveSpan(preset, nowMs)
      if (Math.abs(nowMs - shownMs) < liveStepMs(span, widthPx)) return
      shownMs = nowMs
      view.move(span, 'clock')
    })
  }, [view, preset, widthPx])

  useEffect(() => () => view.dispose(), [view])
  return view
}

/** What a live screen shows moves along with now. */
export function isLiveSelection({ preset }: HistorySelection): boolean {
  return preset !== null
}
