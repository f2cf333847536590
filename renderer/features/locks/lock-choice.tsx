import styles from './lock-choice.module.css'

interface LockChoiceProps {
  readonly profileId: string
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** Chooses one locked account among several. */
export function LockChoice({ profileId, isChosen, onToggle }: LockChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} aria-label={`Choose ${profileId}`} />
      <span aria-hidden="true">Choose</span>
    </label>
  )
}
