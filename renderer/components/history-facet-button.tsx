import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { HistoryFilter } from '../../shared/contract/history/index.ts'
import { FIELD_WORDS, valuesOfField, withField, type FilterField } from '../lib/history/filter-fields.ts'
import { ChevronIcon } from './chevron-icon.tsx'
import { HistoryFacetList } from './history-facet-list.tsx'
import { HistoryRunField } from './history-run-field.tsx'
import styles from './history-facet-button.module.css'
import popover from './popover.module.css'

interface HistoryFacetButtonProps {
  readonly field: FilterField
  /** What is chosen. */
  readonly chosen: HistoryFilter
  /** What is asked for now. */
  readonly filter: HistoryFilter
  readonly onFilter: (filter: HistoryFilter) => void
}

/** Opens the values of one field. */
export function HistoryFacetButton({ field, chosen, filter, onFilter }: HistoryFacetButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const values = valuesOfField(chosen, field)
  const { one } = FIELD_WORDS[field]
  const onValues = (next: readonly string[]) => onFilter(withField(chosen, field, next))
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        className={styles.button ?? ''}
        data-chosen={values.length > 0}
        aria-label={values.length === 0 ? `${one}: any` : `${one}: ${values.length} chosen`}
      >
        {one}
        {values.length === 0 ? null : <span className={styles.count}>{values.length}</span>}
        <ChevronIcon size={10} />
      </Button>
      {/* It is the dialog itself, under the name of its button. */}
      <Popover className={`${popover.popover} ${styles.popover}`} placement="bottom start" offset={4}>
        {field === 'runs' ? (
          <HistoryRunField values={values} onValues={onValues} onClose={() => setOpen(false)} />
        ) : (
          <HistoryFacetList field={field} values={values} filter={filter} onValues={onValues} />
        )}
      </Popover>
    </DialogTrigger>
  )
}
