import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './overview.module.css'
import { onThemeChange, readPalette } from './palette.ts'
import { instantAt, lengthMs, ordered, pan, SHORTEST_MS, xOf, type TimeSpan } from './time-scale.ts'
import type { ViewStore } from './view-store.ts'

interface OverviewProps {
  readonly view: ViewStore
  readonly whole: TimeSpan
  /** How many records there are in each part of it. */
  readonly density: readonly number[]
  readonly write: (atMs: number) => string
}

type Grip = 'start' | 'end' | 'middle' | 'new'

const KEY_SHARE = 0.1
const HEIGHT_PX = 44

/** Everything there is, on one line: where much happened, and which part of it the lanes show. */
export function Overview({ view, whole, density, write }: OverviewProps) {
  const strip = useRef<HTMLDivElement>(null)
  const brush = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ grip: Grip; atMs: number; span: TimeSpan } | null>(null)
  const settled = useSyncExternalStore(view.subscribeSettled, view.settled)

  // Frame by frame, and past React.
  useEffect(() => {
    const place = () => {
      if (brush.current === null) return
      const { fromMs, toMs } = view.span()
      const left = Math.max(0, xOf(whole, 100, fromMs))
      const right = Math.min(100, xOf(whole, 100, toMs))
      brush.current.style.left = `${Math.min(left, 100)}%`
      brush.current.style.width = `${Math.max(0, right - left)}%`
    }
    place()
    return view.onMove(place)
  }, [view, whole])

  useEffect(() => {
    const [picture, box] = [canvas.current, strip.current]
    if (picture === null || box === null) return
    const draw = () => drawDensity(picture, box.clientWidth, density)
    const observer = new ResizeObserver(draw)
    observer.observe(box)
    const stop = onThemeChange(draw)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [density])

  const instantOf = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect()
    return box === undefined ? whole.fromMs : instantAt(whole, box.width, event.clientX - box.left)
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.preventDefault()
    const grip = (event.target instanceof HTMLElement ? event.target.dataset['grip'] : undefined) as Grip | undefined
    if (event.target instanceof HTMLElement) event.target.focus({ preventScroll: true })
    strip.current?.setPointerCapture(event.pointerId)
    held.current = { grip: grip ?? 'new', atMs: instantOf(event), span: view.span() }
  }

  function onPointerMove(event: PointerEvent) {
    const { grip, atMs, span } = held.current ?? {}
    if (grip === undefined || atMs === undefined || span === undefined) return
    const nowAtMs = instantOf(event)
    if (grip === 'new' && Math.abs(nowAtMs - atMs) < lengthMs(whole) * 0.004) return
    view.move(dragged(grip, { span, fromMs: atMs, toMs: nowAtMs }), 'person')
  }

  function onPointerUp(event: PointerEvent) {
    const pointer = held.current
    held.current = null
    if (pointer?.grip !== 'new') return
    const atMs = instantOf(event)
    // Pressed beside the window: it comes there.
    if (Math.abs(atMs - pointer.atMs) < lengthMs(whole) * 0.004) {
      const { span } = pointer
      view.move(pan(span, atMs - (span.fromMs + span.toMs) / 2), 'person')
    }
  }

  function onKeyDown(event: KeyboardEvent, grip: 'start' | 'end') {
    const span = view.span()
    const step = lengthMs(span) * KEY_SHARE
    const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key]
    const to = { Home: whole.fromMs, End: whole.toMs }[event.key]
    if (by === undefined && to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const edge = grip === 'start' ? span.fromMs : span.toMs
    view.move(withEdge(span, grip, to ?? edge + (by ?? 0)), 'person')
  }

  const handle = (grip: 'start' | 'end') => ({
    'data-grip': grip,
    role: 'slider',
    tabIndex: 0,
    'aria-orientation': 'horizontal' as const,
    'aria-label': grip === 'start' ? 'Start of what is shown' : 'End of what is shown',
    'aria-valuemin': Math.round(whole.fromMs),
    'aria-valuemax': Math.round(whole.toMs),
    'aria-valuenow': Math.round(grip === 'start' ? settled.fromMs : settled.toMs),
    'aria-valuetext': write(grip === 'start' ? settled.fromMs : settled.toMs),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, grip),
  })

  return (
    <div className={styles.overview} role="group" aria-label="Everything on record">
      <div
        ref={strip}
        className={styles.strip}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (held.current = null)}
      >
        <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
        <div ref={brush} className={styles.brush} data-grip="middle">
          <div className={styles.handle} {...handle('start')} />
          <div className={styles.handle} {...handle('end')} />
        </div>
      </div>
      <p className={styles.ends}>
        <span>{write(whole.fromMs)}</span>
        <span>{write(whole.toMs)}</span>
      </p>
    </div>
  )
}

/** What is shown after a grip was dragged. */
function dragged(grip: Grip, { span, fromMs, toMs }: { span: TimeSpan; fromMs: number; toMs: number }): TimeSpan {
  if (grip === 'middle') return pan(span, toMs - fromMs)
  if (grip === 'new') return ordered(fromMs, toMs)
  return withEdge(span, grip, (grip === 'start' ? span.fromMs : span.toMs) + toMs - fromMs)
}

function withEdge(span: TimeSpan, grip: 'start' | 'end', atMs: number): TimeSpan {
  return grip === 'start'
    ? { ...span, fromMs: Math.min(atMs, span.toMs - SHORTEST_MS) }
    : { ...span, toMs: Math.max(atMs, span.fromMs + SHORTEST_MS) }
}

/** Square roots: a busy hour does not make the quiet ones disappear. */
function drawDensity(canvas: HTMLCanvasElement, widthPx: number, density: readonly number[]): void {
  const ratio = Math.min(2.5, window.devicePixelRatio)
  canvas.width = Math.max(1, Math.round(widthPx * ratio))
  canvas.height = Math.round(HEIGHT_PX * ratio)
  const context = canvas.getContext('2d')
  if (context === null || density.length === 0) return
  const most = Math.max(1, ...density)
  const step = canvas.width / density.length
  context.fillStyle = readPalette().tones.grey.line
  for (const [index, quantity] of density.entries()) {
    if (quantity === 0) continue
    const height = Math.max(2 * ratio, Math.sqrt(quantity / most) * (canvas.height - 6 * ratio))
    context.fillRect(index * step, canvas.height - height, Math.max(1, step - 0.5 * ratio), height)
  }
}
