import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { ChevronIcon } from './chevron-icon.tsx'
import popover from './popover.module.css'
import styles from './select-field.module.css'

export interface SelectOption {
  readonly id: string
  readonly name: string
  readonly note?: string | undefined
}

interface SelectFieldProps {
  readonly label: string
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly onChange: (id: string) => void
  readonly size?: 'normal' | 'small'
  readonly isDisabled?: boolean
  /** Leaves the label to be read aloud where space is short. */
  readonly hidesLabelWhenNarrow?: boolean
}

export function SelectField(props: SelectFieldProps) {
  const { label, options, value, onChange, size = 'normal', isDisabled = false, hidesLabelWhenNarrow = false } = props
  const selected = options.find((option) => option.id === value)
  return (
    <Select
      className={styles.field ?? ''}
      data-size={size}
      data-hides-label={hidesLabelWhenNarrow}
      value={value}
      onChange={(key) => {
        if (key !== null && String(key) !== value) onChange(String(key))
      }}
      isDisabled={isDisabled}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''}>
          <span className={styles.name}>{selected?.name ?? value}</span>
        </SelectValue>
        <ChevronIcon />
      </Button>
      <Popover className={`${popover.popover} ${styles.popover}`} offset={4}>
        <ListBox className={popover.list ?? ''} items={options}>
          {(option) => (
            <ListBoxItem className={`${popover.option} ${styles.option}`} id={option.id} textValue={option.name}>
              <Text slot="label" className={styles.optionName ?? ''}>
                {option.name}
              </Text>
              {option.note === undefined ? null : (
                <Text slot="description" className={styles.optionNote ?? ''}>
                  {option.note}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
