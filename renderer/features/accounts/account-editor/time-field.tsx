import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'
import field from '../../../components/field.module.css'
import { clockText } from '../../../lib/time/time.ts'
import styles from './time-field.module.css'

interface TimeFieldProps {
  readonly label: string
  readonly error: string | null
  /** `2027-01-31T18:00`, or empty */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A day and a time in the reader's zone. */
export function TimeField({ label, error, value, onChange }: TimeFieldProps) {
  return (
    <TextField
      className={`${field.field} ${styles.field}`}
      type="datetime-local"
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <Input className={`${field.input} ${styles.input}`} />
      <Text slot="description" className={field.help ?? ''}>
        In {clockText.zone}; empty: it does not expire
      </Text>
      <FieldError className={field.error ?? ''}>{error}</FieldError>
    </TextField>
  )
}
