/** A secret that nobody can mistake for a real one, and long enough for its last four characters to be shown. */
export function fakeSecret(prefix: string, tail: string): string {
  return `${prefix}EXAMPLE-NOT-A-REAL-SECRET-${tail}`
}

/** What stands in place of an OAuth secret after OpenClaw failed to refresh it for good. */
export function failedRefreshMarker(field: 'access' | 'refresh'): string {
  return `openclaw-oauth-refresh-fence:v1:${'e'.repeat(32)}:failed:${field}:${'0'.repeat(64)}`
}
