import { PIN_RULES_BY_RELEASE, type PinRules } from './pin-rules.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, type MarkableReason } from './window-rules.ts'

/** The rules of a run through a chain that differ between releases, as data. Times in ms. */
export interface RunRules {
  readonly selection: SelectionRules
  readonly pins: PinRules
  readonly admission: AdmissionRules
  readonly skipCache: SkipCacheRules | null
  readonly profiles: ProfileRules
  readonly retries: RetryRules
  readonly errors: ErrorRules
  readonly exhaustion: ExhaustionRules
  readonly persistence: PersistenceRules
  readonly records: RecordRules
}

/** Which fallbacks a run may use, by where its model was selected (R04–R09). */
export interface SelectionRules {
  /** A session may lock its model, which makes it strict. */
  readonly canLock: boolean
  /** An override without a source, but with an origin, is an automatic one. */
  readonly originMeansAuto: boolean
  /** A spawned session uses the fallbacks of `subagents.model`. */
  readonly usesSubagentModel: boolean
  /** Where the models stand that may be selected at all: the names under `models`, or `modelPolicy.allow`. */
  readonly allowList: 'named_models' | 'model_policy'
  /** Choosing "Default" is written down as a choice. */
  readonly marksDefault: boolean
}

/** Whether a candidate whose profiles are all in a window is tried all the same (R44). */
export interface AdmissionRules {
  /** Shortest time between two probes of one provider. */
  readonly probeIntervalMs: number
  /** The primary may be probed this long before its window ends; the boundary counts. */
  readonly probeMarginMs: number
  readonly probeMemoryMs: number
  /** A probe that never reached the provider does not count, so that the next run may probe at once. */
  readonly returnsUnusedProbes: boolean
  readonly probeMemorySize: number
  /** A rate-limited primary is probed at any time, unless the provider announced its reset. */
  readonly probesRateLimitAnytime: boolean
  /** What a primary without any fallback is probed for. */
  readonly soleCandidateProbes: 'billing_only' | 'any_reason'
  /** Failures of a probe that leave the provider's one probe of this run to a sibling. */
  readonly probeKeepers: readonly MarkableReason[]
  /** A failed certificate takes the whole provider out of the run. */
  readonly certificateExcludesProvider: boolean
  /** `code` of the attempt that stands for a skip. */
  readonly skipCode: string | null
  /** What a skip for windows adds to its text. */
  readonly skipNote: string | null
  /** A session is suspended although candidates are left. */
  readonly suspendsEarly: boolean
}

/** The opt-in memory of candidates that failed to sign in (R10). */
export interface SkipCacheRules {
  readonly minMs: number
  readonly maxMs: number
  /** The time to live must be all digits; otherwise its leading digits count. */
  readonly isStrictlyParsed: boolean
  /** An entry holds for one profile; otherwise for the model. */
  readonly perProfile: boolean
}

/** How the profiles of a candidate are walked (R20); how often it may rotate is in `rotations` of the policy. */
export interface ProfileRules {
  /** A user's pin is the only profile, window or not; otherwise it is the first of all. */
  readonly userPinIsOnly: boolean
}

/** Calls of the same model and profile again, before anything rotates. */
export interface RetryRules {
  /** Whom the budgets belong to: each profile, or all profiles of the candidate together. */
  readonly budget: 'profile' | 'candidate'
  readonly rateLimit: number
  /** Overload, server errors, and timeouts of the provider. */
  readonly outage: number
  /** No retry for an outage that lasts longer; null: no limit. */
  readonly outageWindowMs: number | null
  readonly baseMs: number
  readonly capMs: number
  /** Each wait is this much shorter or longer, at random. */
  readonly jitter: { readonly from: number; readonly to: number }
  /** A hint of the provider above this is not waited for where a fallback exists. */
  readonly maxHintMs: number
  /** An empty answer is asked for again this often. */
  readonly emptyAnswer: number
}

