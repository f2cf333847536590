import { lazy, Suspense, useState } from 'react'
import { Button } from '../button.tsx'
import { QuietNote } from '../quiet-note.tsx'

const UnlockDialog = lazy(async () => ({ default: (await import('./unlock-dialog.tsx')).UnlockDialog }))

/** Says that a secret cannot be taken before the vault is open, and opens it. */
export function LockedVaultNote() {
  const [isUnlocking, setUnlocking] = useState(false)
  return (
    <QuietNote tone="warn">
      <p>The vault is locked. Unlock it before a secret can be put into it.</p>
      <p>
        <Button onPress={() => setUnlocking(true)}>Unlock the vault…</Button>
      </p>
      {isUnlocking ? (
        <Suspense fallback={null}>
          <UnlockDialog onClose={() => setUnlocking(false)} />
        </Suspense>
      ) : null}
    </QuietNote>
  )
}
