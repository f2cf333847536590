import { Button } from 'react-aria-components/Button'
import styles from './close-button.module.css'

/** The cross that closes what it stands in. */
export function CloseButton({ label = 'Close' }: { readonly label?: string }) {
  return (
    <Button slot="close" className={styles.close ?? ''} aria-label={label}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
        <path d="M2 2l8 8m0-8l-8 8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
    </Button>
  )
}
