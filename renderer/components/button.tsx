import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './button.module.css'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** `outline`: a small one, for the first of what can be done about a row. */
  readonly look?: 'primary' | 'plain' | 'outline' | 'quiet' | 'danger'
}

export function Button({ look = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} className={styles.button ?? ''} data-look={look} />
}
