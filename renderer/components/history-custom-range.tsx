import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { instantOfField, rangeProblem, toField } from '../lib/history/range-fields.ts'
import { clockText } from '../lib/time/time.ts'
import { Button } from './button.tsx'
import { DialogForm } from './dialog-form.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import field from './field.module.css'
import styles from './history-custom-range.module.css'

interface HistoryCustomRangeProps {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly onChoose: (fromMs: number | null, toMs: number | null) => void
  readonly onClose: () => void
}

/** A span of time with a beginning, an end, or both. */
export function HistoryCustomRange({ fromMs, toMs, onChoose, onClose }: HistoryCustomRangeProps) {
  const { zone } = clockText
  const [from, setFrom] = useState(() => toField(fromMs, zone))
  const [to, setTo] = useState(() => toField(toMs, zone))
  const [wasTried, setTried] = useState(false)
  const problem = rangeProblem(from, to, zone)
  const submit = () => {
    setTried(true)
    if (problem === null) onChoose(instantOfField(from, zone), instantOfField(to, zone))
  }
  return (
    <Dialog title="Span of time" isOpen onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <div className={styles.fields}>
          <InstantField label="From" value={from} onChange={setFrom} />
          <InstantField label="To, not included" value={to} onChange={setTo} />
        </div>
        <p className={styles.note}>Times in {zone}. An end that is left empty is open.</p>
        {wasTried && problem !== null ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Show this span
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

interface InstantFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function InstantField({ label, value, onChange }: InstantFieldProps) {
  return (
    <TextField className={field.field ?? ''} value={value} onChange={onChange} validationBehavior="aria">
      <Label className={field.label ?? ''}>{label}</Label>
      <Input className={field.input ?? ''} type="datetime-local" />
    </TextField>
  )
}
