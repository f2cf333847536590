import {
  cellMs,
  clustersOf,
  FLAG_KINDS,
  glyphScale,
  MARK_KINDS,
  type Cluster,
  type PackedSpan,
  type PreparedTimeline,
} from './prepared.ts'
import { glyphY, rowTopPx, trackOf, type RowLayout, type Track } from './layout.ts'
import { SPAN_LOOKS, TILE_PX, type GlyphKind } from './glyphs.ts'
import type { Picked } from './hit-test.ts'
import type { Palette } from './palette.ts'
import type { Sprites } from './sprites.ts'
import { xOf, type TimeSpan } from './time-scale.ts'
import { reasonShort } from '../../lib/history/decision-words.ts'

/** Everything that a picture of the lanes depends on. */
export interface PlotScene {
  readonly timeline: PreparedTimeline
  readonly layout: RowLayout
  /** What the whole picture covers: the screen, and what lies ready on either side. */
  readonly span: TimeSpan
  readonly widthPx: number
  readonly heightPx: number
  /** How far the rows are scrolled. */
  readonly scrollPx: number
  /** The part of the picture that is on the screen; the cells of glyphs go by its scale. */
  readonly shown: TimeSpan
  readonly shownPx: number
  /** Round times, for the lines that cross the lanes. */
  readonly gridMs: readonly number[]
  readonly dayMs: readonly number[]
  /** null: not in the picture's business. */
  readonly nowMs: number | null
  readonly picked: Picked | null
}

/** How many of each were drawn, for whoever wants to know what is on the screen. */
export interface PlotTally {
  readonly lanes: number
  readonly glyphs: number
  readonly spans: number
}

const LEAST_SPAN_PX = 2
const LEAST_LABELLED_PX = 74
/** With more switches than this on the screen, lines through all lanes would hide what they are about. */
const MOST_FLAG_LINES = 24

export function paintPlot(
  context: CanvasRenderingContext2D,
  scene: PlotScene,
  { palette, sprites }: { readonly palette: Palette; readonly sprites: Sprites },
): PlotTally {
  const { timeline, layout, widthPx, heightPx, scrollPx } = scene
  const x = (atMs: number) => xOf(scene.span, widthPx, atMs)
  context.clearRect(0, 0, widthPx, heightPx)
  context.save()
  context.translate(0, -scrollPx)
  const bottom = scrollPx + heightPx
  paintGrid(context, scene, palette, x)
  const cell = cellMs(scene.shown, scene.shownPx)
  const flags = FLAG_KINDS.flatMap((kind) => clustersOf(timeline.flags[kind], scene.span, cell))
  if (flags.length <= MOST_FLAG_LINES) for (const { atMs } of flags) paintFlagLine(context, x(atMs), scene, palette)
  const tally = { lanes: 0, spans: 0 }
  const flagTrack = trackOf(layout, -1)
  const drawn: { readonly cluster: Cluster<GlyphKind>; readonly track: Track }[] = flags.map((cluster) => ({
    cluster,
    track: flagTrack,
  }))
  for (const [index, lane] of timeline.lanes.entries()) {
    const track = trackOf(layout, index)
    if (track.topPx > bottom || track.topPx + track.heightPx < scrollPx) continue
    context.fillStyle = palette.line
    context.fillRect(0, rowTopPx(layout, index), widthPx, 1)
    for (const span of lane.spans) {
      if (span.toMs < scene.span.fromMs || span.fromMs > scene.span.toMs) continue
      paintSpan(context, { span, track, x, scene }, { palette, sprites })
      tally.spans += 1
    }
    for (const kind of MARK_KINDS)
      for (const cluster of clustersOf(lane.marks[kind], scene.span, cell)) drawn.push({ cluster, track })
    tally.lanes += 1
  }
  const most = drawn.reduce((largest, { cluster }) => Math.max(largest, cluster.count), 1)
  for (const { cluster, track } of drawn) {
    const { kind, atMs, count } = cluster
    sprites.glyph(context, kind, { x: x(atMs), y: glyphY(kind, track), scale: glyphScale(count, most) })
  }
  paintFuture(context, scene, palette, x)
  paintPicked(context, scene, palette, x)
  context.restore()
  return { ...tally, glyphs: drawn.length }
}

function paintGrid(
  context: CanvasRenderingContext2D,
  { gridMs, dayMs, scrollPx, heightPx }: PlotScene,
  palette: Palette,
  x: (atMs: number) => number,
): void {
  for (const [instants, colour] of [
    [gridMs, palette.line],
    [dayMs, palette.lineStrong],
  ] as const) {
    context.fillStyle = colour
    for (const atMs of instants) context.fillRect(Math.round(x(atMs)), scrollPx, 1, heightPx)
  }
}

