import type { ReactNode } from 'react'
import type { MarkState } from '../lib/words/state-words.ts'
import styles from './state-glyph.module.css'

/** Drawn, not typed, so that each system shows the same shape. */
const SHAPES: Readonly<Record<MarkState, ReactNode>> = {
  serving: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  ready: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  cooldown: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 6V1.75A4.25 4.25 0 0 1 10.25 6Z" fill="currentColor" />
    </>
  ),
  disabled: (
    <path d="M2.5 2.5l7 7m0-7l-7 7" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
  ),
  blocked: <path d="M6 .9L11.1 6 6 11.1.9 6Z" fill="currentColor" />,
  excluded: <path d="M2.25 6h7.5" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />,
  unusable: (
    <>
      <path d="M6 2v4.6" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
      <circle cx="6" cy="9.7" r="1.15" fill="currentColor" />
    </>
  ),
}

interface StateGlyphProps {
  readonly state: MarkState
  readonly size?: number
  /** In the colour of the state; otherwise in that of the text around it. */
  readonly isTinted?: boolean
}

export function StateGlyph({ state, size = 12, isTinted = false }: StateGlyphProps) {
  return (
    <svg
      viewBox="0 0 12 12"
      width={size}
      height={size}
      className={isTinted ? styles.tinted : undefined}
      data-state={isTinted ? state : undefined}
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[state]}
    </svg>
  )
}
