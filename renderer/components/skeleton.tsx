import styles from './skeleton.module.css'

/** The shape of what is coming. It stays invisible for as long as a reader would not notice the wait. */
export function Skeleton({ label }: { readonly label: string }) {
  return (
    <main className={styles.skeleton} aria-busy="true" aria-label={label}>
      <div className={styles.title} />
      <div className={styles.large} />
      <div className={styles.pair}>
        <div />
        <div />
      </div>
    </main>
  )
}
