import { randomBytes } from 'node:crypto'

/** What the built index.html holds in place of the nonce; the build writes it there. */
export const NONCE_PLACEHOLDER = 'SWITCHYARD_CSP_NONCE'

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Fills the page's `<meta property="csp-nonce">`, from which the interface library reads it. */
export function injectNonce(html: string, nonce: string): string {
  return html.replaceAll(NONCE_PLACEHOLDER, nonce)
}
