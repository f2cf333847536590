import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { Button } from './button.tsx'
import styles from './history-facet-list.module.css'
import { TextField } from './text-field.tsx'

interface HistoryRunFieldProps {
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
  readonly onClose: () => void
}

/** Runs are too many to list: one is named. */
export function HistoryRunField({ values, onValues, onClose }: HistoryRunFieldProps) {
  const [typed, setTyped] = useState('')
  const run = typed.trim()
  return (
    <Form
      className={styles.named ?? ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (run === '') return
        onValues([...values, run])
        onClose()
      }}
    >
      {/* It is what was opened. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField label="Id of a run" value={typed} onChange={setTyped} isCode autoFocus />
      <Button type="submit" isDisabled={run === ''}>
        Only this run
      </Button>
    </Form>
  )
}
