import {
  EMPTY_AUTH_STORE,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  type AgentFacts,
  type DirectoryFacts,
  type PolicyId,
} from '../../shared/engine/index.ts'

interface Raw {
  readonly policyId?: PolicyId
  readonly config?: unknown
  /** Agent id to its raw documents. */
  readonly agents?: Readonly<Record<string, { readonly profiles?: object; readonly state?: object } | null>>
  readonly shared?: { readonly profiles?: object; readonly state?: object }
}

/** Facts of a directory from raw documents, as the readers make them, for tests of the rules. */
export function buildFacts({
  policyId = 'openclaw-2026.9',
  config = {},
  agents = { main: {} },
  shared,
}: Raw): DirectoryFacts {
  const rules = POLICIES[policyId].order
  const storeOf = (raw: { profiles?: object; state?: object }): AgentFacts['store'] =>
    readAuthStore({ version: 1, profiles: raw.profiles ?? {} }, raw.state, rules)
  return {
    era: 'S2',
    openclawVersion: null,
    policyId,
    config: readFailoverConfig(config),
    sharedStore: shared ? (storeOf(shared) ?? EMPTY_AUTH_STORE) : null,
    sharedStoreFile: shared ? 'state/openclaw.sqlite' : null,
    agents: Object.entries(agents).map(([id, raw], index) => ({
      id,
      name: null,
      isDefault: index === 0,
      hasFolder: true,
      storeFile: raw ? `agents/${id}/agent/openclaw-agent.sqlite` : null,
      storeState: raw ? 'present' : 'absent',
      store: raw ? storeOf(raw) : null,
      sessions: [],
    })),
  }
}

/** A status that must exist. */
export function must<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('The value under test is missing')
  return value
}
