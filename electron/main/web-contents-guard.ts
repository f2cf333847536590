import { app, type Session, type WebContents } from 'electron'

import { isAppUrl } from './origin.ts'

/**
 * Electron grants every permission unless told otherwise. The console needs one: putting text on the clipboard, which
 * the page can only do on a user's gesture.
 */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, respond) => {
    respond(permission === ALLOWED_PERMISSION && isAppUrl(contents.getURL()))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => permission === ALLOWED_PERMISSION && isAppUrl(requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
}

/**
 * Keeps every page, however it came into being, where it is: no other address, no new window, no embedded guest. The
 * console is one page that changes its own content.
 */
export function guardAllWebContents(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents))
}

function guard(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-navigate', preventForeign)
  contents.on('will-redirect', preventForeign)
  contents.on('will-frame-navigate', (event) => {
    // Not even our own pages in a frame: nothing in the console uses frames.
    if (!event.isMainFrame) event.preventDefault()
    else preventForeign(event)
  })
}

function preventForeign(event: { readonly url: string; preventDefault(): void }): void {
  if (!isAppUrl(event.url)) event.preventDefault()
}
