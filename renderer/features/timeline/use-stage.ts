import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { ticker } from '../../lib/time/time.ts'
import type { Picked } from './hit-test.ts'
import type { RowLayout } from './layout.ts'
import type { PreparedTimeline } from './prepared.ts'
import { Stage } from './stage.ts'
import type { ViewStore } from './view-store.ts'

interface FrameSize {
  readonly widthPx: number
  /** For rows, below the axis. */
  readonly roomPx: number
}

interface FrameRefs {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly frame: RefObject<HTMLDivElement | null>
}

/** How much of the rows can be seen at once. */
export function useFrameSize({ scroller, frame, axisPx }: FrameRefs & { readonly axisPx: number }): FrameSize {
  const [size, setSize] = useState<FrameSize>({ widthPx: 900, roomPx: 0 })
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, frame.current]
    if (outer === null || inner === null) return
    const observer = new ResizeObserver(() =>
      setSize({ widthPx: inner.clientWidth, roomPx: outer.clientHeight - axisPx }),
    )
    observer.observe(outer)
    return () => observer.disconnect()
  }, [scroller, frame, axisPx])
  return size
}

interface StageOptions extends FrameRefs {
  readonly plot: RefObject<HTMLCanvasElement | null>
  readonly axis: RefObject<HTMLCanvasElement | null>
  readonly view: ViewStore
  readonly layout: RowLayout
  readonly timeline: PreparedTimeline | null
  readonly picked: Picked | null
}

/** What draws, for as long as the screen is there; null until the screen has a size. */
export function useStage(options: StageOptions): Stage | null {
  const { scroller, frame, plot, axis, view, layout, timeline, picked } = options
  const [stage, setStage] = useState<Stage | null>(null)
  useLayoutEffect(() => {
    const [outer, inner, picture, times] = [scroller.current, frame.current, plot.current, axis.current]
    if (outer === null || inner === null || picture === null || times === null) return
    let made: Stage | null = null
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      made = new Stage({ scroller: outer, frame: inner, plot: picture, axis: times }, view, layout)
      setStage(made)
    })
    observer.observe(outer)
    return () => {
      observer.disconnect()
      made?.dispose()
    }
  }, [scroller, frame, plot, axis, view, layout])
  useLayoutEffect(() => stage?.setTimeline(timeline), [stage, timeline])
  useLayoutEffect(() => stage?.setPicked(picked), [stage, picked])
  useEffect(() => {
    if (stage === null) return
    stage.setNow(ticker.nowMs())
    return ticker.subscribe(() => stage.setNow(ticker.nowMs()))
  }, [stage])
  return stage
}
