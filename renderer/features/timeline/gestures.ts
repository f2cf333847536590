/** What a pointer does on the lanes; places in pixels of the page. */
export interface GestureHandlers {
  /** The content moves along with the pointer. */
  onDrag(byX: number, byY: number): void
  /** `factor` above 1: more is seen. The place stays where it is. */
  onZoom(clientX: number, factor: number): void
  /** A span is being marked; `isDone` where the pointer let go of it. null: it was given up. */
  onSelect(range: { readonly fromX: number; readonly toX: number; readonly isDone: boolean } | null): void
  onHover(place: { readonly clientX: number; readonly clientY: number } | null): void
  onPress(clientX: number, clientY: number): void
}

/** Up to here it was meant as a press. */
const SLACK_PX = 4
const LINE_PX = 16
const WHEEL_ZOOM = 0.0016
/** Fingers on a pad move by less at a time than a wheel. */
const PAD_ZOOM = 0.01

interface Held {
  readonly startX: number
  readonly startY: number
  x: number
  y: number
  moved: boolean
  readonly isSelecting: boolean
}

/** Listens to wheel, mouse, pen and fingers. Returns how to stop. */
export function attachGestures(frame: HTMLElement, handlers: GestureHandlers): () => void {
  const held = new Map<number, Held>()

  function onWheel(event: WheelEvent) {
    event.preventDefault()
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    const [dx, dy] = [event.deltaX * scale, event.deltaY * scale]
    if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) return handlers.onDrag(-(dx === 0 ? dy : dx), 0)
    handlers.onZoom(event.clientX, Math.exp(dy * (event.ctrlKey ? PAD_ZOOM : WHEEL_ZOOM)))
  }

  function onDown(event: PointerEvent) {
    if (event.button !== 0) return
    frame.setPointerCapture(event.pointerId)
    held.set(event.pointerId, {
      startX: event.clientX,
      startY: event.clientY,
      x: event.clientX,
      y: event.clientY,
      moved: false,
      isSelecting: event.shiftKey && event.pointerType === 'mouse',
    })
  }

  function onMove(event: PointerEvent) {
    const pointer = held.get(event.pointerId)
    if (pointer === undefined) return handlers.onHover(event.pointerType === 'touch' ? null : event)
    const before = { x: pointer.x, y: pointer.y }
    if (!pointer.moved && distance(pointer.startX, pointer.startY, event) < SLACK_PX) return
    pointer.moved = true
    handlers.onHover(null)
    if (held.size === 2) return pinch(event, pointer)
    pointer.x = event.clientX
    pointer.y = event.clientY
    if (pointer.isSelecting) return handlers.onSelect({ fromX: pointer.startX, toX: pointer.x, isDone: false })
    handlers.onDrag(event.clientX - before.x, event.pointerType === 'touch' ? 0 : event.clientY - before.y)
  }

  function pinch(event: PointerEvent, pointer: Held) {
    const other = [...held.values()].find((one) => one !== pointer)
    if (other === undefined) return
    const [was, wasMiddle] = [Math.abs(pointer.x - other.x), (pointer.x + other.x) / 2]
    pointer.x = event.clientX
    pointer.y = event.clientY
    const [is, middle] = [Math.abs(pointer.x - other.x), (pointer.x + other.x) / 2]
    if (was > 8 && is > 8) handlers.onZoom(middle, was / is)
    handlers.onDrag(middle - wasMiddle, 0)
  }

  function onUp(event: PointerEvent) {
    const pointer = held.get(event.pointerId)
    if (pointer === undefined) return
    held.delete(event.pointerId)
    if (pointer.isSelecting && pointer.moved)
      return handlers.onSelect({ fromX: pointer.startX, toX: event.clientX, isDone: true })
    if (!pointer.moved) handlers.onPress(event.clientX, event.clientY)
  }

  function onCancel(event: PointerEvent) {
    const pointer = held.get(event.pointerId)
    held.delete(event.pointerId)
    if (pointer?.isSelecting === true) handlers.onSelect(null)
  }

  function onLeave() {
    handlers.onHover(null)
  }

  frame.addEventListener('wheel', onWheel, { passive: false })
  frame.addEventListener('pointerdown', onDown)
  frame.addEventListener('pointermove', onMove)
  frame.addEventListener('pointerup', onUp)
  frame.addEventListener('pointercancel', onCancel)
  frame.addEventListener('pointerleave', onLeave)
  return () => {
    frame.removeEventListener('wheel', onWheel)
    frame.removeEventListener('pointerdown', onDown)
    frame.removeEventListener('pointermove', onMove)
    frame.removeEventListener('pointerup', onUp)
    frame.removeEventListener('pointercancel', onCancel)
    frame.removeEventListener('pointerleave', onLeave)
  }
}

function distance(x: number, y: number, event: PointerEvent): number {
  return Math.hypot(event.clientX - x, event.clientY - y)
}
