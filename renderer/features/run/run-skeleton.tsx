import styles from './run-skeleton.module.css'

/** The shape of a run that is on its way. */
export function RunSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-busy="true" aria-label="The run is being put together">
      <div className={styles.answer} />
      <div className={styles.part} />
      <div className={styles.part} />
    </div>
  )
}
