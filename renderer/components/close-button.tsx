import { Button } from 'react-aria-components/Button'
import styles from './close-button.module.css'
import { CrossIcon } from './cross-icon.tsx'

/** The cross that closes what it stands in. */
export function CloseButton({ label = 'Close' }: { readonly label?: string }) {
  return (
    <Button slot="close" className={styles.close ?? ''} aria-label={label}>
      <CrossIcon size={12} />
    </Button>
  )
}
