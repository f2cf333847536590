import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { attachGestures } from './gestures.ts'
import { isSamePicked, type Picked } from './hit-test.ts'
import type { Stage } from './stage.ts'
import { lengthMs, ordered, pan, zoom } from './time-scale.ts'
import type { ViewStore } from './view-store.ts'

interface GestureOptions {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly stage: Stage | null
  readonly view: ViewStore
  readonly onPress: (picked: Picked | null) => void
}

/** A part of the frame, in its pixels. */
export interface MarkedRange {
  readonly leftPx: number
  readonly widthPx: number
}

/** Lets pointers move and zoom the lanes; tells what is under them and which span is being marked. */
export function useGestures({ frame, scroller, stage, view, onPress }: GestureOptions): {
  readonly hovered: Picked | null
  readonly marked: MarkedRange | null
} {
  const [hovered, setHovered] = useState<Picked | null>(null)
  const [marked, setMarked] = useState<MarkedRange | null>(null)
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const [element, outer] = [frame.current, scroller.current]
    if (element === null || outer === null || stage === null) return
    let request: number | null = null
    const hover = (picked: Picked | null) => setHovered((old) => (isSamePicked(old, picked) ? old : picked))
    const forget = () => {
      if (request !== null) cancelAnimationFrame(request)
      request = null
      hover(null)
    }
    const stop = attachGestures(element, {
      onDrag(byX, byY) {
        forget()
        const span = view.span()
        view.move(pan(span, (-byX / stage.widthPx) * lengthMs(span)), 'person')
        if (byY !== 0) outer.scrollTop -= byY
      },
      onZoom(clientX, factor) {
        forget()
        view.move(zoom(view.span(), stage.instantAt(clientX), factor, view.whole()), 'person')
      },
      onSelect(range) {
        if (range === null) return setMarked(null)
        const box = element.getBoundingClientRect()
        const [left, right] = range.fromX < range.toX ? [range.fromX, range.toX] : [range.toX, range.fromX]
        setMarked(range.isDone ? null : { leftPx: left - box.left, widthPx: right - left })
        if (range.isDone) view.move(ordered(stage.instantAt(left), stage.instantAt(right)), 'person')
      },
      onHover(place) {
        if (place === null) return forget()
        const { clientX, clientY } = place
        if (request !== null) cancelAnimationFrame(request)
        request = requestAnimationFrame(() => {
          request = null
          hover(stage.hit(clientX, clientY))
        })
      },
      onPress(clientX, clientY) {
        press(stage.hit(clientX, clientY))
      },
    })
    return () => {
      forget()
      stop()
    }
  }, [frame, scroller, stage, view])
  return { hovered, marked }
}