interface DrawnSpan {
  readonly span: PackedSpan
  readonly track: Track
  readonly x: (atMs: number) => number
  readonly scene: PlotScene
}

function paintSpan(
  context: CanvasRenderingContext2D,
  { span, track, x, scene }: DrawnSpan,
  { palette, sprites }: { readonly palette: Palette; readonly sprites: Sprites },
): void {
  const row = track.heightPx / span.rows
  const left = Math.max(-TILE_PX, x(span.fromMs))
  const right = Math.min(scene.widthPx + TILE_PX, x(span.toMs))
  const width = Math.max(LEAST_SPAN_PX, right - left)
  const top = track.topPx + span.row * row
  const height = row - (span.rows > 1 ? 1 : 0)
  const tone = palette.tones[SPAN_LOOKS[span.kind].tone]
  context.save()
  context.translate(left, top)
  context.beginPath()
  context.roundRect(0, 0, width, height, Math.min(4, width / 2))
  context.fillStyle = sprites.tile(context, span.kind) ?? tone.soft
  context.fill()
  context.strokeStyle = tone.line
  context.lineWidth = 1
  context.stroke()
  context.restore()
  paintSpanLabel(context, { span, x, scene, top, height }, tone, palette)
}

function paintSpanLabel(
  context: CanvasRenderingContext2D,
  {
    span,
    x,
    scene,
    top,
    height,
  }: Pick<DrawnSpan, 'span' | 'x' | 'scene'> & { readonly top: number; readonly height: number },
  tone: Palette['tones']['grey'],
  palette: Palette,
): void {
  const left = Math.max(x(span.fromMs), x(scene.shown.fromMs)) + 6
  const right = Math.min(x(span.toMs), x(scene.shown.toMs)) - 6
  const text = span.count > 1 ? '' : reasonShort(span.reason)
  if (text === '' || right - left < LEAST_LABELLED_PX || height < 11) return
  context.font = `600 10.5px ${palette.font}`
  const width = context.measureText(text).width
  if (width > right - left) return
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  const middle = top + height / 2
  context.fillStyle = tone.soft
  context.beginPath()
  context.roundRect(left - 3, middle - 7, width + 6, 14, 3)
  context.fill()
  context.fillStyle = tone.strong
  context.fillText(text, left, middle + 0.5)
}

function paintFlagLine(context: CanvasRenderingContext2D, x: number, scene: PlotScene, palette: Palette): void {
  context.save()
  context.globalAlpha = 0.55
  context.strokeStyle = palette.lineStrong
  context.setLineDash([2, 3])
  context.beginPath()
  context.moveTo(Math.round(x) + 0.5, scene.layout.flagsPx)
  context.lineTo(Math.round(x) + 0.5, scene.scrollPx + scene.heightPx)
  context.stroke()
  context.restore()
}

/** What has not happened yet is veiled: of it only the ends of windows are known. */
function paintFuture(
  context: CanvasRenderingContext2D,
  { nowMs, widthPx, heightPx, scrollPx }: PlotScene,
  palette: Palette,
  x: (atMs: number) => number,
): void {
  if (nowMs === null) return
  const left = x(nowMs)
  if (left > widthPx || left < 0) return
  context.save()
  context.globalAlpha = 0.45
  context.fillStyle = palette.inset
  context.fillRect(left, scrollPx, widthPx - left, heightPx)
  context.restore()
  context.fillStyle = palette.accent
  context.fillRect(Math.round(left) - 1, scrollPx, 2, heightPx)
}

function paintPicked(
  context: CanvasRenderingContext2D,
  { picked, layout }: PlotScene,
  palette: Palette,
  x: (atMs: number) => number,
): void {
  if (picked === null) return
  const track = trackOf(layout, picked.laneIndex)
  context.strokeStyle = palette.accent
  context.lineWidth = 2
  context.beginPath()
  if (picked.what === 'span') {
    const row = track.heightPx / picked.span.rows
    const left = x(picked.span.fromMs)
    const width = Math.max(LEAST_SPAN_PX, x(picked.span.toMs) - left)
    context.roundRect(left - 1.5, track.topPx + picked.span.row * row - 1.5, width + 3, row + 3, 5)
  } else {
    const { kind, atMs } = picked.cluster
    context.arc(x(atMs), glyphY(kind, track), 10, 0, Math.PI * 2)
  }
  context.stroke()
}
