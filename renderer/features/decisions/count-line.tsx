import type { ReactNode } from 'react'
import type { HistoryState } from '../../../shared/contract/history/index.ts'
import { StateMark } from '../../components/state-mark.tsx'
import { ClockTime } from '../../components/times.tsx'
import { count as countWords, listOf } from '../../lib/words/text.ts'
import styles from './count-line.module.css'
import type { ListFacts } from './row-pages.ts'

interface CountLineProps {
  readonly facts: ListFacts
  readonly state: HistoryState | null
  readonly isStale: boolean
  /** What can be done with all of it. */
  readonly children: ReactNode
}

/** How much there is, from when to when, and whether more is coming. */
export function CountLine({ facts, state, isStale, children }: CountLineProps) {
  const { count, firstMs, lastMs } = facts
  const all = state?.count ?? count
  const followed = state?.sources.filter((source) => source.isFollowed) ?? []
  return (
    <div className={styles.line}>
      <p className={styles.words}>
        {count === null ? (
          'Counting…'
        ) : (
          <output>
            <strong>{countWords(count, 'decision')}</strong>
            {all === null || all <= count ? null : ` of ${all.toLocaleString('en')}`}
          </output>
        )}
        {firstMs === null || lastMs === null ? null : (
          <span>
            on record from <ClockTime atMs={firstMs} /> to <ClockTime atMs={lastMs} precision="second" />
          </span>
        )}
        {isStale ? (
          <StateMark state="cooldown">as it was when the connection was lost</StateMark>
        ) : followed.length === 0 ? null : (
          <span title={listOf(followed.map(({ name }) => name))}>
            <StateMark state="serving">following {countWords(followed.length, 'log')}</StateMark>
          </span>
        )}
      </p>
      <div className={styles.tools} role="group" aria-label="All decisions">
        {children}
      </div>
    </div>
  )
}
