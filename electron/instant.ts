const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * An instant on the command line, in epoch ms: an ISO time with a zone, or epoch milliseconds. Undefined: it is neither. A time
 * without a zone is refused, because it would mean another instant on another machine.
 */
export function parseInstant(text: string): number | undefined {
  if (/^\d{12,14}$/.test(text)) return Number(text)
  const instantMs = ISO_WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instantMs) ? undefined : instantMs
}
