import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Refusal } from './gate.ts'

const REFUSAL_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  Connection: 'close',
} as const

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, REFUSAL_HEADERS).end(`${refusal.reason}\n`)
}

/** The same on a connection that was to be upgraded, for which Node offers no response object. */
export function writeRefusal(socket: Duplex, refusal: Refusal): void {
  const body = `${refusal.reason}\n`
  const headers = Object.entries({ ...REFUSAL_HEADERS, 'Content-Length': Buffer.byteLength(body) })
  const headerLines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${headerLines}\r\n${body}`)
  // The other side may keep its half open for as long as it likes.
  socket.once('finish', () => socket.destroy())
}
