import { lazy, Suspense } from 'react'
import type { AccountLocksProps } from './account-locks.tsx'

const AccountLocks = lazy(async () => ({ default: (await import('./account-locks.tsx')).AccountLocks }))

/** The locks of an account for its details; what draws them is loaded with the first details that are opened. */
export function LockHistory(props: AccountLocksProps) {
  return (
    <Suspense fallback={null}>
      <AccountLocks {...props} />
    </Suspense>
  )
}
