import type { Problem } from '../../../shared/contract/types.ts'
import { CodeHint } from '../../components/code-hint.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { ClockTime } from '../../components/times.tsx'
import { placeWords } from './sentences.ts'
import styles from './problem-row.module.css'

const GLYPHS = { error: 'disabled', warning: 'unusable', info: 'ready' } as const

export function ProblemRow({ problem }: { readonly problem: Problem }) {
  const { severity, file, message, hint, agentId, code, keptFromMs } = problem
  const place = placeWords(problem)
  return (
    <li className={styles.row} data-severity={severity}>
      <span className={styles.glyph}>
        <StateGlyph state={GLYPHS[severity]} size={13} />
      </span>
      <div className={styles.text}>
        <p className={styles.message}>
          <CodeHint code={code}>{message}</CodeHint>
        </p>
        <p className={styles.place}>
          <span className={styles.file} translate="no">
            {file}
          </span>
          {place === null ? null : <span>{place}</span>}
          {agentId === null ? null : <span>agent {agentId}</span>}
        </p>
        {keptFromMs === undefined ? null : (
          <p className={styles.hint}>
            Shown meanwhile: what was read at <ClockTime atMs={keptFromMs} precision="second" />.
          </p>
        )}
        {hint === null ? null : <p className={styles.hint}>{hint}</p>}
      </div>
    </li>
  )
}
