const MAX_LENGTH = 64
const DEFAULT_AGENT_ID = 'main'

/**
 * The id under which an agent's folder lies: trimmed, lower case, characters outside the id alphabet as dashes, none of
 * them at either end, at most 64 characters. What leaves nothing usable is the default agent, `main`.
 */
export function normalizeAgentId(value: unknown): string {
  if (typeof value !== 'string') return DEFAULT_AGENT_ID
  const id = value
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
  return id === '' ? DEFAULT_AGENT_ID : id
}
