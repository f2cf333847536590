import { lazy, Suspense, useEffect } from 'react'
import type { AgentStatus } from '../../../shared/engine/index.ts'
import { focusMainIfLost } from '../../lib/focus-rescue.ts'
import { useLockDialog } from './lock-store.ts'

const ClearDialog = lazy(async () => ({ default: (await import('./clear-dialog.tsx')).ClearDialog }))
const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze-dialog.tsx')).SnoozeDialog }))
const ChangesDrawer = lazy(async () => ({ default: (await import('./changes-drawer.tsx')).ChangesDrawer }))

interface LockDialogsProps {
  readonly status: AgentStatus
  readonly isGatewayRunning: boolean
}

/** What asks or tells about locks above the screen; a lock may end while it is asked about, and the question stays. */
export function LockDialogs({ status, isGatewayRunning }: LockDialogsProps) {
  const dialog = useLockDialog((state) => state.dialog)
  const close = useLockDialog((state) => state.close)
  const isOpen = dialog !== null
  useEffect(() => (isOpen ? focusMainIfLost : undefined), [isOpen])
  if (dialog === null || dialog.agentId !== status.agentId) return null
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'clear' ? (
        <ClearDialog {...dialog} isGatewayRunning={isGatewayRunning} onClose={close} />
      ) : dialog.kind === 'snooze' ? (
        <SnoozeDialog {...dialog} status={status} isGatewayRunning={isGatewayRunning} onClose={close} />
      ) : (
        <ChangesDrawer agentId={dialog.agentId} onClose={close} />
      )}
    </Suspense>
  )
}
