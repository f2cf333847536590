import { shortenMiddle } from '../lib/words/shorten.ts'
import { Breakable } from './breakable.tsx'
import styles from './profile-id.module.css'

/** Beyond this an id is shortened in the middle; up to here it wraps. */
const LONGEST_SHOWN = 64

/** The id of an account, as it is written in the files. */
export function ProfileId({ id }: { readonly id: string }) {
  const text = shortenMiddle(id, LONGEST_SHOWN)
  return (
    <span className={styles.id} title={text === id ? undefined : id} translate="no">
      <Breakable text={text} />
    </span>
  )
}
