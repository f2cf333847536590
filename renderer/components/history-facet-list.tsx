import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { Text } from 'react-aria-components/Text'
import type { HistoryFilter } from '../../shared/contract/history/index.ts'
import { choicesOf } from '../lib/history/facet-choices.ts'
import { FIELD_WORDS, withField, type FacetField } from '../lib/history/filter-fields.ts'
import { useFacets } from '../lib/history/use-facets.ts'
import { Button } from './button.tsx'
import styles from './history-facet-list.module.css'
import popover from './popover.module.css'
import { ProblemNote } from './problem-note.tsx'

/** Fewer values than this are seen at once. */
const WORTH_SEARCHING = 9

interface HistoryFacetListProps {
  readonly field: FacetField
  readonly values: readonly string[]
  readonly filter: HistoryFilter
  readonly onValues: (values: readonly string[]) => void
}

/** The values of a field with how many records have them; the chosen ones first, whatever their count. */
export function HistoryFacetList({ field, values, filter, onValues }: HistoryFacetListProps) {
  const [find, setFind] = useState('')
  // The order of the list stays while it is open: what is chosen does not jump away from under the pointer.
  const [first] = useState(values)
  // Counted without this field in any case: so asked, the answer is the same whatever is chosen in it.
  const { facets, problem } = useFacets(withField(filter, field, []), true)
  const choices = choicesOf({ field, facets: facets?.[field] ?? [], first, chosen: values, find })
  const { many } = FIELD_WORDS[field]
  if (problem !== null) return <ProblemNote problem={problem} />
  if (facets === null) return <p className={styles.empty}>Counting…</p>
  return (
    <div className={styles.frame}>
      {facets[field].length < WORTH_SEARCHING ? null : (
        <SearchField className={styles.find ?? ''} aria-label={`Find ${many}`} value={find} onChange={setFind}>
          <Input className={styles.input ?? ''} placeholder={`Find ${many}`} spellCheck="false" />
        </SearchField>
      )}
      <ListBox
        className={`${popover.list} ${styles.list}`}
        aria-label={FIELD_WORDS[field].one}
        selectionMode="multiple"
        // It closes the list; by default it would take back everything that is chosen.
        escapeKeyBehavior="none"
        selectedKeys={values}
        onSelectionChange={(keys) => onValues(keys === 'all' ? values : [...keys].map(String))}
        items={choices}
        dependencies={[values]}
        renderEmptyState={() => (
          <p className={styles.empty}>{find === '' ? `No ${many} on record.` : 'None like this.'}</p>
        )}
        // The list is what was opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={facets[field].length < WORTH_SEARCHING}
      >
        {(choice) => (
          <ListBoxItem
            className={`${popover.option} ${styles.option}`}
            id={choice.id}
            textValue={`${choice.words}, ${choice.count}`}
          >
            <span className={styles.box} aria-hidden="true" />
            <Text slot="label" className={styles.name ?? ''}>
              {choice.words}
              {choice.code === null ? null : <code className={styles.code}> {choice.code}</code>}
            </Text>
            <span className={styles.count}>{choice.count.toLocaleString('en')}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {values.length === 0 ? null : (
        <div className={styles.foot}>
          <Button look="quiet" onPress={() => onValues([])}>
            Any
          </Button>
        </div>
      )}
    </div>
  )
}
