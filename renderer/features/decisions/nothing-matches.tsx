import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { ClockTime } from '../../components/times.tsx'
import { hasFields, withTimes } from '../../lib/history/filter-fields.ts'
import { PRESET_FACTS, type HistorySelection } from '../../lib/history/time-range.ts'
import styles from './nothing-matches.module.css'

interface NothingMatchesProps {
  readonly selection: HistorySelection
  /** Of the newest record there is. */
  readonly lastMs: number | null
  readonly onSelection: (selection: HistorySelection) => void
}

/** There are records, and none of them is one that was asked for. */
export function NothingMatches({ selection, lastMs, onSelection }: NothingMatchesProps) {
  const { filter, preset } = selection
  const isTimed = preset !== null || filter.fromMs !== undefined || filter.toMs !== undefined
  return (
    <div className={styles.frame}>
      <CalmNote title="No decision matches.">
        {preset === null ? null : `Nothing like this is on record for ${PRESET_FACTS[preset].words}. `}
        {lastMs === null ? null : (
          <>
            The newest record of all is from <ClockTime atMs={lastMs} />.
          </>
        )}
      </CalmNote>
      <div className={styles.tools}>
        {isTimed ? (
          <Button onPress={() => onSelection({ filter: withTimes(filter, null, null), preset: null })}>
            Look at all times
          </Button>
        ) : null}
        {hasFields(filter) ? (
          <Button onPress={() => onSelection({ filter: {}, preset: null })}>Clear all filters</Button>
        ) : null}
      </div>
    </div>
  )
}
