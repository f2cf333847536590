import type { Problem, ProblemCode } from '../../shared/contract/problems.ts'
import type { AgentFacts, DirectoryFacts } from '../../shared/engine/index.ts'

/**
 * A file can be caught half-written or locked, or be damaged by an edit. The rest of the directory stays readable, and what
 * the console knew of the broken part is still the best answer there is. So a part that was fine and cannot be read now keeps
 * its last good value, and its problem says from when that is.
 */

/** Problems that mean: this file gives nothing at the moment. */
const BROKEN_CODES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'directory_unreadable',
  'file_unreadable',
  'file_empty',
  'file_too_large',
  'text_encoding',
  'syntax_error',
  'several_values',
  'wrong_shape',
  'database_locked',
  'database_damaged',
  'database_foreign',
  'database_newer',
  'database_busy',
])

/** `config`, `shared`, `agents` (the list of them), `store:<agent>` or `sessions:<agent>`. */
export type Part = string

interface Reading {
  readonly facts: DirectoryFacts
  readonly problems: readonly Problem[]
}

export interface Settled extends Reading {
  /** Parts that show their last good value. */
  readonly keptParts: ReadonlySet<Part>
}

/** Remembers when each part was last read without trouble. */
export interface LastGood {
  /** Completes a reading with the last good values of what it lacks. Does not change what is remembered. */
  complete(previous: DirectoryFacts, next: Reading): Settled
  /** Remembers that every part no problem speaks against was good at `nowMs`. */
  remember(reading: Reading, nowMs: number): void
  /** When a part was last read without trouble; null: never. */
  goodAtMs(part: Part): number | null
}

export function createLastGood(): LastGood {
  const goodAtMsByPart = new Map<Part, number>()

  return {
    complete(previous, next) {
      const keptParts = new Set<Part>()
      const problems = next.problems.map((problem) => {
        const part = partOf(problem, previous)
        const goodAtMs = part === null ? undefined : goodAtMsByPart.get(part)
        if (part === null || goodAtMs === undefined) return problem
        keptParts.add(part)
        return { ...problem, hint: hintOfKept(problem.hint), keptFromMs: goodAtMs }
      })
      return { facts: keepParts(previous, next.facts, keptParts), problems, keptParts }
    },
    remember({ facts, problems }, nowMs) {
      const broken = new Set(problems.map((problem) => partOf(problem, facts)))
      for (const part of partsOf(facts)) if (!broken.has(part)) goodAtMsByPart.set(part, nowMs)
    },
    goodAtMs: (part) => goodAtMsByPart.get(part) ?? null,
  }
}

function hintOfKept(hint: string | null): string {
  const kept = 'Until it can be read again, the console goes on with what it read before.'
  return hint === null ? kept : `${hint} ${kept}`
}

/** The parts whose present values are good; an unreadable store is none. */
function partsOf(facts: DirectoryFacts): Part[] {
  const parts: Part[] = ['config', 'agents']
  if (facts.sharedStore !== null) parts.push('shared')
  for (const agent of facts.agents) {
    parts.push(`sessions:${agent.id}`)
    if (agent.storeState !== 'unreadable') parts.push(`store:${agent.id}`)
  }
  return parts
}

/** The part that a problem leaves without a value; null: it leaves everything usable. */
function partOf(problem: Problem, previous: DirectoryFacts): Part | null {
  if (problem.severity !== 'error' || !BROKEN_CODES.has(problem.code)) return null
  if (problem.agentId !== null) {
    return isSessionsFile(problem.file) ? `sessions:${problem.agentId}` : `store:${problem.agentId}`
  }
  if (problem.code === 'directory_unreadable') return 'agents'
  if (problem.file === previous.sharedStoreFile) return 'shared'
  // What the configuration includes may have any name, but it is text.
  return problem.file.endsWith('.sqlite') ? null : 'config'
}

function isSessionsFile(file: string): boolean {
  return /(?:^|[\\/])sessions[\\/]/.test(file)
}

function keepParts(previous: DirectoryFacts, next: DirectoryFacts, kept: ReadonlySet<Part>): DirectoryFacts {
  if (kept.size === 0) return next
  const keepsConfig = kept.has('config')
  const keepsShared = kept.has('shared')
  const version = keepsConfig || keepsShared ? previous : next
  return {
    era: keepsShared ? previous.era : next.era,
    openclawVersion: version.openclawVersion,
    policyId: version.policyId,
    config: keepsConfig ? previous.config : next.config,
    sharedStore: keepsShared ? previous.sharedStore : next.sharedStore,
    sharedStoreFile: keepsShared ? previous.sharedStoreFile : next.sharedStoreFile,
    agents: keepAgents(previous, next, kept),
  }
}

function keepAgents(previous: DirectoryFacts, next: DirectoryFacts, kept: ReadonlySet<Part>): readonly AgentFacts[] {
  if (kept.has('agents')) return previous.agents
  const keepsConfig = kept.has('config')
  const beforeById = new Map(previous.agents.map((agent) => [agent.id, agent]))
  const nextById = new Map(next.agents.map((agent) => [agent.id, agent]))
  // Agents that only the configuration names are still there while it cannot be read.
  const ids = keepsConfig
    ? [...beforeById.values()].filter(({ id, hasFolder }) => nextById.has(id) || !hasFolder).map(({ id }) => id)
    : []
  const order = new Set([...ids, ...nextById.keys()])
  return [...order].flatMap((id): AgentFacts[] => {
    const before = beforeById.get(id)
    const after = nextById.get(id) ?? before
    if (after === undefined) return []
    return [before === undefined ? after : keepAgent(before, after, kept)]
  })
}

function keepAgent(before: AgentFacts, after: AgentFacts, kept: ReadonlySet<Part>): AgentFacts {
  const named = kept.has('config') ? { ...after, name: before.name, isDefault: before.isDefault } : after
  const keepsStore = kept.has(`store:${after.id}`)
  const stored = keepsStore
    ? { ...named, store: before.store, storeState: before.storeState, storeFile: before.storeFile }
    : named
  // In era S2 sessions lie in the same database as the store.
  const keepsSessions = kept.has(`sessions:${after.id}`) || (keepsStore && after.sessions.length === 0)
  return keepsSessions ? { ...stored, sessions: before.sessions } : stored
}
