import type { IncomingHttpHeaders } from 'node:http'

/** Why a request is turned away: the HTTP status and one sentence for whoever reads the response. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 421
  readonly reason: string
}

/**
 * The checks that every request passes before anything else looks at it. Another site's page, which the user's browser
 * runs on this very machine, can send requests to a local port: its name resolved to 127.0.0.1 shows in Host, and its
 * origin shows in Origin and Sec-Fetch-Site. None of the three can be set by a page.
 */
export function refuseForeignRequest(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  const { host, origin } = headers
  if (host === undefined) return { status: 400, reason: 'A Host header is required.' }
  if (!isOwnHost(host, port)) return { status: 421, reason: 'This server does not answer for that host.' }
  if (origin !== undefined && origin !== `http://${host}`) {
    return { status: 403, reason: 'Requests from other origins are refused.' }
  }
  if (!isOwnFetchSite(headers)) return { status: 403, reason: 'Requests from other sites are refused.' }
  return undefined
}

/** On top of that, an upgrade must say where it comes from; every browser does. */
export function refuseForeignUpgrade(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  const refusal = refuseForeignRequest(headers, port)
  if (refusal !== undefined) return refusal
  if (headers.origin === undefined) return { status: 403, reason: 'An Origin header is required.' }
  return undefined
}

/** Exactly the names under which the page may be opened; an allow-list, since anything may resolve to 127.0.0.1. */
function isOwnHost(host: string, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/**
 * Programs send no Sec-Fetch-Site; browsers always do. A link on another page or in a file may open the console, which
 * grants nothing without the key; it may not embed it or fetch from it.
 */
function isOwnFetchSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}