/** Which errors leave the chain (R39, R40, R47). */
export interface ErrorRules {
  /** A switch to a model outside the chain is handed to the caller; otherwise it is a failure of the candidate. */
  readonly handsBackForeignSwitch: boolean
  /** A switch to another agent runtime is handed to the caller. */
  readonly handsBackRuntimeSwitch: boolean
  /** A context overflow leaves as a classified error; otherwise as it came. */
  readonly classifiesOverflow: boolean
  /** An abort that no rule recognises leaves the chain. */
  readonly stopsAtUnknownAbort: boolean
  /** The reason that ended a chain early is recorded. */
  readonly recordsStops: boolean
}

export interface ExhaustionRules {
  readonly errorName: string
  /** The summary names the last attempt's reason and status. */
  readonly carriesLastAttempt: boolean
  /** The best result that was returned and found wanting is given back. */
  readonly preservesResults: boolean
  /** The summary tells how to sign in again. */
  readonly tellsLogin: boolean
}

/** What a fallback leaves in the session (R06, R11). */
export interface PersistenceRules {
  /** The fallback is written to the session before it is tried and stays for later turns; otherwise it is for this turn. */
  readonly override: 'session' | 'turn'
  /** An automatic override goes back to its origin for a try this often; null: it stays. */
  readonly originProbeMs: number | null
  readonly originProbeMemorySize: number
  /** Notices are stored but not shown in group chats. */
  readonly hidesNoticesInGroups: boolean
  /** Notices are shown at all without being asked for. */
  readonly showsNotices: boolean
}

/** Which fields the records of a release have. */
export interface RecordRules {
  /** Where a candidate came from. */
  readonly routes: boolean
  /** A success names the next candidate that was not needed. */
  readonly nextOnSuccess: boolean
  /** Records of a run inside one candidate count retries, rotations and attempts, and success has a record. */
  readonly innerCounts: boolean
  /** Equal failures of sign-in within this time are counted instead of repeated. */
  readonly coalesceMs: number
  readonly coalesceMemoryMs: number
  readonly coalesceMemorySize: number
}

const RUN_2026_5_12: RunRules = {
  selection: {
    canLock: false,
    originMeansAuto: false,
    usesSubagentModel: false,
    marksDefault: false,
    allowList: 'named_models',
  },
  pins: PIN_RULES_BY_RELEASE['2026.5.20'],
  admission: {
    probeIntervalMs: 30 * SECOND_MS,
    probeMarginMs: 2 * MINUTE_MS,
    probeMemoryMs: DAY_MS,
    returnsUnusedProbes: false,
    probeMemorySize: 256,
    probesRateLimitAnytime: false,
    soleCandidateProbes: 'billing_only',
    probeKeepers: ['model_not_found', 'format', 'auth', 'auth_permanent', 'session_expired'],
    certificateExcludesProvider: false,
    skipCode: null,
    skipNote: 'suspending lanes',
    suspendsEarly: true,
  },
  skipCache: null,
  profiles: { userPinIsOnly: true },
  retries: {
    budget: 'profile',
    rateLimit: 3,
    outage: 11,
    outageWindowMs: null,
    baseMs: SECOND_MS / 2,
    capMs: 8 * SECOND_MS,
    jitter: { from: 0.75, to: 1 },
    maxHintMs: MINUTE_MS,
    emptyAnswer: 1,
  },
  errors: {
    handsBackForeignSwitch: false,
    handsBackRuntimeSwitch: false,
    classifiesOverflow: false,
    stopsAtUnknownAbort: true,
    recordsStops: false,
  },
  exhaustion: {
    errorName: 'FallbackSummaryError',
    carriesLastAttempt: false,
    preservesResults: false,
    tellsLogin: false,
  },
  persistence: {
    override: 'session',
    originProbeMs: null,
    originProbeMemorySize: 4096,
    hidesNoticesInGroups: false,
    showsNotices: false,
  },
  records: {
    routes: false,
    nextOnSuccess: false,
    innerCounts: false,
    coalesceMs: 30 * SECOND_MS,
    coalesceMemoryMs: MINUTE_MS,
    coalesceMemorySize: 100,
  },
}

