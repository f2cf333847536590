import type { MarkableReason } from '../policy/index.ts'
import type { Rotation } from '../rotation/index.ts'
import type { FallbackNotice, SessionEntry } from '../sessions/entry.ts'
import type { OverrideFields } from '../sessions/override.ts'
import type { WindowEffect, WindowEvent } from '../windows/index.ts'
import type { MemoryChange, RunMemory } from './memory.ts'
import type { NoticeTransition } from './notices.ts'
import type { CallOutcome } from './outcomes.ts'
import type { RunRecord } from './records.ts'

/** What the machine sees when it looks: the instant, and everything as it is then. */
export interface RunView {
  readonly nowMs: number
  /** null: there is no store, and nothing is known of any profile. */
  readonly rotation: Rotation | null
  readonly memory: RunMemory
  /** null: the run has no session. */
  readonly session: SessionEntry | null
}

/** One call of a provider. */
export interface ProviderCall {
  readonly provider: string
  readonly model: string
  /** null: the provider's own key, or whoever makes the call walks the profiles. */
  readonly profileId: string | null
  /** 1-based place of the candidate in the chain. */
  readonly attempt: number
  /** How often the same model and profile were called before in a row. */
  readonly repeat: number
  /** A profile in a window may be used. */
  readonly allowTransientCooldownProbe: boolean
  readonly isFinalFallbackAttempt: boolean
  readonly modelRoutingProvenance: {
    readonly requestedProvider: string
    readonly requestedModel: string
    readonly stage: 'initial' | 'fallback'
    /** Why the last candidate before failed; null: none did. */
    readonly fallbackReason: MarkableReason | null
  }
}

/** A wait before the next call. */
export interface Wait {
  readonly cause: 'retry' | 'overload_backoff'
  readonly lengthMs: number
  /** The length is multiplied with a number between these, drawn by whoever waits; equal: no chance in it. */
  readonly jitter: { readonly from: number; readonly to: number }
  /** Never shorter than this: the provider asked for it. */
  readonly floorMs: number
}

/** That a session ran out of models, until somebody or the time resumes it. */
export interface Suspension {
  readonly reason: 'manual' | 'quota_exhausted' | 'circuit_open'
  readonly failedProvider: string
  readonly failedModel: string
  readonly summary: string | null
  /** Epoch ms */
  readonly suspendedAtMs: number
  /** Epoch ms */
  readonly expectedResumeByMs: number
}

/** What the machine wants done. Each effect is answered with `ReplyTo` of it. */
export type RunEffect =
  | { readonly kind: 'observe' }
  | { readonly kind: 'call'; readonly call: ProviderCall }
  | { readonly kind: 'wait'; readonly wait: Wait }
  /** Apply an event to the records of a profile, in one transaction. */
  | {
      readonly kind: 'record_profile'
      readonly profileId: string
      readonly provider: string
      readonly event: WindowEvent
      readonly atMs: number
    }
  /** Write a fallback to the session, if its fields are still `before`. */
  | {
      readonly kind: 'persist_override'
      readonly sessionKey: string
      readonly before: OverrideFields
      readonly after: OverrideFields
    }
  /** Take back what was written, field by field, where it still stands. */
  | {
      readonly kind: 'roll_back_override'
      readonly sessionKey: string
      readonly before: OverrideFields
      readonly after: OverrideFields
    }
  /** End an automatic override whose origin answered, if it still stands. */
  | { readonly kind: 'clear_override'; readonly sessionKey: string; readonly before: OverrideFields }
  | { readonly kind: 'suspend_session'; readonly sessionId: string; readonly suspension: Suspension }
  /** Tell people once that the model changed, and store it. */
  | {
      readonly kind: 'notice'
      readonly sessionKey: string
      readonly transition: NoticeTransition
      readonly next: FallbackNotice | null
    }
  | { readonly kind: 'remember'; readonly change: MemoryChange }
  /** Keep a record; one that repeats another is counted and need not be shown. */
  | { readonly kind: 'emit'; readonly record: RunRecord; readonly isRepeat: boolean }

interface Replies {
  readonly observe: RunView
  readonly call: CallOutcome
  readonly wait: null
  readonly record_profile: WindowEffect
  /** `conflict`: somebody else changed the session; `failed`: it could not be written. */
  readonly persist_override: 'written' | 'conflict' | 'failed'
  readonly roll_back_override: null
  readonly clear_override: null
  readonly suspend_session: null
  readonly notice: null
  readonly remember: null
  readonly emit: null
}

export type ReplyTo<E extends RunEffect> = Replies[E['kind']]
export type RunReply = Replies[RunEffect['kind']]

/** A part of the machine that ends with a `T`. */
export type Step<T> = Generator<RunEffect, T, RunReply>

/** Asks for one effect. Whoever drives the machine answers each effect with its own reply. */
export function* perform<E extends RunEffect>(effect: E): Step<ReplyTo<E>> {
  return (yield effect) as ReplyTo<E>
}
