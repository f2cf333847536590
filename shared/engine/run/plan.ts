import {
  candidateChain,
  configuredPrimary,
  fallbacksOverride,
  isAllowedModel,
  type FallbacksDecision,
  type RequestedModel,
} from '../chain/index.ts'
import type { Rotation } from '../rotation/index.ts'
import {
  clearOverride,
  EMPTY_SESSION,
  overrideFields,
  resolvePin,
  selectedModel,
  type PinDecision,
  type SelectionDecision,
  type SessionEntry,
} from '../sessions/index.ts'
import type { RunMemory } from './memory.ts'
import { originProbeKey } from './run-chain.ts'
import type { RunRequest } from './types.ts'

/** What is asked of an agent, before anything is decided. */
export interface PlanInput {
  /** Normalised. */
  readonly agentId: string
  readonly scope: string | null
  readonly runId: string | null
  readonly sessionId: string | null
  readonly sessionKey: string | null
  readonly lane: string | null
  /** null: the run has no session. */
  readonly session: SessionEntry | null
  readonly isNewSession: boolean
  readonly isGroupChat: boolean
  readonly trigger: 'turn' | 'heartbeat'
  readonly heartbeatModel: RequestedModel | null
  /** A scheduled job with its own model, which is the primary of the run (R09); null: this is none. */
  readonly job: { readonly model: RequestedModel | null; readonly fallbacks: readonly string[] | null } | null
  /** A model given for this run alone: exact; null: none. */
  readonly oneOff: RequestedModel | null
  /** From `skipTtl`. */
  readonly skipTtlMs: number
  readonly profiles: RunRequest['profiles']
}

/** A run that is ready to start, with every decision that led to it. */
export interface RunPlan {
  readonly request: RunRequest
  readonly selection: SelectionDecision | null
  readonly fallbacks: FallbacksDecision
  readonly pin: PinDecision
  /** The model of the job, where it may not be selected and does not count; null: none was refused. */
  readonly refusedModel: RequestedModel | null
  /** The session as it is to be written before the run; null: it stays. */
  readonly session: SessionEntry | null
}

const STRICT_RULES: ReadonlySet<FallbacksDecision['rule']> = new Set(['locked', 'one_off', 'user', 'legacy'])

/** Settles a run (R02): the model of the session, its fallbacks, the chain, and the profile that is preferred. */
export function planRun(rotation: Rotation, input: PlanInput, memory: RunMemory, nowMs: number): RunPlan {
  const { config, policy } = rotation
  const { agentId, session, sessionKey } = input
  const primary = configuredPrimary(config, agentId, policy).reference
  const { job, refusedModel } = allowedJob(rotation, input)
  const given = input.oneOff ?? job?.model ?? null
  const selection = given
    ? null
    : selectedModel(
        {
          session,
          sessionKey,
          primary,
          trigger: input.trigger,
          heartbeatModel: input.heartbeatModel,
          nowMs,
          originProbedAtMs:
            (sessionKey === null ? null : memory.originProbes.get(originProbeKey(sessionKey, primary))) ?? null,
        },
        policy.run,
      )
  const cleared = session && selection?.clearsOverride ? clearOverride(session, overrideFields(session)) : session
  const requested = given ?? { provider: selection?.provider ?? '', model: selection?.model ?? '' }
  const fallbacks = fallbacksOverride(
    config,
    {
      agentId,
      session: cleared,
      sessionKey,
      job: job && { model: job.model ? `${job.model.provider}/${job.model.model}` : null, fallbacks: job.fallbacks },
      isOneOff: input.oneOff !== null,
    },
    policy.run.selection,
  )
  const chain = candidateChain(config, { agentId, requested, fallbacksOverride: fallbacks.override }, policy)
  const first = chain.candidates[0] ?? primary
  const pin = resolvePin(rotation, {
    session: cleared ?? EMPTY_SESSION,
    providers: [first.provider],
    model: first.model,
    nowMs,
    isNewSession: input.isNewSession,
  })
  const isUserPin = pin.rule === 'user_pin' || pin.rule === 'missing_user_pin'
  const isPrimary = first.provider === primary.provider && first.model === primary.model
  const hasOwnPin = cleared !== null && cleared.pinProfileId !== null && pin.cleared === null
  const written = cleared && pin.write ? { ...cleared, ...pin.write } : cleared
  return {
    request: {
      policy,
      chain,
      requested,
      scope: input.scope,
      runId: input.runId,
      sessionId: input.sessionId,
      sessionKey,
      lane: input.lane,
      userPin: isUserPin ? pin.profileId : null,
      preferredProfileId: isUserPin
        ? null
        : ((isPrimary && !hasOwnPin ? primary.profileId : null) ?? (session === null ? null : pin.profileId)),
      skipTtlMs: input.skipTtlMs,
      profiles: input.profiles,
      mayPersist: isTurnOfUser(input) && !STRICT_RULES.has(fallbacks.rule) && fallbacks.override?.length !== 0,
      probesOrigin: selection?.rule === 'origin_probe',
      selectedModel: selectedName(selection, session),
      isGroupChat: input.isGroupChat,
    },
    selection,
    fallbacks,
    pin,
    refusedModel,
    session: written === session ? null : written,
  }
}

/** A job's model that may not be selected is left out, and the job runs on the default. */
function allowedJob(
  { config, policy }: Rotation,
  { job, agentId }: PlanInput,
): Pick<PlanInput, 'job'> & Pick<RunPlan, 'refusedModel'> {
  if (!job?.model || isAllowedModel(config, agentId, job.model, policy.run.selection))
    return { job, refusedModel: null }
  return { job: { ...job, model: null }, refusedModel: job.model }
}

/** Jobs and heartbeats leave the selection of a session alone. */
function isTurnOfUser({ trigger, job }: PlanInput): boolean {
  return trigger === 'turn' && job === null
}

/** Notices compare with what was selected, not with the fallback that a turn starts from. */
function selectedName(selection: SelectionDecision | null, session: SessionEntry | null): string | null {
  if (selection?.rule !== 'auto' || !session || session.originProvider === null || session.originModel === null)
    return null
  return `${session.originProvider}/${session.originModel}`
}
