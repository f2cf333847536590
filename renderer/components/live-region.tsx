import styles from './visually-hidden.module.css'

/** Says what changed, to those who listen instead of look, without interrupting them. */
export function LiveRegion({ text }: { readonly text: string }) {
  return (
    // By the attribute it is not hidden with the rest of the page, while something is dragged by keys or a dialog is open.
    <output className={styles.hidden} aria-live="polite" aria-atomic="true" data-live-announcer="true">
      {text}
    </output>
  )
}
