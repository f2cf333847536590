import type { ReactNode } from 'react'
import { Form } from 'react-aria-components/Form'
import styles from './dialog-form.module.css'

interface DialogFormProps {
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** The fields of a dialog in a column; Enter in any of them submits. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  return (
    <Form
      className={styles.form ?? ''}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog above this one is inside of it for React, not for its reader.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </Form>
  )
}
