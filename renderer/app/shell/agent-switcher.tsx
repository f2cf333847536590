import { useNavigate } from '@tanstack/react-router'
import type { AgentFacts } from '../../../shared/engine/index.ts'
import { SelectField } from '../../components/select-field.tsx'
import { agentName } from '../../lib/state/selected-agent.ts'
import styles from './agent-switcher.module.css'

interface AgentSwitcherProps {
  readonly agents: readonly AgentFacts[]
  readonly selectedId: string | null
}

export function AgentSwitcher({ agents, selectedId }: AgentSwitcherProps) {
  const navigate = useNavigate()
  if (selectedId === null) return null
  return (
    <div className={styles.switcher}>
      <SelectField
        label="Agent"
        hidesLabelWhenNarrow
        options={agents.map((agent) => ({ id: agent.id, name: agentName(agent), note: noteOf(agent) }))}
        value={selectedId}
        onChange={(agent) => void navigate({ to: '.', search: { agent } })}
      />
    </div>
  )
}

function noteOf(agent: AgentFacts): string | undefined {
  const parts = [
    agent.name !== null && agent.name !== agent.id ? agent.id : null,
    agent.isDefault ? 'default agent' : null,
    agent.hasFolder ? null : 'has not run yet',
  ].filter((part) => part !== null)
  return parts.length === 0 ? undefined : parts.join(', ')
}
