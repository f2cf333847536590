import { useNavigate, useSearch } from '@tanstack/react-router'
import { AccountsPage } from '../features/accounts/accounts-page.tsx'
import { useDirectory } from '../lib/state/use-host.ts'
import { NoAgentScreen } from './screens/no-agent-screen.tsx'
import { useCurrentAgent } from './use-current-agent.ts'

export function AccountsRoute() {
  const directory = useDirectory()
  const current = useCurrentAgent(directory)
  const search = useSearch({ from: '/accounts' })
  const navigate = useNavigate({ from: '/accounts' })
  if (directory === null) return null
  if (current === null) return <NoAgentScreen title="Accounts" />
  return (
    <AccountsPage
      facts={directory.facts}
      agent={current.agent}
      status={current.status}
      filter={{ provider: search.provider ?? null, text: search.q ?? '' }}
      markedProfileId={search.profile ?? null}
      onFilter={({ provider, text }) =>
        void navigate({
          search: (old) => ({ agent: old.agent, provider: provider ?? undefined, q: text || undefined }),
          replace: true,
        })
      }
    />
  )
}
