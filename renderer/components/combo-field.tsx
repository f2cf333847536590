import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { ChevronIcon } from './chevron-icon.tsx'
import styles from './combo-field.module.css'
import field from './field.module.css'
import popover from './popover.module.css'

interface ComboFieldProps {
  readonly label: string
  readonly description?: string
  readonly error?: string | null
  readonly options: readonly { readonly id: string; readonly note: string | null }[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text with suggestions; anything else can be typed as well. */
export function ComboField({ label, description, error = null, options, value, onChange }: ComboFieldProps) {
  return (
    <ComboBox
      className={field.field ?? ''}
      inputValue={value}
      onInputChange={onChange}
      onChange={(key) => {
        if (key !== null) onChange(String(key))
      }}
      defaultItems={options}
      allowsCustomValue
      menuTrigger="focus"
      isRequired
      isInvalid={error !== null}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <div className={field.box}>
        <Input className={`${field.input} ${styles.input}`} spellCheck="false" autoComplete="off" />
        <Button className={styles.open ?? ''}>
          <ChevronIcon />
        </Button>
      </div>
      {description === undefined ? null : (
        <Text slot="description" className={field.help ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
      <Popover className={`${popover.popover} ${styles.popover}`} offset={4}>
        <ListBox<ComboFieldProps['options'][number]> className={popover.list ?? ''}>
          {(option) => (
            <ListBoxItem className={`${popover.option} ${styles.option}`} id={option.id} textValue={option.id}>
              <Text slot="label">{option.id}</Text>
              {option.note === null ? null : (
                <Text slot="description" className={styles.note ?? ''}>
                  {option.note}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
