export interface PolicyOptions {
  /** Fresh for each page load; lets through the style elements that the interface library adds at run time. */
  readonly nonce: string
  /** What the page may connect to besides its own origin. */
  readonly connectSources: readonly string[]
}

/**
 * Nothing is allowed but what the console uses: its own scripts and styles, images it draws itself, and the connection
 * to its host. Trusted Types close the remaining way from a string to a script.
 */
export function contentSecurityPolicy({ nonce, connectSources }: PolicyOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
