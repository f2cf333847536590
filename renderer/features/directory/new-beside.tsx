import { Button } from '../../components/button.tsx'
import { BesideNotes } from './beside-notes.tsx'
import { useOpenBeside } from './use-open-beside.ts'
import styles from './new-beside.module.css'

/** A window or a tab for another directory, chosen there. */
export function NewBeside({ place }: { readonly place: 'window' | 'tab' }) {
  const beside = useOpenBeside()
  return (
    <div className={styles.beside}>
      <div className={styles.line}>
        <p className={styles.text}>Or side by side: choose it in a {place} of its own.</p>
        <Button onPress={() => void beside.open(null)} isPending={beside.isPending}>
          New {place}
        </Button>
      </div>
      <BesideNotes {...beside} />
    </div>
  )
}
