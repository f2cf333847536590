import { Label } from 'react-aria-components/Label'
import { SearchField } from 'react-aria-components/SearchField'
import { SearchBox } from '../../components/search-box.tsx'
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
        <SearchBox placeholder="Id, label, provider or state" />
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
