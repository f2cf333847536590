import type { FailoverConfig } from '../config/types.ts'
import type { RunRules } from '../policy/index.ts'
import type { SessionEntry } from '../sessions/entry.ts'
import { isSpawnedSession, selectionKind } from '../sessions/selection-kind.ts'
import { modelPolicy } from './candidates.ts'
import { agentOf } from './names.ts'

/** What a run may fall back to, by where its model was selected. */
export interface FallbacksRequest {
  /** Normalised; null: the defaults. */
  readonly agentId: string | null
  readonly session: SessionEntry | null
  /** Such as `agent:main:main`; it tells a spawned session. */
  readonly sessionKey: string | null
  /** A scheduled job, with what its payload says; null fields are not written. */
  readonly job: { readonly model: string | null; readonly fallbacks: readonly string[] | null } | null
  /** The model was given for this one run on the command line. */
  readonly isOneOff: boolean
}

/** The list handed to the chain, and the rule that gave it. */
export interface FallbacksDecision {
  /** null: none, so that the configured fallbacks count and the primary is appended; empty: strict. */
  readonly override: readonly string[] | null
  readonly rule:
    /** the session's model is locked */
    | 'locked'
    /** one run with its own model: strict */
    | 'one_off'
    /** the user selected the model: exact (R07) */
    | 'user'
    /** a selection without a source counts as the user's (R08) */
    | 'legacy'
    /** an automatic selection walks the configured list (R06) */
    | 'auto'
    /** the user chose "Default" */
    | 'default_choice'
    /** a spawned session walks the list of the subagent model */
    | 'spawned'
    /** the agent's own model setting (R05) */
    | 'agent'
    /** nothing says otherwise (R04) */
    | 'inherited'
    /** the job's own list (R09) */
    | 'job_fallbacks'
    /** the job's own model walks the configured list (R09) */
    | 'job_model'
}

/** Which override list a run gets (R04–R09). */
export function fallbacksOverride(
  config: FailoverConfig,
  request: FallbacksRequest,
  rules: RunRules['selection'],
): FallbacksDecision {
  const { session, job } = request
  const agent = agentOf(config, request.agentId)
  const ownPolicy = modelPolicy(agent?.model ?? null)
  const configured = ownPolicy ?? config.defaults.model?.fallbacks ?? []
  if (rules.canLock && session?.isSelectionLocked) return { override: [], rule: 'locked' }
  if (request.isOneOff) return { override: [], rule: 'one_off' }
  if (job?.fallbacks) return { override: job.fallbacks, rule: 'job_fallbacks' }
  if (job && job.model !== null && job.model.trim() !== '') return { override: configured, rule: 'job_model' }
  switch (session && selectionKind(session, rules)) {
    case 'user':
      return { override: [], rule: 'user' }
    case 'legacy':
      return { override: [], rule: 'legacy' }
    case 'auto': {
      const spawned = rules.usesSubagentModel && isSpawnedSession(request.sessionKey)
      const own = spawned
        ? (modelPolicy(agent?.subagentModel ?? null) ?? modelPolicy(config.defaults.subagentModel))
        : null
      return own ? { override: own, rule: 'spawned' } : { override: configured, rule: 'auto' }
    }
    case 'default':
      return { override: ownPolicy, rule: 'default_choice' }
    default:
      return { override: ownPolicy, rule: ownPolicy ? 'agent' : 'inherited' }
  }
}
