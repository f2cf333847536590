import type { FailoverReason } from '../classification/failover-reason.ts'
import type { StopCode } from '../classification/types.ts'
import type { Chain, RequestedModel } from '../chain/types.ts'
import type { Policy } from '../policy/index.ts'
import type { Admission } from './admission.ts'
import type { CallFailure } from './outcomes.ts'

/** One request through a chain: everything that is settled before it starts. */
export interface RunRequest {
  readonly policy: Policy
  readonly chain: Chain
  /** The model as it was asked for, not normalised. */
  readonly requested: RequestedModel
  /** What probes of a provider are throttled by, such as the folder of the agent; null: the provider alone. */
  readonly scope: string | null
  readonly runId: string | null
  readonly sessionId: string | null
  /** Such as `agent:main:main`; null: there is no session to write to. */
  readonly sessionKey: string | null
  /** Such as `main` or `cron-nested`. */
  readonly lane: string | null
  /** The profile the user pinned (R20). */
  readonly userPin: string | null
  /** The profile the session prefers (R21). */
  readonly preferredProfileId: string | null
  /** How long a failed sign-in of a fallback is remembered, in ms; 0: not at all (R10). */
  readonly skipTtlMs: number
  /** Who walks the profiles of a candidate: the machine, or whoever makes its calls. */
  readonly profiles: 'machine' | 'caller'
  /** A fallback may be written to the session; never for a selection that is strict or the user's. */
  readonly mayPersist: boolean
  /** The run tries the origin of an automatic override (R06). */
  readonly probesOrigin: boolean
  /** The selected model as notices name it, `provider/model`; null: the first candidate. */
  readonly selectedModel: string | null
  readonly isGroupChat: boolean
}

/** What a failure means, and by which rule. */
export interface FailureVerdict {
  /** null: no rule recognises it. */
  readonly reason: FailoverReason | null
  /** Of the rule that matched; null: none did, or the failure brought its reason. */
  readonly ruleId: string | null
  /** Why it ends the chain whatever is left (R40); null: it does not. */
  readonly stops: StopCode | null
  /** How long to wait according to the provider, in ms. */
  readonly retryAfterMs: number | null
  /** How long the limit lasts, by its wording. */
  readonly limitSpan: 'short' | 'long' | 'unknown'
}

/** Classifies a failed call of a provider at an instant. */
export type Classify = (failure: CallFailure, provider: string, nowMs: number) => FailureVerdict

/** One candidate that did not answer, as summaries and records name it. */
export interface AttemptRecord {
  readonly provider: string
  readonly model: string
  /** As received; redacted where it is recorded. */
  readonly error: string
  readonly reason: FailoverReason
  readonly status?: number
  readonly code?: string
}

/** What became of one candidate, with the reasons. */
export interface CandidateStep {
  /** 1-based place in the chain. */
  readonly attempt: number
  readonly provider: string
  readonly model: string
  readonly outcome: 'skipped' | 'failed' | 'classified' | 'succeeded' | 'thrown' | 'live_switch_redirect'
  readonly reason: FailoverReason | null
  readonly status: number | null
  readonly code: string | null
  /** Of the rule that classified the failure. */
  readonly ruleId: string | null
  readonly admission: Admission
  /** The profiles that were called, in order; empty where the caller walks them. */
  readonly profiles: readonly ProfileStep[]
}

/** What became of one profile inside a candidate. */
export interface ProfileStep {
  /** null: the provider's own key. */
  readonly profileId: string | null
  /** Calls made, repeats included. */
  readonly calls: number
  /** `capped`: it failed, another profile was usable, and the policy allows no further rotation for the reason (R38). */
  readonly outcome: 'succeeded' | 'rotated' | 'failed' | 'capped' | 'empty' | 'interrupted'
  readonly reason: FailoverReason | null
  readonly status: number | null
  readonly ruleId: string | null
}

/** How a run failed. */
export interface RunError {
  readonly name: string
  readonly message: string
  /** It sums up several attempts, or one that was only skipped. */
  readonly isSummary: boolean
  readonly reason: FailoverReason | null
  readonly provider: string | null
  readonly model: string | null
  readonly status: number | null
  readonly code: string | null
  /** Summary: epoch ms at which the first candidate returns, as far as windows tell; null: none is in a window (R51). */
  readonly soonestExpiryMs: number | null
}

/** How a run ended, with everything that led there. */
export type RunResult = (
  | {
      readonly kind: 'completed'
      readonly provider: string
      readonly model: string
      readonly profileId: string | null
      readonly value: unknown
    }
  | {
      /** Every result was found wanting, and this one is the best of them. */
      readonly kind: 'exhausted'
      readonly provider: string
      readonly model: string
      readonly profileId: string | null
      readonly value: unknown
    }
  | { readonly kind: 'failed'; readonly error: RunError }
) & {
  /** Candidates that did not answer, skips included. */
  readonly attempts: readonly AttemptRecord[]
  readonly steps: readonly CandidateStep[]
}
