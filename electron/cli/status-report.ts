import type { Problem } from '../../shared/contract/problems.ts'
import {
  describeAgent,
  type AgentFacts,
  type AgentStatus,
  type Attention,
  type CandidateStatus,
  type DirectoryFacts,
  type ProfileStatus,
  type ProviderLane,
  type Window,
} from '../../shared/engine/index.ts'

/**
 * What `npm run status -- --json` prints: a stable format for scripts. Fields may be added; a field that is removed or changes
 * its meaning raises the number in `format`. Times are epoch ms, and null where there is none. The codes are those of the engine
 * (`shared/engine`): order sources, placement rules, exclusion codes, window kinds, failure reasons, attention codes.
 */
export interface StatusReport {
  readonly format: 'switchyard-status/1'
  readonly directory: string
  /** On-disk format: J (JSON files), S1 (per-agent SQLite), S2 (shared SQLite). */
  readonly era: DirectoryFacts['era']
  readonly openclawVersion: string | null
  readonly policyId: DirectoryFacts['policyId']
  /** `version`: the policy of the version that wrote the directory; `chosen`: the one asked for with `--policy`. */
  readonly policySource: 'version' | 'chosen'
  /** The instant of the evaluation, and the same as ISO text. */
  readonly atMs: number
  readonly at: string
  readonly problems: readonly Problem[]
  readonly agents: readonly AgentReport[]
}

export interface AgentReport {
  readonly id: string
  readonly name: string | null
  readonly isDefault: boolean
  readonly storeState: AgentFacts['storeState']
  /** No fallback may be used. */
  readonly isStrict: boolean
  /** Index into `candidates` of the model that answers now; -1: nothing can answer. */
  readonly servingIndex: number
  /** When nothing can answer: the first instant at which something can. */
  readonly nextAvailableAtMs: number | null
  readonly candidates: readonly CandidateReport[]
  readonly providers: readonly ProviderReport[]
  readonly attention: readonly Attention[]
  /** The soonest instant at which time alone changes any of this. */
  readonly nextChangeAtMs: number | null
}

export type CandidateReport = Pick<
  CandidateStatus,
  'provider' | 'model' | 'role' | 'state' | 'profileId' | 'availableAtMs' | 'lock' | 'usableProfileIds'
>

export interface ProviderReport {
  readonly provider: string
  readonly source: ProviderLane['order']['source']
  /** For a stored order: whose it is. */
  readonly layer: ProviderLane['order']['layer']
  readonly isExplicit: boolean
  readonly isRepaired: boolean
  /** In effective order. */
  readonly profiles: readonly ProfileReport[]
  readonly excluded: readonly ExcludedReport[]
}

interface ProfileFacts {
  readonly profileId: string
  readonly label: string | null
  readonly type: 'api_key' | 'token' | 'oauth' | null
  readonly origin: ProfileStatus['origin']
  readonly signIn: ProfileStatus['signIn']
  readonly lastUsedMs: number | null
  readonly windows: readonly Window[]
}

export interface ProfileReport extends ProfileFacts {
  /** 1-based. */
  readonly position: number
  readonly state: ProfileStatus['state']
  /** The rule that put it there, and the place in the written order (0-based; -1 without one). */
  readonly rule: 'listed' | 'rotation' | 'window' | 'preferred'
  readonly listIndex: number
  readonly unusableUntilMs: number
  readonly isPartlyUsable: boolean
}

export interface ExcludedReport extends ProfileFacts {
  readonly code: NonNullable<ProfileStatus['exclusion']>['code']
}

export interface ReportInput {
  readonly path: string
  readonly nowMs: number
  /** null: all agents. */
  readonly agentId: string | null
  readonly policyId: DirectoryFacts['policyId'] | null
  readonly facts: DirectoryFacts
  readonly problems: readonly Problem[]
}

/** Evaluates a directory by the same rules as the screens. */
export function createStatusReport({ path, nowMs, agentId, policyId, facts, problems }: ReportInput): StatusReport {
  return {
    format: 'switchyard-status/1',
    directory: path,
    era: facts.era,
    openclawVersion: facts.openclawVersion,
    policyId: facts.policyId,
    policySource: policyId === null ? 'version' : 'chosen',
    atMs: nowMs,
    at: new Date(nowMs).toISOString(),
    problems,
    agents: facts.agents
      .filter(({ id }) => agentId === null || id === agentId)
      .flatMap((agent) => {
        const status = describeAgent(facts, agent.id, nowMs)
        return status === null ? [] : [agentReport(agent, status)]
      }),
  }
}

function agentReport(agent: AgentFacts, status: AgentStatus): AgentReport {
  return {
    id: agent.id,
    name: agent.name,
    isDefault: agent.isDefault,
    storeState: agent.storeState,
    isStrict: status.serving.isStrict,
    servingIndex: status.serving.servingIndex,
    nextAvailableAtMs: status.serving.nextAvailableAtMs,
    candidates: status.serving.candidates.map(
      ({ provider, model, role, state, profileId, availableAtMs, lock, usableProfileIds }) => ({
        provider,
        model,
        role,
        state,
        profileId,
        availableAtMs,
        lock,
        usableProfileIds,
      }),
    ),
    providers: status.lanes.map(providerReport),
    attention: status.attention,
    nextChangeAtMs: status.nextChangeAtMs,
  }
}

function providerReport({ provider, order, profiles, excluded }: ProviderLane): ProviderReport {
  return {
    provider,
    source: order.source,
    layer: order.layer,
    isExplicit: order.isExplicit,
    isRepaired: order.isRepaired,
    profiles: profiles.map((status) => ({
      ...profileFacts(status),
      position: status.position ?? 0,
      state: status.state,
      rule: status.placement?.rule ?? 'rotation',
      listIndex: status.placement?.listIndex ?? -1,
      unusableUntilMs: status.unusableUntilMs,
      isPartlyUsable: status.isPartlyUsable,
    })),
    excluded: excluded.map((status) => ({
      ...profileFacts(status),
      code: status.exclusion?.code ?? 'profile_missing',
    })),
  }
}

function profileFacts(status: ProfileStatus): ProfileFacts {
  const { profileId, label, profile, origin, signIn, lastUsedMs, windows } = status
  return { profileId, label, type: profile?.type ?? null, origin, signIn, lastUsedMs, windows }
}
