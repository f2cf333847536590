import type { ReactNode } from 'react'
import type { AgentFacts, AgentStatus, Attention } from '../../../shared/engine/index.ts'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { PageHead } from '../../components/page-head.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { agentName } from '../../lib/state/selected-agent.ts'
import { useTitle } from '../../lib/use-title.ts'
import { LockedNow, type LockSlots } from './locked-now.tsx'
import { NeedsYou } from './needs-you.tsx'
import { servingVerdict } from './sentences.ts'
import { ServingNow } from './serving-now.tsx'
import { WhatChanged } from './what-changed.tsx'
import styles from './home-page.module.css'

interface HomePageProps {
  readonly directory: DirectoryState
  readonly agent: AgentFacts
  readonly status: AgentStatus
  readonly statuses: readonly AgentStatus[]
  readonly slots: HomeSlots
}

/** What other features put on this screen. */
export interface HomeSlots {
  readonly locks: LockSlots
  /** What can be done at once about something that needs a person; null: nothing. */
  readonly attentionAction: (attention: Attention) => ReactNode
}

/** The four questions, answered for one agent: what serves, what is locked, what needs me, what changed. */
export function HomePage({ directory, agent, status, statuses, slots }: HomePageProps) {
  useTitle('Home', agentName(agent))
  const verdict = servingVerdict(status.serving)
  return (
    <>
      <PageHead title="Home" mark={<StateMark state={verdict.mark}>{verdict.word}</StateMark>} aside={<ZoneNote />} />
      <div className={styles.frame}>
        <div className={styles.grid}>
          <ServingNow agents={directory.facts.agents} agent={agent} status={status} statuses={statuses} />
          <LockedNow locks={status.locks} slots={slots.locks} />
          <div className={styles.side}>
            <NeedsYou attention={status.attention} attentionAction={slots.attentionAction} />
            <WhatChanged transitions={directory.transitions} agentId={agent.id} />
          </div>
        </div>
      </div>
    </>
  )
}
