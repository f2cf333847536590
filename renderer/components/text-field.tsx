import { useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import field from './field.module.css'
import styles from './text-field.module.css'

interface TextFieldProps {
  readonly label: string
  readonly description?: ReactNode | undefined
  /** What is wrong with the text; null or absent: nothing. */
  readonly error?: string | null
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Hides what is typed until it is asked for. */
  readonly isSecret?: boolean
  /** false: says that it may stay empty. */
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** For ids, paths and names of variables. */
  readonly isCode?: boolean
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

/** One line of text with its label, a word of help, and what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { label, description, error = null, value, onChange, onBlur, placeholder, autoFocus = false } = props
  const { isSecret = false, isRequired, isDisabled = false, isCode = false } = props
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      className={field.field ?? ''}
      value={value}
      onChange={onChange}
      {...(onBlur === undefined ? {} : { onBlur })}
      type={isSecret && !isShown ? 'password' : 'text'}
      isRequired={isRequired ?? false}
      isDisabled={isDisabled}
      isInvalid={error !== null}
      validationBehavior="aria"
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      // A dialog is opened to fill in its first field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={autoFocus}
    >
      <Label className={field.label ?? ''}>
        {label}
        {isRequired === false ? <span className={styles.optional}> optional</span> : null}
      </Label>
      <div className={field.box}>
        <Input
          className={`${field.input} ${styles.input}`}
          data-code={isCode || isSecret}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        {isSecret ? (
          <Button
            className={styles.show ?? ''}
            aria-label={`${isShown ? 'Hide' : 'Show'}: ${label}`}
            onPress={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        ) : null}
      </div>
      {description === undefined ? null : (
        <Text slot="description" className={field.help ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  )
}
