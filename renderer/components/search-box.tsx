import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { CrossIcon } from './cross-icon.tsx'
import styles from './search-box.module.css'

/** What one types into inside a `SearchField`, with its sign and a button that empties it. */
export function SearchBox({ placeholder }: { readonly placeholder: string }) {
  return (
    <div className={styles.box}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
        <path
          d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm3.3 7.8l3.2 3.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </svg>
      <Input className={styles.input ?? ''} placeholder={placeholder} spellCheck="false" />
      <Button className={styles.clear ?? ''} aria-label="Clear">
        <CrossIcon size={10} />
      </Button>
    </div>
  )
}
