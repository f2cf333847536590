import { ORDER_RULES_BY_RELEASE, type OrderRules } from './order-rules.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type WindowRules } from './window-rules.ts'

export const POLICY_IDS = ['docs-2026.4', 'docs-2026.7', 'openclaw-2026.7', 'openclaw-2026.9'] as const
export type PolicyId = (typeof POLICY_IDS)[number]

/** The numbers and switches of the failover rules. Plain data: it can be shown, compared and stored. */
export interface Policy {
  readonly id: PolicyId
  readonly order: OrderRules
  readonly windows: WindowRules
  /** `provider/model` that is used where the configuration names none. */
  readonly builtInModel: string
}

const LONG_LADDER_MS = [MINUTE_MS, 5 * MINUTE_MS, 25 * MINUTE_MS, HOUR_MS]
const SHORT_LADDER_MS = [30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS]

const WINDOWS_DOCS_2026_7: WindowRules = {
  cooldownLadderMs: SHORT_LADDER_MS,
  rateLimitDoubling: null,
  billing: { baseMs: 5 * HOUR_MS, capMs: 24 * HOUR_MS },
  billingBaseMsByProvider: {},
  authPermanent: { baseMs: 10 * MINUTE_MS, capMs: HOUR_MS },
  failureWindowMs: 24 * HOUR_MS,
  countersResetOnExpiry: false,
  exemptProviders: ['openrouter', 'kilocode'],
}

/** The four presets. Documented rules and executed behaviour differ, and directories of each kind are in use. */
export const POLICIES: Readonly<Record<PolicyId, Policy>> = {
  /** R24, R34, R36 */
  'docs-2026.4': {
    id: 'docs-2026.4',
    order: ORDER_RULES_BY_RELEASE['2026.5.20'],
    windows: { ...WINDOWS_DOCS_2026_7, cooldownLadderMs: LONG_LADDER_MS },
    builtInModel: 'openai/gpt-5.5',
  },
  /** R25, R32, R34, R36, R37; what our own engine runs by default */
  'docs-2026.7': {
    id: 'docs-2026.7',
    order: ORDER_RULES_BY_RELEASE['2026.7.1'],
    windows: WINDOWS_DOCS_2026_7,
    builtInModel: 'openai/gpt-5.5',
  },
  'openclaw-2026.7': {
    id: 'openclaw-2026.7',
    order: ORDER_RULES_BY_RELEASE['2026.7.1'],
    windows: { ...WINDOWS_DOCS_2026_7, countersResetOnExpiry: true },
    builtInModel: 'openai/gpt-5.5',
  },
  'openclaw-2026.9': {
    id: 'openclaw-2026.9',
    order: ORDER_RULES_BY_RELEASE['2026.9.6'],
    windows: {
      ...WINDOWS_DOCS_2026_7,
      rateLimitDoubling: { baseMs: 30 * SECOND_MS, capMs: 24 * HOUR_MS },
      billing: { baseMs: 10 * MINUTE_MS, capMs: 24 * HOUR_MS },
      countersResetOnExpiry: true,
    },
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
