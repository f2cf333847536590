import type { DirectoryChange, DirectoryMeta, DirectoryState } from '../../shared/contract/types.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import { share } from './share.ts'

/**
 * `next` with every part that equals the previous one's replaced by that: unchanged agents keep their identity, and the
 * comparison below is by reference.
 */
export function shareState(previous: DirectoryState, next: DirectoryState): DirectoryState {
  const agentsById = new Map(previous.facts.agents.map((agent) => [agent.id, agent]))
  const agents = next.facts.agents.map((agent) => share(agentsById.get(agent.id), agent))
  return {
    ...next,
    facts: share(previous.facts, { ...next.facts, agents }),
    problems: share(previous.problems, next.problems),
    transitions: share(previous.transitions, next.transitions),
    gateway: share(previous.gateway, next.gateway),
    vault: share(previous.vault, next.vault),
  }
}

/** What differs between two states of which the second was made by `shareState`; null: nothing but the time of reading. */
export function directoryChange(previous: DirectoryState, next: DirectoryState): DirectoryChange | null {
  const before = previous.facts
  const after = next.facts
  const known = new Set(before.agents)
  const agents = after.agents.filter((agent) => !known.has(agent))
  const change: DirectoryChange = {
    readAtMs: next.readAtMs,
    ...(isSameMeta(before, after) ? {} : { meta: metaOf(after) }),
    ...(before.config === after.config ? {} : { config: after.config }),
    ...(before.sharedStore === after.sharedStore ? {} : { sharedStore: after.sharedStore }),
    ...(agents.length === 0 ? {} : { agents }),
    ...(isSameList(before, after) ? {} : { agentIds: after.agents.map(({ id }) => id) }),
    ...(previous.policySource === next.policySource ? {} : { policySource: next.policySource }),
    ...(previous.problems === next.problems ? {} : { problems: next.problems }),
    ...(previous.transitions === next.transitions ? {} : { transitions: next.transitions }),
    ...(previous.configRevision === next.configRevision ? {} : { configRevision: next.configRevision }),
    ...(previous.gateway === next.gateway ? {} : { gateway: next.gateway }),
    ...(previous.vault === next.vault ? {} : { vault: next.vault }),
  }
  return Object.keys(change).length > 1 ? change : null
}

function metaOf({
  agents: _agents,
  config: _config,
  sharedStore: _sharedStore,
  ...meta
}: DirectoryFacts): DirectoryMeta {
  return meta
}

function isSameMeta(before: DirectoryFacts, after: DirectoryFacts): boolean {
  const meta = metaOf(before)
  return share(meta, metaOf(after)) === meta
}

function isSameList(before: DirectoryFacts, after: DirectoryFacts): boolean {
  return (
    before.agents.length === after.agents.length &&
    before.agents.every(({ id }, index) => id === after.agents[index]?.id)
  )
}
