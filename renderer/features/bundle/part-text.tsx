import { useMemo } from 'react'
import type { BundlePart } from '../../../shared/contract/history/index.ts'
import { aliasPieces, linesOf, type TextPiece } from './alias-marks.ts'
import { cutWords, emptyWords, partWords } from './bundle-sentences.ts'
import styles from './part-text.module.css'

/** The text of a part as it will be saved: to be read, selected and copied. */
export function PartText({ part }: { readonly part: BundlePart }) {
  const { name, preview } = part
  const words = partWords(name)
  const cut = cutWords(part)
  const empty = emptyWords(part)
  const lines = useMemo(() => linesOf(preview).map(aliasPieces), [preview])
  const hasAlias = lines.some((pieces) => pieces.some(({ isAlias }) => isAlias))
  return (
    <>
      <div className={styles.head}>
        <p className={styles.what}>{words ?? name}</p>
        {hasAlias ? (
          <p className={styles.legend}>
            <span className={styles.alias}>made-up name</span>
          </p>
        ) : null}
      </div>
      {empty === null ? null : <p className={styles.empty}>{empty}</p>}
      {lines.length === 0 ? null : (
        // The keyboard scrolls what has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.text} role="region" aria-label={`Text of ${name}`} tabIndex={0}>
          {lines.map((pieces, at) => (
            // Lines never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={at} pieces={pieces} />
          ))}
        </pre>
      )}
      {cut === null ? null : <p className={styles.cut}>{cut}</p>}
    </>
  )
}

function Line({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return (
    <span className={styles.line}>
      {pieces.map(({ text, isAlias }, at) =>
        isAlias ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={styles.alias}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {'\n'}
    </span>
  )
}
