import { useConnection } from '../lib/state/connection-store.ts'
import { useIsReadOnly } from '../lib/state/use-host.ts'
import { clockText } from '../lib/time/time.ts'
import { StateGlyph } from './state-glyph.tsx'
import styles from './zone-note.module.css'

/** Whether what is shown is live, and in which zone its times are: once on each screen. */
export function ZoneNote() {
  const isLive = useConnection((connection) => connection.phase === 'live')
  // A bundle is as it was when it was made.
  if (useIsReadOnly()) return <span className={styles.note}>times in {clockText.zone}</span>
  return (
    <span className={styles.note} data-live={isLive}>
      <StateGlyph state={isLive ? 'serving' : 'ready'} size={9} />
      {isLive ? 'Live' : 'Not live'}
      <span className={styles.zone}>times in {clockText.zone}</span>
    </span>
  )
}
