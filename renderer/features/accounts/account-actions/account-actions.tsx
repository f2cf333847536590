import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react'
import type { AgentFacts, AgentStatus } from '../../../../shared/engine/index.ts'
import { useDirectory } from '../../../lib/state/use-host.ts'
import type { AccountAction } from './account-action.ts'

const loadDialogs = () => import('./account-dialogs.tsx')
const AccountDialogs = lazy(async () => ({ default: (await loadDialogs()).AccountDialogs }))

const StartAction = createContext<(action: AccountAction) => void>(() => undefined)

/** How a part of the Accounts screen starts what is done in a dialog. */
export function useAccountAction(): (action: AccountAction) => void {
  return use(StartAction)
}

/** Fetches the dialogs before one is asked for. */
export function prepareAccountActions(): void {
  void loadDialogs()
}

interface AccountActionsProps {
  readonly agent: AgentFacts
  readonly status: AgentStatus
  readonly children: ReactNode
}

/** Holds the one dialog that is open over the Accounts screen. */
export function AccountActions({ agent, status, children }: AccountActionsProps) {
  const directory = useDirectory()
  const [action, setAction] = useState<AccountAction | null>(null)
  return (
    <StartAction value={setAction}>
      {children}
      {action === null || directory === null ? null : (
        <Suspense fallback={null}>
          <AccountDialogs
            key={action.kind}
            action={action}
            directory={directory}
            agent={agent}
            status={status}
            onStart={setAction}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
    </StartAction>
  )
}