const RUN_2026_7_1: RunRules = {
  ...RUN_2026_5_12,
  selection: {
    canLock: false,
    originMeansAuto: true,
    usesSubagentModel: true,
    marksDefault: false,
    allowList: 'named_models',
  },
  pins: PIN_RULES_BY_RELEASE['2026.7.1'],
  admission: {
    ...RUN_2026_5_12.admission,
    probesRateLimitAnytime: true,
    soleCandidateProbes: 'any_reason',
    suspendsEarly: false,
  },
  skipCache: { minMs: SECOND_MS, maxMs: 10 * MINUTE_MS, isStrictlyParsed: false, perProfile: false },
  retries: { ...RUN_2026_5_12.retries, rateLimit: 0, outage: 2 },
  errors: {
    ...RUN_2026_5_12.errors,
    handsBackRuntimeSwitch: true,
    classifiesOverflow: true,
    stopsAtUnknownAbort: false,
  },
  exhaustion: { ...RUN_2026_5_12.exhaustion, preservesResults: true },
  persistence: { ...RUN_2026_5_12.persistence, originProbeMs: 5 * MINUTE_MS, showsNotices: true },
}

const RUN_2026_9_6: RunRules = {
  ...RUN_2026_7_1,
  selection: {
    canLock: true,
    originMeansAuto: true,
    usesSubagentModel: true,
    marksDefault: true,
    allowList: 'model_policy',
  },
  pins: PIN_RULES_BY_RELEASE['2026.9.6'],
  admission: {
    ...RUN_2026_7_1.admission,
    probeKeepers: [...RUN_2026_7_1.admission.probeKeepers, 'tls_certificate'],
    certificateExcludesProvider: true,
    skipCode: 'MODEL_FALLBACK_SKIPPED',
    skipNote: null,
  },
  skipCache: { minMs: SECOND_MS, maxMs: 10 * MINUTE_MS, isStrictlyParsed: true, perProfile: true },
  profiles: { userPinIsOnly: false },
  retries: {
    budget: 'candidate',
    rateLimit: 9,
    outage: 8,
    outageWindowMs: 90 * SECOND_MS,
    baseMs: SECOND_MS,
    capMs: 30 * SECOND_MS,
    jitter: { from: 0.5, to: 1.5 },
    maxHintMs: MINUTE_MS,
    emptyAnswer: 1,
  },
  errors: { ...RUN_2026_7_1.errors, handsBackForeignSwitch: true, recordsStops: true },
  exhaustion: { errorName: 'FailoverError', carriesLastAttempt: true, preservesResults: true, tellsLogin: true },
  persistence: { ...RUN_2026_7_1.persistence, override: 'turn', hidesNoticesInGroups: true },
  records: { ...RUN_2026_7_1.records, routes: true, nextOnSuccess: true, innerCounts: true },
}

/** The rules of each release whose runs were recorded, oldest first. */
export const RUN_RULES_BY_RELEASE = {
  '2026.5.12': RUN_2026_5_12,
  '2026.7.1': RUN_2026_7_1,
  '2026.9.6': RUN_2026_9_6,
} as const satisfies Record<string, RunRules>

export type RunRelease = keyof typeof RUN_RULES_BY_RELEASE

/**
 * The documented rules where a release departs from its own document, or was corrected later: a user's pin is not
 * rotated away because its profile is in a window (R20), and a probe that came to nothing does not use up its throttle.
 */
export function asDocumented(rules: RunRules): RunRules {
  return {
    ...rules,
    pins: { ...rules.pins, keepsUserPinInWindow: true },
    admission: { ...rules.admission, returnsUnusedProbes: true },
  }
}
