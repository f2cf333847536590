import styles from './preview-skeleton.module.css'

const PARTS = [58, 44, 64, 56, 60, 52, 58, 60, 62].map((width, at) => ({ y: 18 + at * 40, width: `${width}%` }))
const LINES = [92, 88, 95, 64, 90, 86, 94, 72, 91, 40].map((width, at) => ({ y: 8 + at * 24, width: `${width}%` }))

/** The shape of what is being made. It stays invisible for as long as nobody would notice the wait. */
export function PreviewSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <svg className={styles.list} width="100%" height="100%">
        {PARTS.map(({ y, width }) => (
          <rect key={y} x="18" y={y} width={width} height="12" rx="4" />
        ))}
      </svg>
      <div className={styles.text}>
        <p className={styles.wait}>A long history takes some seconds: all of it is read and freed of names.</p>
        <svg width="100%" height="260">
          {LINES.map(({ y, width }) => (
            <rect key={y} x="0" y={y} width={width} height="10" rx="4" />
          ))}
        </svg>
      </div>
    </div>
  )
}
