import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { OpenFileDialog } from '../../components/open-file-dialog.tsx'
import { KnownDirectories } from './known-directories.tsx'
import { NewDirectoryDialog } from './new-directory-dialog.tsx'
import styles from './first-run-more.module.css'

/** The other ways in: a directory of our own, a support bundle, a log by itself, and what was open before. */
export function FirstRunMore() {
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const [opening, setOpening] = useState<'bundle' | 'log' | null>(null)
  return (
    <div className={styles.more}>
      <p className={styles.own}>
        <span>Without OpenClaw, Switchyard can keep accounts itself, with their keys in a vault.</span>
        <Button onPress={() => setMaking(true)}>New directory…</Button>
      </p>
      <p className={styles.own}>
        <span>A support bundle tells what happened elsewhere, on the same screens.</span>
        <Button onPress={() => setOpening('bundle')}>Open a support bundle…</Button>
      </p>
      <p className={styles.own}>
        <span>A log by itself shows which model answered when, and why.</span>
        <Button onPress={() => setOpening('log')}>Open a log…</Button>
      </p>
      <KnownDirectories openPath={null} saysEmpty={false} />
      {opening === null ? null : (
        <OpenFileDialog
          what={opening}
          // Where the address led to was meant for a directory.
          onOpened={() => void navigate({ to: '/', search: {} })}
          onClose={() => setOpening(null)}
        />
      )}
      {isMaking ? <NewDirectoryDialog onOpened={() => setMaking(false)} onClose={() => setMaking(false)} /> : null}
    </div>
  )
}
