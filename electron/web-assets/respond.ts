import { readFile } from 'node:fs/promises'

import { contentSecurityPolicy } from './content-security-policy.ts'
import { contentTypeOf, hasKnownExtension } from './content-types.ts'
import { createNonce, injectNonce } from './nonce.ts'
import { decodedSegments, resolveAsset } from './resolve.ts'

export interface AssetResponse {
  readonly status: 200 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

export interface AssetRequest {
  /** The folder of the built renderer. */
  readonly rootFolder: string
  /** The path of the requested URL as it was sent, still percent-encoded, without query. */
  readonly urlPath: string
  /** What the page may connect to besides its own origin. */
  readonly connectSources?: readonly string[]
}

const COMMON_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/**
 * Answers a GET for one of the renderer's files. A path that has no file and no extension is one of the console's own
 * screens, which all start from index.html.
 */
export async function respondWithAsset(request: AssetRequest): Promise<AssetResponse> {
  const { rootFolder, urlPath } = request
  const path = isScreenPath(urlPath) ? '/index.html' : urlPath
  const filePath = await resolveAsset(rootFolder, path)
  if (filePath === undefined) return notFound()

  const content = await readFile(filePath).catch(() => undefined)
  if (content === undefined) return notFound()
  if (path === '/index.html') return pageResponse(content.toString('utf8'), request.connectSources ?? [])
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': contentTypeOf(filePath),
      // The build puts a hash of the content into the names under /assets/.
      'Cache-Control': path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
    },
    body: new Uint8Array(content),
  }
}

function pageResponse(html: string, connectSources: readonly string[]): AssetResponse {
  const nonce = createNonce()
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      // The nonce in it is good for one load.
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy({ nonce, connectSources }),
    },
    body: new TextEncoder().encode(injectNonce(html, nonce)),
  }
}

function notFound(): AssetResponse {
  return {
    status: 404,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: new TextEncoder().encode('Not found\n'),
  }
}

/**
 * `/`, and every path that could be a screen's, such as `/agents/main`. Names in it are free (profile ids hold colons,
 * dots and at-signs), except that the last one must not look like one of our files, and none like a way out.
 */
function isScreenPath(urlPath: string): boolean {
  if (urlPath === '/') return true
  const segments = decodedSegments(urlPath.replace(/\/$/, ''))
  if (segments === undefined || hasKnownExtension(segments.at(-1) ?? '')) return false
  return segments.every((segment) => /^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u.test(segment))
}
