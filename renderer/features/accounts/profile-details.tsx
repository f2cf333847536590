import type { ReactNode } from 'react'
import {
  inheritedStore,
  own,
  type AgentFacts,
  type DirectoryFacts,
  type ProfileStatus,
  type UsageStats,
} from '../../../shared/engine/index.ts'
import { Drawer } from '../../components/drawer.tsx'
import { DetailCounters } from './detail-counters.tsx'
import { DetailCredential } from './detail-credential.tsx'
import { DetailPlace } from './detail-place.tsx'
import { DetailWindow } from './detail-window.tsx'
import styles from './profile-details.module.css'

interface ProfileDetailsProps {
  readonly facts: DirectoryFacts
  readonly agent: AgentFacts
  /** null: closed */
  readonly status: ProfileStatus | null
  readonly lockHistory: (status: ProfileStatus) => ReactNode
  readonly onClose: () => void
}

/** Everything that is known about one account: ids in full, codes, counters. */
export function ProfileDetails({ facts, agent, status, lockHistory, onClose }: ProfileDetailsProps) {
  const stats = status === null ? null : statsOf(facts, agent, status.profileId)
  return (
    <Drawer title={<code>{status?.profileId}</code>} isOpen={status !== null} onClose={onClose}>
      {status === null ? null : (
        <div className={styles.parts}>
          <DetailPlace status={status} />
          {status.windows.map((window) => (
            <DetailWindow key={`${window.kind} ${window.model}`} window={window} />
          ))}
          {lockHistory(status)}
          <DetailCredential status={status} />
          <DetailCounters status={status} stats={stats} />
        </div>
      )}
    </Drawer>
  )
}

function statsOf(facts: DirectoryFacts, agent: AgentFacts, profileId: string): UsageStats | null {
  const shared = inheritedStore(facts, agent)
  return own(agent.store?.usageStats ?? {}, profileId) ?? own(shared?.usageStats ?? {}, profileId) ?? null
}
