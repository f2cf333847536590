import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { useHostInfo } from '../../../lib/state/use-host.ts'

interface LeaveGuardProps {
  readonly provider: string
  readonly onLeave: () => void
}

/** Asks before an edited order is left behind: on the way to another screen or agent, or out of the browser's page. */
export function LeaveGuard({ provider, onLeave }: LeaveGuardProps) {
  // A desktop window that were kept from closing in this way would ask nothing and stay.
  const isBrowser = useHostInfo()?.runtime === 'node'
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: isBrowser,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname || agentOf(current) !== agentOf(next),
  })
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
    >
      <p>The order of {provider} that you edited is not saved, and leaving discards it.</p>
      <DialogActions>
        <Button
          onPress={() => {
            onLeave()
            blocker.proceed?.()
          }}
        >
          Leave
        </Button>
        <Button look="primary" onPress={() => blocker.reset?.()}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function agentOf({ search }: { readonly search: object }): unknown {
  return 'agent' in search ? search.agent : undefined
}
