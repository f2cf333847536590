import type { AgentFacts } from '../../../shared/engine/index.ts'
import type { DirectoryChange, DirectoryState, HostState, StateMessage } from '../../../shared/contract/types.ts'

/** The host's state as this page knows it, and the number of the last message that made it so. */
export interface KnownState {
  readonly seq: number
  readonly state: HostState
}

/**
 * The state after a message. What the message leaves alone keeps its identity, so that nothing is computed or drawn again
 * for it. A change that was applied before, or that has nothing to apply to, is ignored: a snapshot is on its way.
 */
export function applyMessage(known: KnownState | null, message: StateMessage): KnownState | null {
  if (message.kind === 'snapshot') return { seq: message.seq, state: message.state }
  if (known === null || known.state.kind !== 'open' || message.seq <= known.seq) return known
  const directory = applyChange(known.state.directory, message.change)
  return { seq: message.seq, state: { kind: 'open', directory } }
}

function applyChange(directory: DirectoryState, change: DirectoryChange): DirectoryState {
  const { facts } = directory
  const agents = applyAgents(facts.agents, change)
  const isSameFacts =
    agents === facts.agents &&
    change.meta === undefined &&
    change.config === undefined &&
    change.sharedStore === undefined
  return {
    ...directory,
    readAtMs: change.readAtMs,
    policySource: change.policySource ?? directory.policySource,
    problems: change.problems ?? directory.problems,
    transitions: change.transitions ?? directory.transitions,
    configRevision: change.configRevision === undefined ? directory.configRevision : change.configRevision,
    gateway: change.gateway ?? directory.gateway,
    vault: change.vault === undefined ? directory.vault : change.vault,
    facts: isSameFacts
      ? facts
      : {
          ...facts,
          ...change.meta,
          config: change.config ?? facts.config,
          sharedStore: change.sharedStore === undefined ? facts.sharedStore : change.sharedStore,
          agents,
        },
  }
}

function applyAgents(known: readonly AgentFacts[], change: DirectoryChange): readonly AgentFacts[] {
  if (change.agents === undefined && change.agentIds === undefined) return known
  const byId = new Map(known.map((agent) => [agent.id, agent]))
  for (const agent of change.agents ?? []) byId.set(agent.id, agent)
  const ids = change.agentIds ?? [...byId.keys()]
  return ids.flatMap((id) => byId.get(id) ?? [])
}
