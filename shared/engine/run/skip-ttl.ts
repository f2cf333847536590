import type { SkipCacheRules } from '../policy/run-rules.ts'

/**
 * How long a fallback that failed to sign in is passed over, from `OPENCLAW_FALLBACK_SKIP_TTL_MS` (R10).
 *
 * @returns ms between the limits of the rules; 0: not at all
 */
export function skipTtl(setting: string | undefined, rules: SkipCacheRules | null): number {
  const written = setting?.trim() ?? ''
  const digits = (rules?.isStrictlyParsed ? /^\d+$/ : /^\d+/).exec(written)?.[0]
  const ttlMs = digits === undefined ? 0 : Number(digits)
  if (rules === null || ttlMs === 0) return 0
  return Math.min(rules.maxMs, Math.max(rules.minMs, ttlMs))
}
