import type { RunRules } from '../policy/index.ts'
import type { SessionEntry } from './entry.ts'
import { isSpawnedSession, selectionKind } from './selection-kind.ts'

interface Model {
  readonly provider: string
  readonly model: string
}

export interface SelectionRequest {
  /** null: the run has no session. */
  readonly session: SessionEntry | null
  readonly sessionKey: string | null
  /** The configured primary of the agent. */
  readonly primary: Model
  readonly trigger: 'turn' | 'heartbeat'
  /** `heartbeat.model`; null: none. */
  readonly heartbeatModel: Model | null
  readonly nowMs: number
  /** When the origin of this session's override was tried last, epoch ms; null: never, as far as is remembered. */
  readonly originProbedAtMs: number | null
}

/** Which model a turn starts with, and why (R06–R08, R46). */
export interface SelectionDecision {
  readonly provider: string
  readonly model: string
  readonly rule:
    /** nothing is selected: the configured primary */
    | 'configured'
    | 'default_choice'
    | 'user'
    /** an override without a source is the user's */
    | 'legacy'
    /** an automatic override stands */
    | 'auto'
    /** an automatic override is left for a try of the model it stands in for */
    | 'origin_probe'
    /** an automatic override without an origin is left over from an older release */
    | 'stale_override'
    /** the model that an automatic override stands in for is not the configured one any more */
    | 'outdated_origin'
    | 'heartbeat_model'
  /** The override of the session ends with this. */
  readonly clearsOverride: boolean
  /** When the origin may be tried again, epoch ms; null: there is none to try. */
  readonly originProbeAtMs: number | null
  readonly anomalies: readonly /** a provider without a model, or a model without a provider, selects nothing */
  (
    | 'half_override'
    /** a switch is waited for that names no model */
    | 'pending_switch_without_target'
  )[]
}

export function selectedModel(request: SelectionRequest, rules: RunRules): SelectionDecision {
  const { session, primary } = request
  const decide = (
    model: Model,
    rule: SelectionDecision['rule'],
    more: Partial<SelectionDecision> = {},
  ): SelectionDecision => ({
    provider: model.provider,
    model: model.model,
    rule,
    clearsOverride: false,
    originProbeAtMs: null,
    anomalies: session ? anomaliesOf(session) : [],
    ...more,
  })
  if (request.trigger === 'heartbeat' && request.heartbeatModel)
    return decide(request.heartbeatModel, 'heartbeat_model')
  const kind = session && selectionKind(session, rules.selection)
  if (!session || kind === null) return decide(primary, 'configured')
  if (kind === 'default') return decide(primary, 'default_choice')
  const override = pairOf(session.overrideProvider, session.overrideModel) ?? primary
  if (kind !== 'auto') return decide(override, kind)
  const origin = pairOf(session.originProvider, session.originModel)
  const { originProbeMs } = rules.persistence
  if (origin === null) {
    const isStale = originProbeMs !== null && !isSpawnedSession(request.sessionKey)
    return isStale ? decide(primary, 'stale_override', { clearsOverride: true }) : decide(override, 'auto')
  }
  const isCurrent = isSame(origin, primary)
  if (!isCurrent)
    return request.trigger === 'heartbeat'
      ? decide(primary, 'outdated_origin', { clearsOverride: true })
      : decide(override, 'auto')
  if (originProbeMs === null || isSame(origin, override)) return decide(override, 'auto')
  const originProbeAtMs = request.originProbedAtMs === null ? request.nowMs : request.originProbedAtMs + originProbeMs
  return request.nowMs >= originProbeAtMs
    ? decide(origin, 'origin_probe', { originProbeAtMs })
    : decide(override, 'auto', { originProbeAtMs })
}

function anomaliesOf(session: SessionEntry): SelectionDecision['anomalies'] {
  const isHalf = (session.overrideProvider === null) !== (session.overrideModel === null)
  const hasTarget = session.overrideProvider !== null && session.overrideModel !== null
  return [
    ...(isHalf ? (['half_override'] as const) : []),
    ...(session.isSwitchPending && !hasTarget ? (['pending_switch_without_target'] as const) : []),
  ]
}

function pairOf(provider: string | null, model: string | null): Model | null {
  return provider === null || model === null ? null : { provider, model }
}

function isSame(a: Model, b: Model): boolean {
  return a.provider === b.provider && a.model === b.model
}
