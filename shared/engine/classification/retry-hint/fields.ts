import { asRecord } from '../../record.ts'
import { durationAt } from './duration.ts'
import { resetTime } from './headers.ts'

/** A time that a field of a response body names, before it is checked. */
export interface FieldHint {
  readonly atMs: number
  readonly from: string
}

type Unit = 'milliseconds' | 'seconds' | 'moment'

/** Names without case and separators. */
const FIELDS: Readonly<Record<string, Unit>> = {
  retryafterms: 'milliseconds',
  retryafter: 'seconds',
  retryafterseconds: 'seconds',
  retrydelay: 'seconds',
  resetsinseconds: 'seconds',
  resetinseconds: 'seconds',
  resetafterseconds: 'seconds',
  resetsat: 'moment',
  resetat: 'moment',
  resettime: 'moment',
  xratelimitreset: 'moment',
}
const MAX_NODES = 200

/** The first field of a body that says when to come back, the nearest to the root first. */
export function hintFromFields(json: Readonly<Record<string, unknown>>, nowMs: number): FieldHint | null {
  const queue: unknown[] = [json]
  for (let head = 0; head < queue.length && head < MAX_NODES; head++) {
    const node = queue[head]
    if (Array.isArray(node)) {
      queue.push(...node.slice(0, MAX_NODES))
      continue
    }
    const record = asRecord(node)
    if (!record) continue
    for (const [name, value] of Object.entries(record).slice(0, MAX_NODES)) {
      const unit = fieldUnit(name)
      const atMs = unit ? timeOf(value, unit, nowMs) : null
      if (atMs !== null) return { atMs, from: name }
      if (typeof value === 'object' && value !== null) queue.push(value)
    }
  }
  return null
}

function fieldUnit(name: string): Unit | null {
  if (name.length > 32) return null
  const key = name.toLowerCase().replace(/[_-]/g, '')
  return Object.hasOwn(FIELDS, key) ? (FIELDS[key] ?? null) : null
}

function timeOf(value: unknown, unit: Unit, nowMs: number): number | null {
  const text = typeof value === 'number' && value >= 0 ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (unit === 'moment') return resetTime(text, nowMs)
  const span = text.length > 64 ? null : durationAt(text, 0, unit === 'milliseconds' ? 1 : 1000)
  return span && span.end === text.length ? nowMs + span.ms : null
}
