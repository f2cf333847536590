import { useId } from 'react'
import { GLYPH_BOX, GLYPH_STROKE, GLYPHS, SPAN_LOOKS, TILE_PX, type GlyphKind } from './glyphs.ts'
import type { SpanKind } from './prepared.ts'
import styles from './legend.module.css'

/** A glyph as the lanes show it. */
export function GlyphIcon({ kind }: { readonly kind: GlyphKind }) {
  const { path, isFilled, tone } = GLYPHS[kind]
  return (
    <svg
      className={styles.glyph}
      data-tone={tone}
      viewBox={`0 0 ${GLYPH_BOX} ${GLYPH_BOX}`}
      width="12"
      height="12"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={path}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke={isFilled ? 'none' : 'currentColor'}
        strokeWidth={GLYPH_STROKE}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** A piece of a span as the lanes show it. */
export function SpanIcon({ kind }: { readonly kind: SpanKind }) {
  const { tone, tile } = SPAN_LOOKS[kind]
  const id = useId()
  return (
    <svg className={styles.span} data-tone={tone} width="26" height="12" aria-hidden="true" focusable="false">
      <pattern id={id} width={TILE_PX} height={TILE_PX} patternUnits="userSpaceOnUse">
        <rect width={TILE_PX} height={TILE_PX} className={styles.soft} />
        <path d={tile} fill="none" className={styles.hatch} strokeWidth={kind === 'blocked' ? 2 : 1} />
      </pattern>
      <rect x="0.5" y="0.5" width="25" height="11" rx="3" fill={`url(#${id})`} className={styles.edge} />
    </svg>
  )
}
