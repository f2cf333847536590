import {
  candidateChain,
  classifyWith,
  createClassifier,
  createRotation,
  effectiveStore,
  EMPTY_MEMORY,
  EMPTY_SESSION,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  type Classify,
  type PlanInput,
  type Policy,
  type ProviderCall,
  type RunRequest,
  type Script,
  type ScriptedOutcome,
  type SessionEntry,
  type World,
} from '../../shared/engine/index.ts'

export const NOW_MS = 1_780_000_000_000

/** Three models of three providers, each provider with the profiles `a`, `b` and `c`. */
export const CHAIN_CONFIG = {
  agents: { defaults: { model: { primary: 'one/m1', fallbacks: ['two/m2', 'three/m3'] } } },
}

export const classify: Classify = classifyWith(createClassifier({ release: '2026.9.6', isCorrected: false }))

export interface WorldFacts {
  readonly policy?: Policy
  readonly config?: unknown
  readonly usageStats?: Readonly<Record<string, object>>
  /** A credential document instead of plain keys. */
  readonly credentials?: Readonly<Record<string, object>>
  /** Profile ids; absent: three of each provider. */
  readonly profileIds?: readonly string[]
  readonly session?: Partial<SessionEntry> | null
  readonly order?: Readonly<Record<string, readonly string[]>>
}

const PROFILE_IDS = ['one', 'two', 'three'].flatMap((provider) => ['a', 'b', 'c'].map((name) => `${provider}:${name}`))

export function worldOf(facts: WorldFacts = {}): World {
  const policy = facts.policy ?? POLICIES['openclaw-2026.9']
  const keys = Object.fromEntries(
    (facts.profileIds ?? PROFILE_IDS).map((id) => [
      id,
      { type: 'api_key', provider: id.slice(0, id.indexOf(':')), key: 'example' },
    ]),
  )
  const state = { usageStats: facts.usageStats ?? {}, order: facts.order ?? {} }
  const store = effectiveStore(
    null,
    readAuthStore({ profiles: facts.credentials ?? keys }, state, policy.order),
    policy.order,
  )
  return {
    nowMs: NOW_MS,
    rotation: createRotation(policy, readFailoverConfig(facts.config ?? CHAIN_CONFIG), store),
    memory: EMPTY_MEMORY,
    session: facts.session === null ? null : { ...EMPTY_SESSION, ...facts.session },
  }
}

export interface RequestFacts extends Partial<Omit<RunRequest, 'chain'>> {
  readonly config?: unknown
  readonly fallbacksOverride?: readonly string[] | null
}

export function requestOf({ config, fallbacksOverride = null, ...facts }: RequestFacts = {}): RunRequest {
  const policy = facts.policy ?? POLICIES['openclaw-2026.9']
  const requested = facts.requested ?? { provider: 'one', model: 'm1' }
  const read = readFailoverConfig(config ?? CHAIN_CONFIG)
  return {
    policy,
    chain: candidateChain(read, { agentId: null, requested, fallbacksOverride }, policy),
    requested,
    scope: null,
    runId: 'run-1',
    sessionId: 'session-1',
    sessionKey: 'agent:main:main',
    lane: 'main',
    userPin: null,
    preferredProfileId: null,
    skipTtlMs: 0,
    profiles: 'machine',
    mayPersist: true,
    probesOrigin: false,
    selectedModel: null,
    isGroupChat: false,
    ...facts,
  }
}

/** A script by profile, by candidate or by provider; what it does not name answers. */
export function scriptOf(outcomes: Readonly<Record<string, ScriptedOutcome>>): Script {
  return ({ provider, model, profileId }: ProviderCall) => {
    const key = [profileId ?? '', `${provider}/${model}`, provider].find((name) => name in outcomes)
    const scripted = key === undefined ? undefined : outcomes[key]
    return scripted ?? { kind: 'answered', value: 'hello', isEmpty: false, flaw: null, stopReason: null }
  }
}

/** What is asked of an agent in a plain turn of a session. */
export const PLAN_INPUT: PlanInput = {
  agentId: 'main',
  scope: null,
  runId: null,
  sessionId: null,
  sessionKey: 'agent:main:main',
  lane: null,
  session: null,
  isNewSession: false,
  isGroupChat: false,
  trigger: 'turn',
  heartbeatModel: null,
  job: null,
  oneOff: null,
  skipTtlMs: 0,
  profiles: 'machine',
}
