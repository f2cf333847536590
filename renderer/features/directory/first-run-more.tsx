import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { KnownDirectories } from './known-directories.tsx'
import { NewDirectoryDialog } from './new-directory-dialog.tsx'
import styles from './first-run-more.module.css'

/** The other ways in: a directory of our own, and those that were open before. */
export function FirstRunMore() {
  const [isMaking, setMaking] = useState(false)
  return (
    <div className={styles.more}>
      <p className={styles.own}>
        <span>Without OpenClaw, Switchyard can keep accounts itself, with their keys in a vault.</span>
        <Button onPress={() => setMaking(true)}>New directory…</Button>
      </p>
      <KnownDirectories openPath={null} saysEmpty={false} />
      {isMaking ? <NewDirectoryDialog onOpened={() => setMaking(false)} onClose={() => setMaking(false)} /> : null}
    </div>
  )
}
