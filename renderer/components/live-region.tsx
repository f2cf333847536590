import styles from './visually-hidden.module.css'

/** Says what changed, to those who listen instead of look, without interrupting them. */
export function LiveRegion({ text }: { readonly text: string }) {
  return (
    <output className={styles.hidden} aria-live="polite" aria-atomic="true">
      {text}
    </output>
  )
}
