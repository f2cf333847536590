import { GlyphIcon, SpanIcon } from './glyph-icon.tsx'
import styles from './legend.module.css'
import { GLYPH_WORDS, SPAN_WORDS } from './mark-words.ts'
import { FLAG_KINDS, MARK_KINDS, SPAN_KINDS } from './prepared.ts'

/** What each shape of the lanes means. */
export function Legend({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <details className={styles.legend} open={isOpen}>
      <summary>What the shapes mean</summary>
      <ul>
        {MARK_KINDS.map((kind) => (
          <li key={kind}>
            <GlyphIcon kind={kind} />
            {GLYPH_WORDS[kind].legend}
          </li>
        ))}
        {SPAN_KINDS.map((kind) => (
          <li key={kind}>
            <SpanIcon kind={kind} />
            {SPAN_WORDS[kind].legend}
          </li>
        ))}
        {FLAG_KINDS.map((kind) => (
          <li key={kind}>
            <GlyphIcon kind={kind} />
            {GLYPH_WORDS[kind].legend}
          </li>
        ))}
      </ul>
      <p>
        Larger shapes stand for more events. Drag to move, turn the wheel to zoom, hold Shift and drag to choose a span.
      </p>
    </details>
  )
}
