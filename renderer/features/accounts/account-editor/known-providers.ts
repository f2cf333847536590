import type { AgentStatus, DirectoryFacts } from '../../../../shared/engine/index.ts'

/** Offered where a directory names few; any other can be typed. */
const COMMON = ['anthropic', 'openai', 'google', 'openrouter', 'groq', 'mistral', 'xai', 'deepseek'] as const

export interface KnownProvider {
  readonly id: string
  /** Where it is known from; null: it is a common one. */
  readonly note: string | null
}

/** Providers to choose from: those of the agent first, then what openclaw.json names, then common ones. */
export function knownProviders(facts: DirectoryFacts, status: AgentStatus): readonly KnownProvider[] {
  const known = new Map<string, string | null>()
  const take = (ids: readonly string[], note: string | null): void => {
    for (const id of ids) if (id !== '' && !known.has(id)) known.set(id, note)
  }
  take(
    status.lanes.map((lane) => lane.provider),
    'has accounts',
  )
  take(
    status.serving.candidates.map((candidate) => candidate.provider),
    'in the chain of models',
  )
  take(
    [...facts.config.providers.map(({ id }) => id), ...facts.config.profiles.map(({ provider }) => provider)],
    'in openclaw.json',
  )
  take(COMMON, null)
  return [...known].map(([id, note]) => ({ id, note }))
}
