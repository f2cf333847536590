import { asText, own } from '../../shared/engine/index.ts'
import { isRecord, valueAt, type RawRecord } from '../openclaw/raw-values.ts'

/** What the body of a success turns out to say. */
export type CallAnswer =
  /** the model said something, or began to and ran out of tokens */
  | { readonly kind: 'answered' }
  /** An error in the place of an answer; `status`: the HTTP status that it names itself. */
  | { readonly kind: 'error'; readonly text: string; readonly status: number | null }
  /** an answer of the right form without a word */
  | { readonly kind: 'empty' }
  /** something else, such as a page of a proxy */
  | { readonly kind: 'foreign' }

/** Ends that mean that the model was cut off while it answered, or before it came to words. */
const CUT_OFF = new Set(['length', 'max_tokens', 'max_output_tokens', 'incomplete'])

/** Reads the body of a success. An error inside of it makes it a failure, also as an event of a stream nobody asked for. */
export function readAnswer(body: string): CallAnswer {
  const documents = documentsOf(body)
  if (documents === null) return body.trim() === '' ? { kind: 'empty' } : { kind: 'foreign' }
  for (const document of documents) {
    const error = errorIn(document)
    if (error) return error
  }
  if (documents.some(saysSomething)) return { kind: 'answered' }
  return documents.some(hasForm) ? { kind: 'empty' } : { kind: 'foreign' }
}

/** The JSON of the body, or that of every event of a stream; null: neither. */
function documentsOf(body: string): readonly RawRecord[] | null {
  const whole = parsed(body)
  if (whole) return [whole]
  if (!/^(?:event|data|id|:)/.test(body)) return null
  const events = body.split(/\r?\n/).flatMap((line) => {
    const event = line.startsWith('data:') ? parsed(line.slice(5)) : null
    return event ? [event] : []
  })
  return events.length > 0 ? events : null
}

function parsed(text: string): RawRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    // Google answers a list where a stream was expected.
    if (Array.isArray(value)) return isRecord(value[0]) ? value[0] : null
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function errorIn(document: RawRecord): CallAnswer | null {
  const error = own(document, 'error') ?? valueAt(document, 'response', 'error')
  const isError = own(document, 'type') === 'error' || (isRecord(error) ? true : asText(error) !== null)
  if (!isError) return null
  const status = [valueAt(error, 'code'), valueAt(error, 'status'), own(document, 'status')].find(isHttpError)
  return { kind: 'error', text: JSON.stringify(document), status: typeof status === 'number' ? status : null }
}

function isHttpError(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
}

function hasForm(document: RawRecord): boolean {
  return ['choices', 'content', 'candidates', 'output', 'promptFeedback', 'delta', 'type'].some((key) =>
    Object.hasOwn(document, key),
  )
}

function saysSomething(document: RawRecord): boolean {
  const parts = [
    ...list(own(document, 'choices')),
    ...list(own(document, 'candidates')),
    ...list(own(document, 'content')),
    ...list(own(document, 'output')),
    document,
  ]
  return parts.some((part) => wasCutOff(part) || hasText(part))
}

function wasCutOff(part: unknown): boolean {
  return [
    valueAt(part, 'finish_reason'),
    valueAt(part, 'finishReason'),
    valueAt(part, 'stop_reason'),
    valueAt(part, 'delta', 'stop_reason'),
    valueAt(part, 'status'),
    valueAt(part, 'response', 'status'),
  ].some((value) => typeof value === 'string' && CUT_OFF.has(value.toLowerCase()))
}

/** Words, thoughts or a call of a tool: whatever only a model can have made. */
function hasText(part: unknown): boolean {
  const places = [
    valueAt(part, 'text'),
    valueAt(part, 'thinking'),
    valueAt(part, 'message', 'content'),
    valueAt(part, 'message', 'reasoning_content'),
    valueAt(part, 'message', 'reasoning'),
    valueAt(part, 'message', 'refusal'),
    valueAt(part, 'delta', 'content'),
    valueAt(part, 'delta', 'text'),
    valueAt(part, 'delta', 'thinking'),
    valueAt(part, 'content'),
    valueAt(part, 'content', 'parts'),
    valueAt(part, 'delta'),
    valueAt(part, 'message', 'tool_calls'),
  ]
  return places.some(
    (place) =>
      asText(place) !== null ||
      list(place).some((item) => asText(valueAt(item, 'text')) !== null || valueAt(item, 'function') !== undefined),
  )
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
