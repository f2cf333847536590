import type { UsageProbe } from '../../shared/engine/index.ts'
import { isRecord, valueAt, type RawRecord } from '../openclaw/raw-values.ts'
import { sendRequest, type HttpSend } from './http-request.ts'

export interface UsageQuestion {
  /** The access token of the sign-in. */
  readonly access: string
  readonly accountId: string | null
  readonly nowMs: number
  readonly signal?: AbortSignal | undefined
  readonly send?: HttpSend | undefined
  /** Where to ask; absent: OpenAI. */
  readonly url?: URL | undefined
}

const USAGE_URL = 'https://chatgpt.com/backend-api/wham/usage'
const TIMEOUT_MS = 3000
const MAX_BODY_BYTES = 64 * 1024
const MAX_RESET_SECONDS = 366 * 24 * 3600

/** Asks how much of a ChatGPT subscription is used up. Never rejects, and returns nothing of what it sent or read. */
export async function askUsage(question: UsageQuestion): Promise<UsageProbe> {
  const { access, accountId, nowMs } = question
  const result = await (question.send ?? sendRequest)({
    url: question.url ?? new URL(USAGE_URL),
    method: 'GET',
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'application/json',
      originator: 'openclaw',
      ...(accountId === null ? {} : { 'chatgpt-account-id': accountId }),
    },
    body: null,
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    signal: question.signal,
  })
  if (result.kind !== 'response') return { outcome: 'failed' }
  if (result.status === 401) return { outcome: 'token_expired' }
  if (result.status === 403) return { outcome: 'account_dead' }
  if (result.status < 200 || result.status > 299) return { outcome: 'http_error' }
  return readUsage(parsed(result.body), nowMs)
}

interface Window {
  readonly isExhausted: boolean
  /** Epoch ms; null: not told, or no time. */
  readonly resetsAtMs: number | null
}

/** What the answer of the usage endpoint says. What it does not say clearly is a failed probe. */
export function readUsage(answer: unknown, nowMs: number): UsageProbe {
  const limit = valueAt(answer, 'rate_limit')
  if (!isRecord(limit) || valueAt(answer, 'spend_control', 'reached') === true) return { outcome: 'failed' }
  const main = windowsOfLimit(limit, nowMs)
  const others = additionalLimits(answer).flatMap((other) => windowsOfLimit(other, nowMs))
  const exhausted = [...main, ...others].filter(({ isExhausted }) => isExhausted)
  if (exhausted.length > 0) return until(exhausted.map(({ resetsAtMs }) => resetsAtMs))
  const reached = valueAt(answer, 'rate_limit_reached_type')
  const isReached = limit['limit_reached'] === true || (isRecord(reached) ? reached['type'] != null : reached != null)
  if (!isReached)
    return limit['limit_reached'] === false || main.length > 0 ? { outcome: 'available' } : { outcome: 'failed' }
  const [only] = main
  return only && main.length === 1 && limit['limit_reached'] === true ? until([only.resetsAtMs]) : { outcome: 'failed' }
}

/** The longest of several waits; where one of them is not told, none is believed. */
function until(resets: readonly (number | null)[]): UsageProbe {
  const known = resets.filter((atMs) => atMs !== null)
  return known.length === 0 || known.length < resets.length
    ? { outcome: 'failed' }
    : { outcome: 'exhausted', untilMs: Math.max(...known) }
}

function windowsOfLimit(limit: RawRecord, nowMs: number): readonly Window[] {
  return [limit['primary_window'], limit['secondary_window']].filter(isRecord).map((window) => ({
    isExhausted: typeof window['used_percent'] === 'number' && window['used_percent'] >= 100,
    resetsAtMs: resetOf(window, nowMs),
  }))
}

function resetOf(window: RawRecord, nowMs: number): number | null {
  const after = window['reset_after_seconds']
  if (typeof after === 'number' && after > 0 && after <= MAX_RESET_SECONDS) return nowMs + Math.round(after * 1000)
  const at = window['reset_at']
  if (typeof at !== 'number' || !Number.isFinite(at)) return null
  const atMs = Math.round(at * 1000)
  return atMs > nowMs && atMs <= nowMs + MAX_RESET_SECONDS * 1000 ? atMs : null
}

function additionalLimits(answer: unknown): readonly RawRecord[] {
  const listed = valueAt(answer, 'additional_rate_limits')
  const items: readonly unknown[] = Array.isArray(listed) ? listed : isRecord(listed) ? Object.values(listed) : []
  return items.flatMap((item) => {
    const limit = valueAt(item, 'rate_limit') ?? item
    return isRecord(limit) ? [limit] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
