import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The protocol that the WebSocket speaks; the only name that the server ever answers. */
export const WEB_SOCKET_PROTOCOL = 'switchyard.v1'

/** Browsers cannot set headers on a WebSocket, but they can offer protocols: the key travels as the name of one. */
const KEY_PROTOCOL_PREFIX = 'key.'

/** A new secret of 256 bits, in characters that may stand in a URL's fragment and in a protocol's name. */
export function createAccessKey(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Whether the offered WebSocket protocols hold the key. Compares digests of equal length, so that the time it takes
 * says nothing about the key.
 */
export function offersKey(offeredProtocols: readonly string[], accessKey: string): boolean {
  const offered = offeredProtocols.find((protocol) => protocol.startsWith(KEY_PROTOCOL_PREFIX)) ?? ''
  return timingSafeEqual(digest(offered), digest(KEY_PROTOCOL_PREFIX + accessKey))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
