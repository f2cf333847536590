import type { ReactNode } from 'react'
import { Checkbox } from 'react-aria-components/Checkbox'
import styles from './check-field.module.css'

interface CheckFieldProps {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
}

/** Something to agree to. */
export function CheckField({ isSelected, onChange, children }: CheckFieldProps) {
  return (
    <Checkbox className={styles.field ?? ''} isSelected={isSelected} onChange={onChange}>
      <svg className={styles.box} viewBox="0 0 16 16" width="18" height="18" aria-hidden="true" focusable="false">
        <path
          d="M3.5 8.5l3 3 6-7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{children}</span>
    </Checkbox>
  )
}
