import type { CooldownSettings } from '../config/types.ts'
import { normalizeProvider } from '../rotation/provider-id.ts'
import type { Policy } from './presets.ts'
import type { RotationLimits } from './rotation-limits.ts'
import { HOUR_MS, MINUTE_MS, type DoublingLane } from './window-rules.ts'

/** No first window is shorter, in ms. */
const SHORTEST_BASE_MS = MINUTE_MS

/** What became of one setting of `auth.cooldowns` that is not used as written. */
export interface SettingNote {
  readonly setting: keyof CooldownSettings
  /** The key of a per-provider setting, as written. */
  readonly provider: string | null
  readonly code: /** the policy takes no settings: what is built in applies */
    | 'not_supported'
    /** no number above zero: the default applies */
    | 'not_positive'
    /** no whole number from zero: the default applies */
    | 'not_a_whole_number'
    /** below a minute: a minute applies */
    | 'raised_to_minute'
    /** a cap below the first window: the first window applies */
    | 'cap_raised_to_base'
    /** another key means the same provider and stands before it */
    | 'repeated_provider'
  readonly written: number
  /** What applies instead: ms, or a count of rotations; null where nothing is put in its place. */
  readonly used: number | null
}

export interface RefinedPolicy {
  readonly policy: Policy
  readonly notes: readonly SettingNote[]
}

/**
 * A policy with the settings of `auth.cooldowns` in place of its defaults (R34, R36, R37, R38). Values are validated and
 * clamped as documented; each that is not used as written is named. Without settings the policy itself is returned.
 *
 * @param settings hours, minutes, ms and counts as in the file
 */
export function refinePolicy(policy: Policy, settings: CooldownSettings): RefinedPolicy {
  const notes: SettingNote[] = []
  if (Object.keys(settings).length === 0) return { policy, notes }
  if (!policy.takesCooldownSettings) return { policy, notes: unsupported(settings) }
  const read = reader(settings, notes)
  const { windows, rotations } = policy
  const billing = lane(read, windows.billing, 'billingBackoffHours', 'billingMaxHours', HOUR_MS)
  const authPermanent =
    windows.authPermanent &&
    lane(read, windows.authPermanent, 'authPermanentBackoffMinutes', 'authPermanentMaxMinutes', MINUTE_MS)
  return {
    policy: {
      ...policy,
      windows: {
        ...windows,
        billing,
        authPermanent,
        billingBaseMsByProvider: { ...windows.billingBaseMsByProvider, ...basesByProvider(policy, settings, notes) },
        failureWindowMs: read.length('failureWindowHours', HOUR_MS) ?? windows.failureWindowMs,
      },
      rotations: {
        overloadedProfileRotations: read.count('overloadedProfileRotations', rotations),
        overloadedBackoffMs: read.count('overloadedBackoffMs', rotations),
        rateLimitedProfileRotations: read.count('rateLimitedProfileRotations', rotations),
      },
    },
    notes,
  }
}

type LengthSetting =
  | 'billingBackoffHours'
  | 'billingMaxHours'
  | 'authPermanentBackoffMinutes'
  | 'authPermanentMaxMinutes'
  | 'failureWindowHours'

interface SettingReader {
  /** In ms; null: the default applies. */
  length(setting: LengthSetting, unitMs: number): number | null
  count(setting: keyof RotationLimits, defaults: RotationLimits): number
  note(setting: LengthSetting, code: SettingNote['code'], used: number): void
}

function reader(settings: CooldownSettings, notes: SettingNote[]): SettingReader {
  const note = (setting: keyof CooldownSettings, code: SettingNote['code'], written: number, used: number | null) => {
    notes.push({ setting, provider: null, code, written, used })
  }
  return {
    length(setting, unitMs) {
      const written = settings[setting]
      if (written === undefined) return null
      if (isPositive(written * unitMs)) return written * unitMs
      note(setting, 'not_positive', written, null)
      return null
    },
    count(setting, defaults) {
      const written = settings[setting]
      if (written === undefined) return defaults[setting]
      if (Number.isInteger(written) && written >= 0) return written
      note(setting, 'not_a_whole_number', written, defaults[setting])
      return defaults[setting]
    },
    note: (setting, code, used) => note(setting, code, settings[setting] ?? used, used),
  }
}

/** A base below a minute counts as a minute, a cap below the base as the base. */
function lane(
  read: SettingReader,
  defaults: DoublingLane,
  baseSetting: LengthSetting,
  capSetting: LengthSetting,
  unitMs: number,
): DoublingLane {
  const base = read.length(baseSetting, unitMs)
  const cap = read.length(capSetting, unitMs)
  const baseMs = Math.max(SHORTEST_BASE_MS, base ?? defaults.baseMs)
  const capMs = Math.max(baseMs, cap ?? defaults.capMs)
  if (base !== null && base < baseMs) read.note(baseSetting, 'raised_to_minute', baseMs)
  if (cap !== null && cap < capMs) read.note(capSetting, 'cap_raised_to_base', capMs)
  return { baseMs, capMs }
}

/** The first key of a provider counts, whatever its spelling. */
function basesByProvider(policy: Policy, settings: CooldownSettings, notes: SettingNote[]): Record<string, number> {
  const setting = 'billingBackoffHoursByProvider'
  const bases = new Map<string, number>()
  for (const [written, hours] of Object.entries(settings[setting] ?? {})) {
    const provider = normalizeProvider(written, policy.order)
    const baseMs = Math.max(SHORTEST_BASE_MS, hours * HOUR_MS)
    const note = (code: SettingNote['code'], used: number | null): void => {
      notes.push({ setting, provider: written, code, written: hours, used })
    }
    if (bases.has(provider)) note('repeated_provider', bases.get(provider) ?? null)
    else if (!isPositive(hours * HOUR_MS)) note('not_positive', null)
    else {
      bases.set(provider, baseMs)
      if (baseMs > hours * HOUR_MS) note('raised_to_minute', baseMs)
    }
  }
  return Object.fromEntries(bases)
}

function unsupported(settings: CooldownSettings): SettingNote[] {
  const notes: SettingNote[] = []
  for (const setting of Object.keys(settings) as (keyof CooldownSettings)[]) {
    const value = settings[setting]
    const values = typeof value === 'number' ? [[null, value] as const] : Object.entries(value ?? {})
    for (const [provider, written] of values)
      notes.push({ setting, provider, code: 'not_supported', written, used: null })
  }
  return notes
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0
}
