import type { HistoryState } from '../../../shared/contract/history.ts'
import { StateMark } from '../../components/state-mark.tsx'
import { ClockTime } from '../../components/times.tsx'
import { count as countWords } from '../../lib/words/text.ts'
import styles from './count-line.module.css'
import type { ListFacts } from './row-pages.ts'

interface CountLineProps {
  readonly facts: ListFacts
  readonly state: HistoryState | null
  readonly isStale: boolean
}

/** How much there is, from when to when, and whether more is coming. */
export function CountLine({ facts, state, isStale }: CountLineProps) {
  const { count, firstMs, lastMs } = facts
  if (count === null) return <p className={styles.line}>Counting…</p>
  const all = state?.count ?? count
  const followed = state?.sources.filter((source) => source.isFollowed) ?? []
  return (
    <p className={styles.line}>
      <output>
        <strong>{countWords(count, 'decision')}</strong>
        {all === count ? null : ` of ${all.toLocaleString('en')}`}
      </output>
      {firstMs === null || lastMs === null ? null : (
        <span>
          on record from <ClockTime atMs={firstMs} /> to <ClockTime atMs={lastMs} precision="second" />
        </span>
      )}
      {isStale ? (
        <StateMark state="cooldown">as it was when the connection was lost</StateMark>
      ) : followed.length === 0 ? null : (
        <StateMark state="serving">
          following {followed.length === 1 ? followed[0]?.name : countWords(followed.length, 'log')}
        </StateMark>
      )}
    </p>
  )
}
