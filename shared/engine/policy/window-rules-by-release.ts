import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type WindowRules } from './window-rules.ts'

export const LONG_LADDER_MS = [MINUTE_MS, 5 * MINUTE_MS, 25 * MINUTE_MS, HOUR_MS]
const SHORT_LADDER_MS = [30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS]

/** The longest period a subscription is known to be metered by; an announcement beyond it is taken for a mistake. */
const LONGEST_ANNOUNCEMENT_MS = 31 * DAY_MS

const WINDOWS_2026_7_1: WindowRules = {
  cooldownLadderMs: SHORT_LADDER_MS,
  rateLimitDoubling: null,
  billing: { baseMs: 5 * HOUR_MS, capMs: DAY_MS },
  billingBaseMsByProvider: {},
  authPermanent: { baseMs: 10 * MINUTE_MS, capMs: HOUR_MS },
  disablingReasons: ['billing', 'auth_permanent'],
  failureWindowMs: DAY_MS,
  countersResetOnExpiry: true,
  lastingCounts: [],
  runningWindowsMove: false,
  recordsCooldownReason: true,
  clears: 'everything',
  exemptProviders: ['openrouter', 'kilocode'],
  inlineKeyReasons: [],
  probeOnlyReasons: ['no_error_details'],
  recordsInheritedUse: true,
  retryHintCapMs: null,
  blocks: { capMs: LONGEST_ANNOUNCEMENT_MS, endsCooldown: 'always', absorbsRateLimits: false },
  usageProbe: {
    reasons: ['rate_limit', 'empty_response', 'no_error_details', 'unclassified', 'unknown'],
    lengthsMs: {
      available: 15 * SECOND_MS,
      token_expired: 12 * HOUR_MS,
      account_dead: DAY_MS,
      http_error: 5 * MINUTE_MS,
      failed: 30 * SECOND_MS,
    },
    keepsRateLimitLength: false,
    namesRefusals: false,
    availableEndsBlock: false,
    recordsProbeTime: false,
    reprobeAfterMs: null,
  },
  marking: {
    neverMarked: ['format', 'server_error', 'empty_response', 'context_overflow', 'tls_certificate'],
    timeouts: 'when-provider-started',
    notMarkedInTransientRuns: ['overloaded'],
  },
  unexplainedReason: 'unknown',
}

const WINDOWS_2026_9_6: WindowRules = {
  ...WINDOWS_2026_7_1,
  rateLimitDoubling: { baseMs: 30 * SECOND_MS, capMs: DAY_MS },
  billing: { baseMs: 10 * MINUTE_MS, capMs: DAY_MS },
  lastingCounts: ['rate_limit'],
  inlineKeyReasons: ['auth', 'auth_permanent', 'billing'],
  recordsInheritedUse: false,
  blocks: { ...WINDOWS_2026_7_1.blocks, absorbsRateLimits: true },
  usageProbe: {
    ...WINDOWS_2026_7_1.usageProbe,
    keepsRateLimitLength: true,
    namesRefusals: true,
    availableEndsBlock: true,
    recordsProbeTime: true,
    reprobeAfterMs: 5 * MINUTE_MS,
  },
  marking: { ...WINDOWS_2026_7_1.marking, neverMarked: ['overloaded', ...WINDOWS_2026_7_1.marking.neverMarked] },
}

const WINDOWS_2026_3_13: WindowRules = {
  ...WINDOWS_2026_7_1,
  cooldownLadderMs: LONG_LADDER_MS,
  authPermanent: null,
  recordsCooldownReason: false,
  marking: {
    neverMarked: ['server_error', 'context_overflow', 'tls_certificate'],
    timeouts: 'never',
    notMarkedInTransientRuns: [],
  },
}

const WINDOWS_2026_1_30: WindowRules = {
  ...WINDOWS_2026_3_13,
  disablingReasons: ['billing'],
  countersResetOnExpiry: false,
  runningWindowsMove: true,
  clears: 'cooldown-and-error-count',
  exemptProviders: [],
  unexplainedReason: 'rate_limit',
}

/**
 * The rules of each release whose windows were recorded, oldest first. The two oldest wrote no reason and no model beside
 * a cooldown and shared or lacked the lane of permanent auth failures; no preset does that any more.
 */
export const WINDOW_RULES_BY_RELEASE = {
  '2026.1.30': WINDOWS_2026_1_30,
  '2026.3.13': WINDOWS_2026_3_13,
  '2026.7.1': WINDOWS_2026_7_1,
  '2026.9.6': WINDOWS_2026_9_6,
} as const satisfies Record<string, WindowRules>

export type WindowRelease = keyof typeof WINDOW_RULES_BY_RELEASE
