import { asRecord, asText, own } from '../record.ts'
import { redactSecrets } from '../classification/redact.ts'
import { shortHash } from './sha256.ts'

const PREVIEW_LENGTH = 400
const MESSAGE_PREVIEW_LENGTH = 200
const FINGERPRINT_MESSAGE_LENGTH = 8000
const LONGEST_PARSED = 64_000
const STATUS_BEFORE_BODY = /^\s*(?:Error:\s*)?(?:HTTP\s+)?(\d{3})[\s:]/i
const REQUEST_ID = /request[ _-]?id["']?\s*[:=]?\s*["']?([A-Za-z0-9][\w-]{5,})/i

/** What a record says about an error text. Absent: not found in it. */
export interface ErrorObservation {
  /** Redacted, at most 400 characters and `…`. */
  readonly errorPreview: string
  /** Of the trimmed text itself. */
  readonly errorHash: string
  /** Of what tells errors of one kind apart from others; only for texts with a structure. */
  readonly errorFingerprint?: string
  readonly httpCode?: string
  readonly providerErrorType?: string
  /** At most 200 characters and `…`. */
  readonly providerErrorMessagePreview?: string
  /** Stands for the request id, also in the previews. */
  readonly requestIdHash?: string
}

/** Reduces an error text to what may be recorded (R49). */
export function observeError(text: string): ErrorObservation {
  const trimmed = text.trim()
  const body = trimmed.includes('{') ? bodyOf(trimmed) : null
  const requestId = requestIdOf(trimmed, body)
  const hide = (shown: string): string =>
    requestId === null ? shown : shown.replaceAll(requestId, shortHash(requestId))
  const errorPreview = cut(hide(redactSecrets(trimmed)), PREVIEW_LENGTH)
  const errorHash = shortHash(trimmed)
  if (body === null && requestId === null) return { errorPreview, errorHash }
  return {
    errorPreview,
    errorHash,
    ...structureOf(trimmed, body, hide),
    ...(requestId === null ? {} : { requestIdHash: shortHash(requestId) }),
  }
}

type Body = Readonly<Record<string, unknown>>

function structureOf(text: string, body: Body | null, hide: (shown: string) => string): Partial<ErrorObservation> {
  if (!body) return {}
  const error = asRecord(own(body, 'error'))
  const httpCode = STATUS_BEFORE_BODY.exec(text)?.[1]
  const type = asText(own(error ?? body, 'type'))
  const message = asText(own(error ?? body, 'message'))
  const fingerprint = {
    ...(httpCode === undefined ? {} : { httpCode }),
    ...(message === null ? {} : { message: message.slice(0, FINGERPRINT_MESSAGE_LENGTH) }),
    ...(type === null ? {} : { type }),
  }
  return {
    ...(Object.keys(fingerprint).length === 0 ? {} : { errorFingerprint: shortHash(JSON.stringify(fingerprint)) }),
    ...(httpCode === undefined ? {} : { httpCode }),
    ...(type === null ? {} : { providerErrorType: type }),
    ...(message === null
      ? {}
      : { providerErrorMessagePreview: cut(hide(redactSecrets(message)), MESSAGE_PREVIEW_LENGTH) }),
  }
}

/** The JSON object that the text is, but for a status before it. */
function bodyOf(text: string): Body | null {
  const start = text.indexOf('{')
  if (start > 40 || text.length > LONGEST_PARSED || !text.endsWith('}')) return null
  try {
    return asRecord(JSON.parse(text.slice(start)))
  } catch {
    return null
  }
}

function requestIdOf(text: string, body: Body | null): string | null {
  const error = body && asRecord(own(body, 'error'))
  const named = body && (asText(own(body, 'request_id')) ?? (error && asText(own(error, 'request_id'))))
  if (named !== null) return named.trim()
  return /request/i.test(text) ? (REQUEST_ID.exec(text)?.[1] ?? null) : null
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
