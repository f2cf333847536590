import { clockText } from '../../lib/time/time.ts'
import { nearestCluster, spanAt, type Picked } from './hit-test.ts'
import { glyphY, laneAt, trackOf, type RowLayout } from './layout.ts'
import { paintAxis } from './paint-axis.ts'
import { paintPlot } from './paint-plot.ts'
import { onThemeChange, readPalette, type Palette } from './palette.ts'
import { cellMs, clustersOf, FLAG_KINDS, MARK_KINDS, type PreparedTimeline } from './prepared.ts'
import { createSprites, type Sprites } from './sprites.ts'
import { instantAt, lengthMs, xOf, type TimeSpan } from './time-scale.ts'
import { axisTicks } from './time-ticks.ts'
import type { ViewStore } from './view-store.ts'

export interface StageElements {
  /** As large as what is seen of the lanes; the picture moves inside it. */
  readonly frame: HTMLElement
  readonly plot: HTMLCanvasElement
  readonly axis: HTMLCanvasElement
  /** What scrolls the rows. */
  readonly scroller: HTMLElement
}

/** How much of the screen lies ready on either side of it: so far it is moved without being drawn again. */
const SIDE = 0.5
/** More pixels than this make no finer picture. */
const MOST_RATIO = 2.5

interface Painted {
  readonly shown: TimeSpan
  readonly widthPx: number
  readonly scrollPx: number
}

interface Frame {
  readonly widthPx: number
  readonly heightPx: number
  readonly ratio: number
}

/** Draws lanes and axis, at most once a frame, and knows what is where. Everything it depends on is set from outside. */
export class Stage {
  readonly #elements: StageElements
  readonly #view: ViewStore
  readonly #stops: (() => void)[]
  #timeline: PreparedTimeline | null = null
  readonly #layout: RowLayout
  #picked: Picked | null = null
  #nowMs = 0
  #look: { readonly palette: Palette; readonly sprites: Sprites } | null = null
  #painted: Painted | null = null
  #frame: Frame = { widthPx: 0, heightPx: 0, ratio: 1 }
  #request: number | null = null

