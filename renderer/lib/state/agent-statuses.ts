import type { AgentFacts, AgentStatus, DirectoryFacts } from '../../../shared/engine/index.ts'
import type { HostClock } from '../time/host-clock.ts'

/** Longer waits overflow a browser's timer. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

export type DescribeAgent = (facts: DirectoryFacts, agentId: string, nowMs: number) => AgentStatus | null

interface Entry {
  readonly basis: readonly unknown[]
  readonly status: AgentStatus
}

/**
 * Keeps the status of every agent true with the least work: an agent is evaluated again when its facts are different, or at
 * the very instant at which its last evaluation said that time alone would change it. In between nothing runs.
 */
export class AgentStatuses {
  readonly #clock: HostClock
  readonly #describe: DescribeAgent
  readonly #listeners = new Set<() => void>()
  #facts: DirectoryFacts | null = null
  #entries = new Map<string, Entry>()
  #list: readonly AgentStatus[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(clock: HostClock, describe: DescribeAgent) {
    this.#clock = clock
    this.#describe = describe
    clock.subscribe(() => this.#update())
  }

  setFacts(facts: DirectoryFacts | null): void {
    if (facts === this.#facts) return
    this.#facts = facts
    this.#update()
  }

  /** All agents in the directory's order. The list and each status keep their identity while nothing changes. */
  readonly all = (): readonly AgentStatus[] => this.#list

  readonly of = (agentId: string): AgentStatus | null => this.#entries.get(agentId)?.status ?? null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #update(): void {
    clearTimeout(this.#timer)
    const nowMs = this.#clock.nowMs()
    const facts = this.#facts
    const entries = new Map<string, Entry>()
    if (facts !== null) {
      for (const agent of facts.agents) {
        const entry = this.#entryOf(facts, agent, nowMs)
        if (entry !== null) entries.set(agent.id, entry)
      }
    }
    const list = [...entries.values()].map((entry) => entry.status)
    const isSame = list.length === this.#list.length && list.every((status, index) => status === this.#list[index])
    this.#entries = entries
    if (!isSame) {
      this.#list = list
      for (const listener of this.#listeners) listener()
    }
    this.#schedule()
  }

  #entryOf(facts: DirectoryFacts, agent: AgentFacts, nowMs: number): Entry | null {
    const known = this.#entries.get(agent.id)
    const basis = basisOf(facts, agent)
    const isCurrent =
      known !== undefined &&
      basis.every((part, index) => part === known.basis[index]) &&
      nowMs >= known.status.nowMs &&
      (known.status.nextChangeAtMs === null || nowMs < known.status.nextChangeAtMs)
    if (isCurrent) return known
    const status = this.#describe(facts, agent.id, nowMs)
    return status === null ? null : { basis, status }
  }

  #schedule(): void {
    const next = Math.min(...this.#list.map((status) => status.nextChangeAtMs ?? Infinity))
    if (next === Infinity || this.#clock.heldAtMs !== null) return
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, next - this.#clock.nowMs()))
    this.#timer = setTimeout(() => this.#update(), waitMs)
  }
}

/** Everything an agent's status depends on besides the time: agents inherit from the shared store, or from `main`. */
function basisOf(facts: DirectoryFacts, agent: AgentFacts): readonly unknown[] {
  const main = facts.agents.find((other) => other.id === 'main')
  return [agent, main, facts.config, facts.sharedStore, facts.policyId, facts.era]
}
