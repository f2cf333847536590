import { SECOND_MS } from './window-rules.ts'

/** How long a provider client may sleep on a retry hint where the environment sets nothing, in ms (R31). */
const DEFAULT_RETRY_WAIT_MS = 60 * SECOND_MS

const OFF = new Set(['0', 'false', 'off', 'none', 'disabled'])
const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/
const RETRYABLE = new Set([408, 409, 429])

/**
 * The longest wait that a provider client sleeps through, from `OPENCLAW_SDK_RETRY_MAX_WAIT_SECONDS` (R31): plain
 * decimal seconds above zero; `0`, `false`, `off`, `none` and `disabled` lift the cap; anything else counts as unset.
 *
 * @returns ms; null: no cap
 */
export function retryWaitCap(setting: string | undefined): number | null {
  const written = setting?.trim().toLowerCase() ?? ''
  if (OFF.has(written)) return null
  const seconds = PLAIN_DECIMAL.test(written) ? Number(written) : 0
  return seconds > 0 && Number.isFinite(seconds) ? seconds * SECOND_MS : DEFAULT_RETRY_WAIT_MS
}

/**
 * Whether a failed response surfaces at once instead of being retried by the provider client (R31): its hint is longer
 * than the cap, or it is a 429 without a usable hint. Responses that no client retries are left to the client.
 *
 * @param waitMs the longest usable retry hint; null: none
 * @param capMs from `retryWaitCap`
 */
export function surfacesAtOnce(status: number, waitMs: number | null, capMs: number | null): boolean {
  if (capMs === null || !(RETRYABLE.has(status) || status >= 500)) return false
  return waitMs === null ? status === 429 : waitMs > capMs
}
