import type { Window } from '../../shared/engine/index.ts'
import { CooldownRing } from './cooldown-ring.tsx'
import { StateGlyph } from './state-glyph.tsx'
import styles from './window-emblem.module.css'

/** A window at a glance: a filling ring for a cooldown, a cross for disabled, a diamond for an announced reset. */
export function WindowEmblem({ window }: { readonly window: Window }) {
  if (window.kind === 'cooldown') return <CooldownRing startMs={window.startMs} untilMs={window.untilMs} />
  return (
    <span className={styles.emblem} data-kind={window.kind}>
      <StateGlyph state={window.kind} size={16} />
    </span>
  )
}
