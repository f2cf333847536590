import { GLYPH_BOX, GLYPH_STROKE, GLYPHS, SPAN_LOOKS, TILE_PX, type GlyphKind } from './glyphs.ts'
import type { Palette } from './palette.ts'
import type { SpanKind } from './prepared.ts'

/** Pictures that are drawn many times: made once for a theme and a resolution. */
export interface Sprites {
  /** Draws a glyph with its middle at a place. */
  glyph(context: CanvasRenderingContext2D, kind: GlyphKind, place: { x: number; y: number; scale: number }): void
  /** What a span is filled with; it begins at the origin of the context. */
  tile(context: CanvasRenderingContext2D, kind: SpanKind): CanvasPattern | null
}

const HALO_PX = 1.6

export function createSprites(palette: Palette, ratio: number): Sprites {
  const glyphs = new Map<string, HTMLCanvasElement>()
  const tiles = new Map<SpanKind, CanvasPattern | null>()
  return {
    glyph(context, kind, { x, y, scale }) {
      const key = `${kind} ${scale}`
      const made = glyphs.get(key) ?? drawGlyph(kind, scale, palette, ratio)
      glyphs.set(key, made)
      const size = made.width / ratio
      // On whole device pixels, so that equal glyphs look equal.
      const left = Math.round((x - size / 2) * ratio) / ratio
      const top = Math.round((y - size / 2) * ratio) / ratio
      context.drawImage(made, left, top, size, size)
    },
    tile(context, kind) {
      const known = tiles.get(kind)
      if (known !== undefined) return known
      const pattern = context.createPattern(drawTile(kind, palette, ratio), 'repeat')
      pattern?.setTransform(new DOMMatrix().scale(1 / ratio))
      tiles.set(kind, pattern)
      return pattern
    },
  }
}

function canvasOf(sizePx: number, ratio: number): [HTMLCanvasElement, CanvasRenderingContext2D | null] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(sizePx * ratio)
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  context?.scale(ratio, ratio)
  return [canvas, context]
}

function drawGlyph(kind: GlyphKind, scale: number, palette: Palette, ratio: number): HTMLCanvasElement {
  const { path, isFilled, tone } = GLYPHS[kind]
  const size = GLYPH_BOX * scale + 2 * HALO_PX
  const [canvas, context] = canvasOf(size, ratio)
  if (context === null) return canvas
  const shape = new Path2D(path)
  context.translate(HALO_PX, HALO_PX)
  context.scale(scale, scale)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = palette.card
  context.lineWidth = (isFilled ? 0 : GLYPH_STROKE) + (2 * HALO_PX) / scale
  context.stroke(shape)
  const colour = palette.tones[tone].strong
  if (isFilled) {
    context.fillStyle = colour
    // A path is filled, and no array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(shape)
  } else {
    context.strokeStyle = colour
    context.lineWidth = GLYPH_STROKE
    context.stroke(shape)
  }
  return canvas
}

function drawTile(kind: SpanKind, palette: Palette, ratio: number): HTMLCanvasElement {
  const { tone, tile } = SPAN_LOOKS[kind]
  const [canvas, context] = canvasOf(TILE_PX, ratio)
  if (context === null) return canvas
  context.fillStyle = palette.tones[tone].soft
  context.fillRect(0, 0, TILE_PX, TILE_PX)
  context.globalAlpha = kind === 'blocked' ? 0.75 : 0.45
  context.strokeStyle = palette.tones[tone].line
  context.lineWidth = kind === 'blocked' ? 2 : 1
  context.stroke(new Path2D(tile))
  return canvas
}
