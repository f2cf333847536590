import styles from './model-name.module.css'

interface ModelNameProps {
  readonly provider: string
  readonly model: string
}

/** A model with its provider, the model in front by weight. */
export function ModelName({ provider, model }: ModelNameProps) {
  return (
    <span className={styles.name} translate="no">
      <span className={styles.provider}>{provider}</span>
      <span className={styles.slash}>{' / '}</span>
      <span className={styles.model}>{model}</span>
    </span>
  )
}
