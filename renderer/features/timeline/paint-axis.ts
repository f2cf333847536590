import type { Palette } from './palette.ts'
import { xOf, type TimeSpan } from './time-scale.ts'
import type { AxisTicks } from './time-ticks.ts'

interface AxisScene {
  readonly span: TimeSpan
  readonly widthPx: number
  readonly heightPx: number
  readonly axis: AxisTicks
  readonly nowMs: number | null
}

const GAP_PX = 10

/** The times, and above them the days; the day of the left edge stays in sight for as long as it lasts. */
export function paintAxis(context: CanvasRenderingContext2D, scene: AxisScene, palette: Palette): void {
  const { span, widthPx, heightPx, axis, nowMs } = scene
  const x = (atMs: number) => xOf(span, widthPx, atMs)
  context.clearRect(0, 0, widthPx, heightPx)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  paintBreaks(context, scene, palette)
  context.font = `500 11px ${palette.font}`
  for (const { atMs, label } of axis.ticks) {
    const left = Math.round(x(atMs))
    context.fillStyle = palette.lineStrong
    context.fillRect(left, heightPx - 6, 1, 6)
    const width = context.measureText(label).width
    // Half a time at an edge reads as another one.
    if (left - width / 2 < 0 || left + width / 2 > widthPx) continue
    context.fillStyle = palette.ink3
    context.fillText(label, left - width / 2, heightPx - 14)
  }
  if (nowMs === null) return
  const now = x(nowMs)
  if (now < 0 || now > widthPx) return
  context.fillStyle = palette.accent
  context.beginPath()
  context.moveTo(now - 5, heightPx - 7)
  context.lineTo(now + 5, heightPx - 7)
  context.lineTo(now, heightPx)
  context.fill()
}

function paintBreaks(
  context: CanvasRenderingContext2D,
  { span, widthPx, heightPx, axis }: AxisScene,
  palette: Palette,
): void {
  context.font = `650 11px ${palette.font}`
  for (const [index, { atMs, label }] of axis.breaks.entries()) {
    const place = xOf(span, widthPx, atMs)
    const next = axis.breaks[index + 1]
    const end = next === undefined ? widthPx : xOf(span, widthPx, next.atMs)
    if (end < 0 || place > widthPx) continue
    const width = context.measureText(label).width
    const left = Math.min(Math.max(6, place + 6), end - width - GAP_PX)
    if (place >= 0) {
      context.fillStyle = palette.lineStrong
      context.fillRect(Math.round(place), 0, 1, heightPx)
    }
    if (left < place + 2 && place >= 0) continue
    context.fillStyle = palette.ink2
    context.fillText(label, left, 13)
  }
}
