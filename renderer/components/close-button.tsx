import { Button } from 'react-aria-components/Button'
import { CrossIcon } from './cross-icon.tsx'
import iconButton from './icon-button.module.css'

/** The cross that closes what it stands in. */
export function CloseButton({ label = 'Close' }: { readonly label?: string }) {
  return (
    <Button slot="close" className={iconButton.button ?? ''} aria-label={label}>
      <CrossIcon size={12} />
    </Button>
  )
}
