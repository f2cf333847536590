import type { AgentFacts, AgentStatus } from '../../../shared/engine/index.ts'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { agentName } from '../../lib/state/selected-agent.ts'
import { AgentOverview } from './agent-overview.tsx'
import { ChainRail } from './chain-rail.tsx'
import { NextInLine } from './next-in-line.tsx'
import { ServingAnswer } from './serving-answer.tsx'
import styles from './serving-now.module.css'

interface ServingNowProps {
  readonly agents: readonly AgentFacts[]
  readonly agent: AgentFacts
  readonly status: AgentStatus
  readonly statuses: readonly AgentStatus[]
}

/** Question 1: what serves now, what is next, and what was passed over. */
export function ServingNow({ agents, agent, status, statuses }: ServingNowProps) {
  const { serving } = status
  const hasSeveral = agents.length > 1
  return (
    <Section title="Serving now" note={hasSeveral ? `for ${agentName(agent)}` : undefined}>
      <div className={`${card.card} ${styles.card}`} data-several={hasSeveral}>
        {hasSeveral ? <AgentOverview agents={agents} statuses={statuses} selectedId={agent.id} /> : null}
        <div className={styles.detail}>
          <div className={styles.top}>
            <ServingAnswer serving={serving} />
            <NextInLine line={serving.line} hasAnswer={serving.servingIndex !== -1} />
          </div>
          {serving.candidates.length === 0 ? null : (
            <ChainRail candidates={serving.candidates} servingIndex={serving.servingIndex} />
          )}
        </div>
      </div>
    </Section>
  )
}
