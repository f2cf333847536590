import type { ReactNode } from 'react'
import type { MarkState } from '../lib/words/state-words.ts'
import { StateGlyph } from './state-glyph.tsx'
import styles from './state-mark.module.css'

/** A state by glyph, word and colour. */
export function StateMark({ state, children }: { readonly state: MarkState; readonly children: ReactNode }) {
  return (
    <span className={styles.mark} data-state={state}>
      <StateGlyph state={state} size={10} />
      <span>{children}</span>
    </span>
  )
}
