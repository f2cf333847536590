import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import styles from './choice-field.module.css'

export interface Choice<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly note?: ReactNode
  readonly isDisabled?: boolean
}

interface ChoiceFieldProps<Id extends string> {
  readonly label: string
  readonly choices: readonly Choice<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** `row`: few short names beside each other. */
  readonly look?: 'list' | 'row'
}

/** One of few choices that are all worth reading. */
export function ChoiceField<Id extends string>(props: ChoiceFieldProps<Id>) {
  const { label, choices, value, onChange, look = 'list' } = props
  return (
    <RadioGroup
      className={styles.field ?? ''}
      data-look={look}
      value={value}
      onChange={(id) => {
        const choice = choices.find((item) => item.id === id)
        if (choice !== undefined) onChange(choice.id)
      }}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            className={styles.choice ?? ''}
            value={choice.id}
            isDisabled={choice.isDisabled ?? false}
          >
            <span className={styles.mark} aria-hidden="true" />
            <span className={styles.text}>
              <span className={styles.name}>{choice.name}</span>
              {choice.note === undefined ? null : <span className={styles.note}> {choice.note}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
