import { useEffect, useState, type ReactNode } from 'react'
import type { AgentFacts, AgentStatus, DirectoryFacts, ProfileStatus } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { agentName } from '../../lib/state/selected-agent.ts'
import { useTitle } from '../../lib/use-title.ts'
import { AccountActions, prepareAccountActions, useAccountAction } from './account-actions/account-actions.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterLanes, isFilterWorthwhile, type LaneFilter } from './filter-lanes.ts'
import { Lane } from './lane.tsx'
import { ProfileDetails } from './profile-details.tsx'
import styles from './accounts-page.module.css'

/** What other features put on this screen. */
export interface AccountsSlots {
  /** Beside an account that is locked. */
  readonly lockActions: (status: ProfileStatus) => ReactNode
  /** In the details of an account: what became of its windows. */
  readonly lockHistory: (status: ProfileStatus) => ReactNode
}

interface AccountsPageProps {
  readonly facts: DirectoryFacts
  readonly agent: AgentFacts
  readonly status: AgentStatus
  readonly filter: LaneFilter
  readonly onFilter: (filter: LaneFilter) => void
  /** The profile that a link leads to. */
  readonly markedProfileId: string | null
  readonly slots: AccountsSlots
}

/** A lane for each provider, its accounts in the order in which they are tried. */
export function AccountsPage(props: AccountsPageProps) {
  const { facts, agent, status, filter, onFilter, markedProfileId, slots } = props
  useTitle('Accounts', agentName(agent))
  const isReadOnly = useIsReadOnly()
  const [openId, setOpenId] = useState<string | null>(null)
  useScrollTo(markedProfileId)
  const { lanes } = status
  const shown = filterLanes(lanes, filter)
  const open = findProfile(status, openId)
  const showsOrigin = lanes.some((lane) => lane.profiles.some((profile) => profile.origin === 'own'))
  return (
    <AccountActions agent={agent} status={status}>
      <PageHead
        title="Accounts"
        aside={
          <div className={styles.aside}>
            <ZoneNote />
            {isReadOnly ? null : <AddAccountButton />}
          </div>
        }
      />
      {isFilterWorthwhile(lanes) || filter.provider !== null || filter.text !== '' ? (
        <FilterBar providers={lanes.map((lane) => lane.provider)} filter={filter} onFilter={onFilter} />
      ) : null}
      {lanes.length === 0 ? (
        <CalmNote title="This agent has no accounts.">
          {isReadOnly
            ? null
            : 'Add one, or let it inherit one: accounts appear here as soon as they are stored or named in openclaw.json.'}
        </CalmNote>
      ) : null}
      {lanes.length > 0 && shown.length === 0 ? (
        <CalmNote title="No account matches.">Look for a part of an id, a label, a provider or a state.</CalmNote>
      ) : null}
      <div className={styles.lanes}>
        {shown.map((lane) => (
          <Lane
            key={lane.lane.provider}
            agentId={agent.id}
            shown={lane}
            serving={status.serving.line[0] ?? null}
            markedProfileId={markedProfileId}
            showsOrigin={showsOrigin}
            lockActions={slots.lockActions}
            onOpen={setOpenId}
          />
        ))}
      </div>
      <ProfileDetails
        facts={facts}
        agent={agent}
        status={open}
        lockHistory={slots.lockHistory}
        onClose={() => setOpenId(null)}
      />
    </AccountActions>
  )
}

function AddAccountButton() {
  const start = useAccountAction()
  return (
    <Button look="primary" onHoverStart={prepareAccountActions} onPress={() => start({ kind: 'add', preset: null })}>
      Add account
    </Button>
  )
}

function findProfile(status: AgentStatus, profileId: string | null): ProfileStatus | null {
  if (profileId === null) return null
  const all = status.lanes.flatMap((lane) => [...lane.profiles, ...lane.excluded])
  return all.find((profile) => profile.profileId === profileId) ?? null
}

/** Brings the profile that a link leads to into view, once. */
function useScrollTo(profileId: string | null): void {
  useEffect(() => {
    if (profileId === null) return
    const row = document.querySelector<HTMLElement>(`[data-profile="${CSS.escape(profileId)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [profileId])
}
