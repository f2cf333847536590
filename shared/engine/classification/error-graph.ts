import type { FailureSignal } from './types.ts'

/** How far causes are followed, and how many objects are looked at altogether. */
const MAX_DEPTH = 25
const MAX_NODES = 64
const MAX_DETAILS = 12
const MAX_DETAIL_CHARS = 1000
/** SDKs put general words such as `api_error` in lower case here; only names in capitals are stable. */
const STABLE_TYPE = /^[A-Z][A-Z0-9_]{1,127}$/
const DETAIL_FIELDS = ['param', 'body', 'detail', 'error'] as const

/** Reads a field of anything; getters and proxies that throw have none. */
export function fieldOf(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

/** The error itself, then what it wraps: `error` before `cause`. Cycles are cut. */
export function errorNodes(error: unknown): readonly unknown[] {
  if (typeof error !== 'object' || error === null) return [error]
  const nodes: unknown[] = []
  const seen = new Set<unknown>()
  const visit = (node: unknown, depth: number): void => {
    if (node == null || depth > MAX_DEPTH || nodes.length >= MAX_NODES || seen.has(node)) return
    seen.add(node)
    nodes.push(node)
    if (typeof node !== 'object') return
    visit(fieldOf(node, 'error'), depth + 1)
    visit(fieldOf(node, 'cause'), depth + 1)
  }
  visit(error, 0)
  return nodes
}

/** What an error says in its own layer; status and code may come from what it wraps. */
export function signalOf(error: unknown, provider: string | null): FailureSignal {
  if (typeof error !== 'object' || error === null)
    return {
      status: null,
      code: null,
      errorType: null,
      message: messageOf(error),
      details: [],
      provider: providerId(provider),
    }
  const nodes = errorNodes(error)
  const ownProvider = fieldOf(error, 'provider')
  const named = typeof ownProvider === 'string' && ownProvider !== '' ? ownProvider : provider
  return {
    status: firstOf(nodes, statusOf),
    code: firstOf(nodes, codeOf),
    errorType: firstOf(nodes, typeOf),
    message: messageOf(error),
    details: detailsOf(error),
    provider: providerId(named),
  }
}

function providerId(provider: string | null): string | null {
  return provider === null ? null : provider.trim().toLowerCase()
}

export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error === 'number' || typeof error === 'boolean') return String(error)
  const message = fieldOf(error, 'message')
  return typeof message === 'string' ? message : ''
}

export function nameOf(error: unknown): string | null {
  const name = fieldOf(error, 'name')
  return typeof name === 'string' ? name : null
}

/** Response headers that an error carries, names in lower case. */
export function headersOf(error: unknown): Readonly<Record<string, string>> {
  const headers = fieldOf(error, 'headers') ?? fieldOf(fieldOf(error, 'response'), 'headers')
  if (headers == null) return {}
  const found: Record<string, string> = {}
  const add = (value: unknown, name: unknown): void => {
    if (typeof name === 'string' && (typeof value === 'string' || typeof value === 'number'))
      found[name.toLowerCase()] = String(value)
  }
  try {
    if (headers instanceof Map) for (const [name, value] of headers) add(value, name)
    else if (typeof fieldOf(headers, 'forEach') === 'function' && !Array.isArray(headers))
      (headers as { forEach(visit: typeof add): void }).forEach(add)
    else if (typeof headers === 'object' && headers !== null)
      for (const [name, value] of Object.entries(headers)) add(value, name)
  } catch {
    return {}
  }
  return found
}

function statusOf(node: unknown): number | null {
  return asStatus(fieldOf(node, 'status')) ?? asStatus(fieldOf(node, 'statusCode'))
}

function asStatus(value: unknown): number | null {
  const status = typeof value === 'string' && /^\d{3}$/.test(value.trim()) ? Number(value) : value
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599 ? status : null
}

function codeOf(node: unknown): string | null {
  for (const value of [fieldOf(node, 'code'), fieldOf(fieldOf(node, 'detail'), 'code')])
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  const status = fieldOf(node, 'status')
  return typeof status === 'string' && status.trim() !== '' && !/^\d+$/.test(status.trim()) ? status.trim() : null
}

function typeOf(node: unknown): string | null {
  for (const value of [fieldOf(node, 'errorType'), fieldOf(fieldOf(node, 'detail'), 'type'), fieldOf(node, 'type')])
    if (typeof value === 'string' && STABLE_TYPE.test(value)) return value
  return null
}

function detailsOf(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return []
  const details: string[] = []
  const add = (value: unknown): void => {
    if (typeof value === 'string' && value.trim() !== '' && details.length < MAX_DETAILS)
      details.push(value.slice(0, MAX_DETAIL_CHARS))
  }
  for (const name of DETAIL_FIELDS) {
    const value = fieldOf(error, name)
    add(value)
    if (typeof value !== 'object' || value === null) continue
    for (const inner of ['message', 'detail', 'body'] as const) add(fieldOf(value, inner))
    add(fieldOf(fieldOf(value, 'error'), 'message'))
  }
  const listed = fieldOf(error, 'details')
  if (Array.isArray(listed)) for (const value of listed.slice(0, MAX_DETAILS)) add(value)
  return details
}

function firstOf<T>(nodes: readonly unknown[], read: (node: unknown) => T | null): T | null {
  for (const node of nodes) {
    const value = read(node)
    if (value !== null) return value
  }
  return null
}
