import { protocol, type Session } from 'electron'

import { respondWithAsset } from '../web-assets/index.ts'
import { APP_SCHEME, isAppUrl } from './origin.ts'

/**
 * Makes `app:` behave like `https:` (an origin of its own, secure, cached compiled code) and unlike `file:`, which would
 * let the page read the disk. Has to happen before the app is ready.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Answers the page's requests with the renderer's files. */
export function serveApp(session: Session, rendererFolder: string): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET' || !isAppUrl(request.url)) return new Response(null, { status: 404 })

    const asset = await respondWithAsset({ rootFolder: rendererFolder, urlPath: new URL(request.url).pathname })
    return new Response(asset.body, { status: asset.status, headers: asset.headers })
  })
}
