/**
 * Serving the renderer's files, without a transport: the desktop's `app:` protocol and the browser edition's HTTP server
 * both turn what comes from here into their own kind of response, so that both obey the same rules.
 */
export { respondWithAsset, type AssetResponse } from './respond.ts'
