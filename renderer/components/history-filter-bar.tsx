import type { HistoryFilter } from '../../shared/contract/history/index.ts'
import { FILTER_FIELDS, withText } from '../lib/history/filter-fields.ts'
import type { HistorySelection } from '../lib/history/time-range.ts'
import { HistoryFacetButton } from './history-facet-button.tsx'
import { HistoryFilterChips } from './history-filter-chips.tsx'
import { HistoryRangeChoice } from './history-range-choice.tsx'
import { HistoryTextFilter } from './history-text-filter.tsx'
import styles from './history-filter-bar.module.css'

interface HistoryFilterBarProps {
  readonly selection: HistorySelection
  /** The same as it is asked for now: the counts of values are counts under it. */
  readonly filter: HistoryFilter
  readonly onSelection: (selection: HistorySelection) => void
  /** Leaves the span of time to the screen itself. */
  readonly hidesRange?: boolean
}

/** What of the history is looked at: a text, a span of time, and values of each field. What is chosen stands below. */
export function HistoryFilterBar(props: HistoryFilterBarProps) {
  const { selection, filter, onSelection, hidesRange = false } = props
  const onFilter = (next: HistoryFilter) => onSelection({ ...selection, filter: next })
  return (
    <search className={styles.bar} aria-label="Filter">
      <div className={styles.line}>
        <HistoryTextFilter
          text={selection.filter.text ?? ''}
          onText={(text) => onFilter(withText(selection.filter, text))}
        />
        {hidesRange ? null : <HistoryRangeChoice selection={selection} onSelection={onSelection} />}
      </div>
      <div className={styles.fields} role="group" aria-label="Fields">
        {FILTER_FIELDS.map((field) => (
          <HistoryFacetButton key={field} field={field} chosen={selection.filter} filter={filter} onFilter={onFilter} />
        ))}
      </div>
      <HistoryFilterChips selection={selection} onSelection={onSelection} />
    </search>
  )
}
