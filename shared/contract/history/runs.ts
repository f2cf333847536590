import type { Decision } from './filter.ts'

export type RunOutcome =
  /** the requested model answered */
  | 'answered'
  /** another model of the chain answered */
  | 'fell_back'
  /** no candidate answered */
  | 'exhausted'
  /** ended before the chain did */
  | 'stopped'
  /** the log does not tell */
  | 'unknown'

/** One run: what was asked, every candidate with what was done about it, and how it ended. */
export interface RunDetail {
  readonly runKey: string
  readonly agentId: string | null
  readonly sessionId: string | null
  readonly lane: string | null
  /** The run or job that started it, where the log tells (LG-20). */
  readonly parent: string | null
  readonly startedMs: number
  readonly endedMs: number
  readonly requestedProvider: string
  readonly requestedModel: string
  readonly outcome: RunOutcome
  readonly answeredProvider: string | null
  readonly answeredModel: string | null
  /** Put together from other records because there was no decision record (LG-05). */
  readonly isInferred: boolean
  readonly candidates: readonly RunCandidate[]
  /** Why the chain stopped early. */
  readonly stopReason: string | null
  /** Files and lines the records come from. */
  readonly evidence: readonly Evidence[]
}

export interface RunCandidate {
  readonly provider: string
  readonly model: string
  readonly attempt: number
  readonly total: number
  readonly decision: Decision
  readonly atMs: number
  readonly reason: string | null
  readonly status: number | null
  readonly code: string | null
  readonly errorPreview: string | null
  readonly suppressed: number
  readonly profileCount: number | null
  readonly isProbe: boolean
  /** Of its provider's accounts, where it was skipped: what was known then, the one that ends first in front. */
  readonly locks: readonly CandidateLock[]
  /** What was tried inside it. */
  readonly attempts: readonly RunAttempt[]
}

/** The longest lock of an account that was running when a candidate was skipped. */
export interface CandidateLock {
  readonly profileId: string
  readonly kind: WindowEvent['kind']
  readonly reason: string | null
  readonly untilMs: number
}

/** One call inside a candidate. */
export interface RunAttempt {
  readonly atMs: number
  readonly profileId: string | null
  readonly stage: string | null
  /** What was done next: another profile, another model, giving up. */
  readonly decision: string
  readonly reason: string | null
  /** The reason that was recorded for the profile; null: nothing was. */
  readonly profileReason: string | null
  readonly status: number | null
  readonly errorPreview: string | null
  /** Id of the engine's rule that classifies this text today. */
  readonly ruleId: string | null
  readonly timedOut: boolean
  /** What it did to the profile. */
  readonly windows: readonly WindowEvent[]
}

/** A window that a run opened or kept. */
export interface WindowEvent {
  readonly atMs: number
  readonly profileId: string
  readonly provider: string
  readonly kind: 'cooldown' | 'disabled' | 'blocked'
  readonly reason: string | null
  readonly untilMs: number | null
  /** It was running already and stayed as it was. */
  readonly isKept: boolean
  readonly failures: number | null
}

export interface Evidence {
  readonly source: string
  /** 1-based; null: not from a text. */
  readonly line: number | null
}
