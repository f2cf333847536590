import { useNavigate, useSearch } from '@tanstack/react-router'
import { AccountsPage, type AccountsSlots } from '../features/accounts/accounts-page.tsx'
import { LockActions } from '../features/locks/lock-actions.tsx'
import { LockDialogs } from '../features/locks/lock-dialogs.tsx'
import { LockHistory } from '../features/locks/lock-history.tsx'
import { useDirectory, useIsReadOnly } from '../lib/state/use-host.ts'
import { NoAgentScreen } from './screens/no-agent-screen.tsx'
import { useCurrentAgent } from './use-current-agent.ts'
import { accountsSearch } from './accounts-search.ts'

export function AccountsRoute() {
  const directory = useDirectory()
  const current = useCurrentAgent(directory)
  // What makes no sense in an address is in it still.
  const search = accountsSearch({ ...useSearch({ from: '/accounts' }) })
  const isReadOnly = useIsReadOnly()
  const navigate = useNavigate({ from: '/accounts' })
  if (directory === null) return null
  if (current === null) return <NoAgentScreen title="Accounts" />
  return (
    <>
      <AccountsPage
        facts={directory.facts}
        agent={current.agent}
        status={current.status}
        filter={{ provider: search.provider ?? null, text: search.q ?? '' }}
        markedProfileId={search.profile ?? null}
        slots={accountsSlots(current.agent.id, isReadOnly)}
        onFilter={({ provider, text }) =>
          void navigate({
            search: (old) => ({ agent: old.agent, provider: provider ?? undefined, q: text || undefined }),
            replace: true,
          })
        }
      />
      <LockDialogs status={current.status} isGatewayRunning={directory.gateway.running !== null} />
    </>
  )
}

function accountsSlots(agentId: string, isReadOnly: boolean): AccountsSlots {
  return {
    lockActions: ({ profileId }) => (isReadOnly ? null : <LockActions agentId={agentId} profileId={profileId} />),
    lockHistory: ({ profileId, windows }) => (
      <LockHistory agentId={agentId} profileId={profileId} isLocked={windows.length > 0} />
    ),
  }
}
