import type { Generation } from '../classification/generation.ts'
import { ORDER_RULES_BY_RELEASE, type OrderRules } from './order-rules.ts'
import { ROTATION_LIMITS, type RotationLimits } from './rotation-limits.ts'
import { asDocumented, RUN_RULES_BY_RELEASE, type RunRules } from './run-rules.ts'
import { LONG_LADDER_MS, WINDOW_RULES_BY_RELEASE } from './window-rules-by-release.ts'
import { DAY_MS, type WindowRules } from './window-rules.ts'

export const POLICY_IDS = ['docs-2026.4', 'docs-2026.7', 'openclaw-2026.7', 'openclaw-2026.9'] as const
export type PolicyId = (typeof POLICY_IDS)[number]

/** The numbers and switches of the failover rules. Plain data: it can be shown, compared and stored. */
export interface Policy {
  /** The preset it is, or was refined from. */
  readonly id: PolicyId
  /** `auth.cooldowns` refines it; later releases refuse those settings and use what is built in. */
  readonly takesCooldownSettings: boolean
  readonly order: OrderRules
  readonly windows: WindowRules
  /** Which classification rules apply. */
  readonly classification: Generation
  readonly rotations: RotationLimits
  /** How a run goes through its chain. */
  readonly run: RunRules
  /** `provider/model` that is used where the configuration names none. */
  readonly builtInModel: string
}

const EXECUTED_2026_7 = WINDOW_RULES_BY_RELEASE['2026.7.1']

/** Documented counters live until the failure window has passed, and no announcement ends a longer cooldown. */
const WINDOWS_DOCS_2026_7: WindowRules = {
  ...EXECUTED_2026_7,
  countersResetOnExpiry: false,
  inlineKeyReasons: WINDOW_RULES_BY_RELEASE['2026.9.6'].inlineKeyReasons,
  retryHintCapMs: DAY_MS,
  blocks: { ...EXECUTED_2026_7.blocks, capMs: 7 * DAY_MS, endsCooldown: 'when-covered' },
}

/** As the documents of 2026.4 and 2026.5 have it; which failures are recorded follows the releases of that time. */
const WINDOWS_DOCS_2026_4: WindowRules = {
  ...EXECUTED_2026_7,
  cooldownLadderMs: LONG_LADDER_MS,
  countersResetOnExpiry: false,
  runningWindowsMove: true,
  blocks: { ...EXECUTED_2026_7.blocks, endsCooldown: 'when-covered' },
  marking: {
    neverMarked: ['format', 'server_error', 'context_overflow', 'tls_certificate'],
    timeouts: 'never',
    notMarkedInTransientRuns: [],
  },
}

/** The four presets. Documented rules and executed behaviour differ, and directories of each kind are in use. */
export const POLICIES: Readonly<Record<PolicyId, Policy>> = {
  /** R24, R34, R36 */
  'docs-2026.4': {
    id: 'docs-2026.4',
    takesCooldownSettings: true,
    order: ORDER_RULES_BY_RELEASE['2026.5.20'],
    windows: WINDOWS_DOCS_2026_4,
    classification: { release: '2026.5.12', isCorrected: false },
    rotations: ROTATION_LIMITS,
    run: asDocumented(RUN_RULES_BY_RELEASE['2026.5.12']),
    builtInModel: 'openai/gpt-5.5',
  },
  /** R25, R32, R34, R36, R37; what our own engine runs by default */
  'docs-2026.7': {
    id: 'docs-2026.7',
    takesCooldownSettings: true,
    order: ORDER_RULES_BY_RELEASE['2026.7.1'],
    windows: WINDOWS_DOCS_2026_7,
    classification: { release: '2026.7.1', isCorrected: true },
    rotations: ROTATION_LIMITS,
    run: asDocumented(RUN_RULES_BY_RELEASE['2026.7.1']),
    builtInModel: 'openai/gpt-5.5',
  },
  'openclaw-2026.7': {
    id: 'openclaw-2026.7',
    takesCooldownSettings: true,
    order: ORDER_RULES_BY_RELEASE['2026.7.1'],
    windows: EXECUTED_2026_7,
    classification: { release: '2026.7.1', isCorrected: false },
    rotations: ROTATION_LIMITS,
    run: RUN_RULES_BY_RELEASE['2026.7.1'],
    builtInModel: 'openai/gpt-5.5',
  },
  'openclaw-2026.9': {
    id: 'openclaw-2026.9',
    takesCooldownSettings: false,
    order: ORDER_RULES_BY_RELEASE['2026.9.6'],
    windows: WINDOW_RULES_BY_RELEASE['2026.9.6'],
    classification: { release: '2026.9.6', isCorrected: false },
    rotations: ROTATION_LIMITS,
    run: RUN_RULES_BY_RELEASE['2026.9.6'],
    builtInModel: 'openai/gpt-6-astra',
  },
}

/**
 * The preset of the release that wrote a directory.
 *
 * @param version such as `2026.7.1-2`; null: unknown
 * @param era the on-disk format, which decides where the version is unknown
 */
export function policyForVersion(version: string | null, era: 'J' | 'S1' | 'S2'): PolicyId {
  const match = version === null ? null : /^(\d{4})\.(\d{1,2})(?:\.|$)/.exec(version)
  if (!match) return era === 'J' ? 'docs-2026.4' : era === 'S1' ? 'openclaw-2026.7' : 'openclaw-2026.9'
  const month = Number(match[1]) * 12 + Number(match[2])
  if (month < 2026 * 12 + 6) return 'docs-2026.4'
  return month < 2026 * 12 + 8 ? 'openclaw-2026.7' : 'openclaw-2026.9'
}
