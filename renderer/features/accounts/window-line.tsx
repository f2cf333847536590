import type { Window } from '../../../shared/engine/index.ts'
import { CodeHint } from '../../components/code-hint.tsx'
import { ProvenanceLine } from '../../components/provenance-line.tsx'
import { Countdown, EndTime } from '../../components/times.tsx'
import { WindowBar } from '../../components/window-bar.tsx'
import { WindowEmblem } from '../../components/window-emblem.tsx'
import { capitalize } from '../../lib/words/text.ts'
import { windowEndBasis, windowReason, windowScope } from '../../lib/words/window-words.ts'
import { windowWord } from '../../lib/words/state-words.ts'
import styles from './window-line.module.css'

/** One running window as what it is: a ring that fills, a bar from start to end, or an announced reset. */
export function WindowLine({ window }: { readonly window: Window }) {
  return (
    <li className={styles.window} data-kind={window.kind}>
      <WindowEmblem window={window} />
      <div className={styles.what}>
        <p className={styles.why}>
          <CodeHint code={`${window.kind}: ${window.reason ?? 'no reason'}`}>{windowReason(window)}</CodeHint>
        </p>
        <p className={styles.scope}>
          {capitalize(windowWord(window))} for {windowScope(window)}
        </p>
        <p className={styles.scope} data-provenance>
          <ProvenanceLine window={window} />
        </p>
        {window.kind === 'disabled' ? (
          <WindowBar kind="disabled" startMs={window.startMs} untilMs={window.untilMs} />
        ) : null}
      </div>
      <p className={styles.when}>
        <strong>
          <Countdown untilMs={window.untilMs} />
        </strong>
        <span>
          until <EndTime atMs={window.untilMs} />
        </span>
        <span className={styles.basis}>{windowEndBasis(window)}</span>
      </p>
    </li>
  )
}
