/** The console's own scheme and host. Pages of any other origin are never loaded, nor spoken to. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'console'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`
export const APP_URL = `${APP_ORIGIN}/`

/** Compared by parts: Node's URL gives custom schemes the origin "null". */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST
}