  constructor(elements: StageElements, view: ViewStore, layout: RowLayout) {
    this.#elements = elements
    this.#view = view
    this.#layout = layout
    const observer = new ResizeObserver(() => this.#measure())
    observer.observe(elements.frame)
    const onScroll = () => this.#schedule()
    elements.scroller.addEventListener('scroll', onScroll, { passive: true })
    this.#stops = [
      () => observer.disconnect(),
      () => elements.scroller.removeEventListener('scroll', onScroll),
      view.onMove(() => this.#schedule()),
      onThemeChange(() => {
        this.#look = null
        this.#repaint()
      }),
    ]
    this.#measure()
  }

  setTimeline(timeline: PreparedTimeline | null): void {
    this.#timeline = timeline
    this.#repaint()
  }

  setPicked(picked: Picked | null): void {
    if (picked === this.#picked) return
    this.#picked = picked
    this.#repaint()
  }

  /** The host's time: the line of now, and from where on nothing has happened yet. */
  setNow(nowMs: number): void {
    const span = this.#view.span()
    const moved = ((nowMs - this.#nowMs) / lengthMs(span)) * this.#frame.widthPx
    if (Math.abs(moved) < 0.5) return
    this.#nowMs = nowMs
    this.#repaint()
  }

  get widthPx(): number {
    return this.#frame.widthPx
  }

  get heightPx(): number {
    return this.#frame.heightPx
  }

  /** What is drawn at a place of the page. */
  hit(clientX: number, clientY: number): Picked | null {
    const timeline = this.#timeline
    if (timeline === null) return null
    const box = this.#elements.frame.getBoundingClientRect()
    const place = { x: clientX - box.left, y: clientY - box.top + this.#elements.scroller.scrollTop }
    const laneIndex = laneAt(this.#layout, place.y, timeline.lanes.length)
    if (laneIndex === null) return null
    const shown = this.#view.span()
    const { widthPx } = this.#frame
    const scene = { layout: this.#layout, laneIndex, xOf: (atMs: number) => xOf(shown, widthPx, atMs) }
    const cell = cellMs(shown, widthPx)
    if (laneIndex < 0) {
      const flags = FLAG_KINDS.flatMap((kind) => clustersOf(timeline.flags[kind], shown, cell))
      const cluster = nearestCluster(place, flags, scene)
      return cluster === null ? null : { what: 'flag', laneIndex: -1, cluster }
    }
    const lane = timeline.lanes[laneIndex]
    if (lane === undefined) return null
    const marks = MARK_KINDS.flatMap((kind) => clustersOf(lane.marks[kind], shown, cell))
    const cluster = nearestCluster(place, marks, scene)
    if (cluster !== null) return { what: 'mark', laneIndex, cluster }
    const span = spanAt(place, lane, scene)
    return span === null ? null : { what: 'span', laneIndex, span }
  }

  /** Where something is drawn, in pixels of the frame; the part of a span that is in sight. */
  placeOf(picked: Picked): { readonly x: number; readonly y: number } {
    const shown = this.#view.span()
    const { widthPx } = this.#frame
    const track = trackOf(this.#layout, picked.laneIndex)
    const scrolled = this.#elements.scroller.scrollTop
    if (picked.what !== 'span') {
      const { kind, atMs } = picked.cluster
      return { x: xOf(shown, widthPx, atMs), y: glyphY(kind, track) - scrolled }
    }
    const left = Math.max(0, xOf(shown, widthPx, picked.span.fromMs))
    const right = Math.min(widthPx, xOf(shown, widthPx, picked.span.toMs))
    return { x: (left + right) / 2, y: track.topPx + track.heightPx / 2 - scrolled }
  }

  instantAt(clientX: number): number {
    const box = this.#elements.frame.getBoundingClientRect()
    return instantAt(this.#view.span(), this.#frame.widthPx, clientX - box.left)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    if (this.#request !== null) cancelAnimationFrame(this.#request)
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#elements.frame
    this.#frame = {
      widthPx: Math.max(1, clientWidth),
      heightPx: Math.max(1, clientHeight),
      ratio: Math.min(MOST_RATIO, window.devicePixelRatio),
    }
    this.#look = null
    // Within the same frame: a canvas that is drawn later would be seen stretched.
    this.#painted = null
    this.#draw()
  }

  #repaint(): void {
    this.#painted = null
    this.#schedule()
  }

  #schedule(): void {
    this.#request ??= requestAnimationFrame(() => {
      this.#request = null
      this.#draw()
    })
  }

  #draw(): void {
    const shown = this.#view.span()
    if (!this.#shift(shown)) this.#paint(shown)
    this.#paintAxis(shown)
  }

  /** Moves the picture where that is enough. */
  #shift(shown: TimeSpan): boolean {
    const painted = this.#painted
    const { widthPx, ratio } = this.#frame
    if (painted === null || painted.widthPx !== widthPx) return false
    if (painted.scrollPx !== this.#elements.scroller.scrollTop) return false
    const length = lengthMs(shown)
    if (Math.abs(lengthMs(painted.shown) - length) > length * 1e-6) return false
    const byPx = xOf(shown, widthPx, painted.shown.fromMs)
    if (Math.abs(byPx) > SIDE * widthPx) return false
    const whole = Math.round(byPx * ratio) / ratio
    this.#elements.plot.style.transform = whole === 0 ? '' : `translate3d(${whole}px, 0, 0)`
    return true
  }

  #paint(shown: TimeSpan): void {
    const { plot, scroller, frame } = this.#elements
    const { widthPx, heightPx, ratio } = this.#frame
    const wide = widthPx * (1 + 2 * SIDE)
    const context = sized(plot, wide, heightPx, ratio)
    const scrollPx = scroller.scrollTop
    this.#painted = { shown, widthPx, scrollPx }
    plot.style.transform = ''
    plot.style.left = `${-SIDE * widthPx}px`
    if (context === null || this.#timeline === null) {
      context?.clearRect(0, 0, wide, heightPx)
      return
    }
    const length = lengthMs(shown)
    const span = { fromMs: shown.fromMs - SIDE * length, toMs: shown.toMs + SIDE * length }
    const axis = axisTicks(span, wide, AXIS_TEXT)
    const tally = paintPlot(
      context,
      {
        timeline: this.#timeline,
        layout: this.#layout,
        span,
        widthPx: wide,
        heightPx,
        scrollPx,
        shown,
        shownPx: widthPx,
        gridMs: axis.ticks.map(({ atMs }) => atMs),
        dayMs: axis.breaks.map(({ atMs }) => atMs),
        nowMs: this.#nowMs,
        picked: this.#picked,
      },
      this.#lookNow(),
    )
    for (const [name, value] of Object.entries(tally)) frame.setAttribute(`data-drawn-${name}`, String(value))
  }

  #paintAxis(shown: TimeSpan): void {
    const { axis } = this.#elements
    const { widthPx, ratio } = this.#frame
    const heightPx = this.#layout.axisPx
    const context = sized(axis, widthPx, heightPx, ratio)
    if (context === null) return
    const ticks = axisTicks(shown, widthPx, AXIS_TEXT)
    paintAxis(context, { span: shown, widthPx, heightPx, axis: ticks, nowMs: this.#nowMs }, this.#lookNow().palette)
  }

  #lookNow(): { readonly palette: Palette; readonly sprites: Sprites } {
    if (this.#look === null) {
      const palette = readPalette()
      this.#look = { palette, sprites: createSprites(palette, this.#frame.ratio) }
    }
    return this.#look
  }
}

/** Ticks are written like every other time of the page; on its own day, an instant is written as a time only. */
const AXIS_TEXT = {
  zone: clockText.zone,
  time: (atMs: number, precision: 'minute' | 'second') => clockText.at(atMs, atMs, precision),
}

/** The context of a canvas that is as large as wanted, in pixels of the page. */
function sized(
  canvas: HTMLCanvasElement,
  widthPx: number,
  heightPx: number,
  ratio: number,
): CanvasRenderingContext2D | null {
  const width = Math.round(widthPx * ratio)
  const height = Math.round(heightPx * ratio)
  const context = canvas.getContext('2d')
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
    canvas.style.width = `${widthPx}px`
    canvas.style.height = `${heightPx}px`
  }
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}
