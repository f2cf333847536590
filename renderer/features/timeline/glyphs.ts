import type { FlagKind, MarkKind, SpanKind } from './prepared.ts'

export type GlyphKind = MarkKind | FlagKind
export type Tone = 'green' | 'amber' | 'red' | 'violet' | 'accent' | 'grey' | 'ink'

/** A shape in a box of 12 by 12, drawn on the canvas and in the legend alike. */
export interface Glyph {
  readonly path: string
  readonly isFilled: boolean
  readonly tone: Tone
}

export const GLYPH_BOX = 12
export const GLYPH_STROKE = 1.9

/** Told apart by shape alone: colour only repeats it. */
export const GLYPHS: Readonly<Record<GlyphKind, Glyph>> = {
  answered: { path: 'M6 2a4 4 0 1 1 0 8a4 4 0 1 1 0-8z', isFilled: true, tone: 'green' },
  failed: { path: 'M2.6 2.6l6.8 6.8M9.4 2.6L2.6 9.4', isFilled: false, tone: 'red' },
  skipped: { path: 'M2 6h8', isFilled: false, tone: 'grey' },
  probed: { path: 'M6 2.4a3.6 3.6 0 1 1 0 7.2a3.6 3.6 0 1 1 0-7.2z', isFilled: false, tone: 'accent' },
  fell_back: { path: 'M1.2 2.4h9.6L6 10.4z', isFilled: true, tone: 'amber' },
  came_back: { path: 'M1.2 9.6h9.6L6 1.6z', isFilled: true, tone: 'green' },
  order_edited: { path: 'M1.8 3h8.4M1.8 6h5.6M1.8 9h2.8', isFilled: false, tone: 'ink' },
  cleared: { path: 'M2.2 2.2h7.6v7.6H2.2z', isFilled: false, tone: 'ink' },
  log_gap: { path: 'M2 1.6v8.8M10 1.6v8.8M6 5.9v.2', isFilled: false, tone: 'grey' },
}

/** How a span is filled: lines in one direction, in two, or dots. */
export const SPAN_LOOKS: Readonly<Record<SpanKind, { readonly tone: Tone; readonly tile: string }>> = {
  cooldown: { tone: 'amber', tile: 'M-2 2L2-2M-2 10L10-2M6 10L10 6' },
  disabled: { tone: 'red', tile: 'M-2 2L2-2M-2 10L10-2M6 10L10 6M-2 6L2 10M-2-2L10 10M6-2L10 2' },
  blocked: { tone: 'violet', tile: 'M1 2h2M5 6h2' },
}

/** The pattern repeats after this many pixels. */
export const TILE_PX = 8
