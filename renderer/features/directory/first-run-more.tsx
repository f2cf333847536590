import { useState } from 'react'
import { OpenBundleDialog } from '../../components/bundle/open-bundle-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { KnownDirectories } from './known-directories.tsx'
import { NewDirectoryDialog } from './new-directory-dialog.tsx'
import styles from './first-run-more.module.css'

/** The bundle is on screen then, and this is not. */
const noMore = (): void => undefined

/** The other ways in: a directory of our own, a support bundle, and what was open before. */
export function FirstRunMore() {
  const [isMaking, setMaking] = useState(false)
  const [isOpening, setOpening] = useState(false)
  return (
    <div className={styles.more}>
      <p className={styles.own}>
        <span>Without OpenClaw, Switchyard can keep accounts itself, with their keys in a vault.</span>
        <Button onPress={() => setMaking(true)}>New directory…</Button>
      </p>
      <p className={styles.own}>
        <span>A support bundle tells what happened elsewhere, on the same screens.</span>
        <Button onPress={() => setOpening(true)}>Open a support bundle…</Button>
      </p>
      <KnownDirectories openPath={null} saysEmpty={false} />
      {isOpening ? <OpenBundleDialog onOpened={noMore} onClose={() => setOpening(false)} /> : null}
      {isMaking ? <NewDirectoryDialog onOpened={() => setMaking(false)} onClose={() => setMaking(false)} /> : null}
    </div>
  )
}
