import { Link } from '@tanstack/react-router'
import type { AgentFacts, AgentStatus } from '../../../shared/engine/index.ts'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { agentName } from '../../lib/state/selected-agent.ts'
import { servingVerdict } from './sentences.ts'
import styles from './agent-overview.module.css'

interface AgentOverviewProps {
  readonly agents: readonly AgentFacts[]
  readonly statuses: readonly AgentStatus[]
  readonly selectedId: string
}

/** All agents, each with what answers for it; choosing one shows it beside. */
export function AgentOverview({ agents, statuses, selectedId }: AgentOverviewProps) {
  const byId = new Map(statuses.map((status) => [status.agentId, status]))
  return (
    <nav className={styles.overview} aria-label="Agents">
      <ul>
        {agents.map((agent) => {
          const status = byId.get(agent.id)
          return status === undefined ? null : (
            <li key={agent.id}>
              <AgentRow agent={agent} status={status} isSelected={agent.id === selectedId} />
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface AgentRowProps {
  readonly agent: AgentFacts
  readonly status: AgentStatus
  readonly isSelected: boolean
}

function AgentRow({ agent, status, isSelected }: AgentRowProps) {
  const verdict = servingVerdict(status.serving)
  const now = status.serving.line[0]
  return (
    <Link to="/" search={{ agent: agent.id }} className={styles.row} data-selected={isSelected}>
      <StateGlyph state={verdict.mark} size={11} isTinted />
      <span className={styles.text}>
        <span className={styles.name}>{agentName(agent)}</span>
        <VisuallyHidden>
          {isSelected ? ' (shown)' : ''}, {verdict.word}:{' '}
        </VisuallyHidden>
        <span className={styles.model}>{now === undefined ? verdict.word : `${now.provider} / ${now.model}`}</span>
      </span>
    </Link>
  )
}
