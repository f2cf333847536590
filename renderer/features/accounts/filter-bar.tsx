import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { SearchField } from 'react-aria-components/SearchField'
import { SelectField } from '../../components/select-field.tsx'
import type { LaneFilter } from './filter-lanes.ts'
import styles from './filter-bar.module.css'

const ALL = '*'

interface FilterBarProps {
  readonly providers: readonly string[]
  readonly filter: LaneFilter
  readonly onFilter: (filter: LaneFilter) => void
}

export function FilterBar({ providers, filter, onFilter }: FilterBarProps) {
  const options = [
    { id: ALL, name: 'All providers' },
    ...providers.map((provider) => ({ id: provider, name: provider })),
  ]
  return (
    <search className={styles.bar}>
      <SearchField
        className={styles.search ?? ''}
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      >
        <Label className={styles.label ?? ''}>Find an account</Label>
        <div className={styles.box}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
            <path
              d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm3.3 7.8l3.2 3.2"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
            />
          </svg>
          <Input className={styles.input ?? ''} placeholder="Id, label, provider or state" spellCheck="false" />
          <Button className={styles.clear ?? ''} aria-label="Clear">
            <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
              <path d="M2 2l8 8m0-8l-8 8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </Button>
        </div>
      </SearchField>
      <div className={styles.provider}>
        <SelectField
          label="Provider"
          options={options}
          value={filter.provider ?? ALL}
          onChange={(id) => onFilter({ ...filter, provider: id === ALL ? null : id })}
        />
      </div>
    </search>
  )
}
