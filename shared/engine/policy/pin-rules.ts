/** How a session's pin of an auth profile is kept, replaced and dropped, where releases differ (R19–R21). */
export interface PinRules {
  /** A user's pin survives a window on its profile and a new session; otherwise both turn it into an automatic one. */
  readonly keepsUserPin: boolean
  /** A user's pin stays when its profile is not stored any more, so that the sign-in can report it. */
  readonly keepsMissingUserPin: boolean
  /** A user's pin outlives a window on its profile although a new session replaces it (R20 as documented). */
  readonly keepsUserPinInWindow: boolean
  /** While every profile is in a window that covers all models, an automatic pin is dropped and nothing is chosen. */
  readonly dropsWhenAllInWindow: boolean
  /** A finished compaction moves an automatic pin on. */
  readonly movesOnCompaction: boolean
  /** An automatic pin goes back to an earlier profile of an explicit order once that is free of its rate limit. */
  readonly returnsToRecovered: boolean
}

const PINS_2026_5_20: PinRules = {
  keepsUserPin: false,
  keepsMissingUserPin: false,
  keepsUserPinInWindow: false,
  dropsWhenAllInWindow: false,
  movesOnCompaction: true,
  returnsToRecovered: false,
}

const PINS_2026_9_1: PinRules = {
  ...PINS_2026_5_20,
  keepsUserPin: true,
  keepsUserPinInWindow: true,
  dropsWhenAllInWindow: true,
}

/** The pin rules of each release whose behaviour was recorded, oldest first. */
export const PIN_RULES_BY_RELEASE = {
  '2026.5.20': PINS_2026_5_20,
  '2026.7.1': PINS_2026_5_20,
  '2026.9.1': PINS_2026_9_1,
  '2026.9.6': { ...PINS_2026_9_1, keepsMissingUserPin: true, movesOnCompaction: false, returnsToRecovered: true },
} as const satisfies Record<string, PinRules>
