import type { ReactNode } from 'react'
import type { WindowEvent } from '../../../shared/contract/history/index.ts'
import { StateGlyph } from '../../components/state-glyph.tsx'
import styles from './window-line.module.css'

interface WindowLineProps {
  readonly kind: WindowEvent['kind']
  readonly children: ReactNode
}

/** What is said of one window, behind the shape of its kind. */
export function WindowLine({ kind, children }: WindowLineProps) {
  return (
    <span className={styles.window}>
      <StateGlyph state={kind} size={11} isTinted />
      <span>{children}</span>
    </span>
  )
}
