import type { Finding } from '../../shared/contract/history/index.ts'
import {
  classifierOf,
  classifyFailure,
  HOUR_MS,
  POLICIES,
  shortHash,
  type Classification,
} from '../../shared/engine/index.ts'
import { earliest, findingOf, groupBy, latest } from './finding.ts'
import type { DiagnosisInput, TextRecord } from './input.ts'

/** Credit that comes back by itself within this time is a limit: bills are not paid by waiting. */
const LIMIT_WITHIN_MS = 24 * HOUR_MS
/** As much of a text as finds it again; the filter takes whole words. */
const SEARCHED_CHARS = 200
/** The rules as they are meant to be, whatever the version that wrote the records made of it. */
const RULES = POLICIES['docs-2026.7'].classification

/** Failures recorded as billing, which lock an account for hours, whose text speaks of a limit that passes by itself. */
export function rateLimitsMisreadAsBilling({ texts }: DiagnosisInput): Finding[] {
  const misread = texts.filter(isLimit)
  return [...groupBy(misread, ({ provider, text }) => JSON.stringify([provider, text])).values()].map((same) => {
    const { provider, text } = same[0] as TextRecord
    const fromMs = earliest(same, ({ firstMs }) => firstMs)
    const toMs = latest(same, ({ lastMs }) => lastMs)
    const hints = same
      .map((record) => classified(record).retryHint?.delayMs ?? null)
      .filter((delayMs) => delayMs !== null)
    return findingOf({
      code: 'rate_limit_misread_as_billing',
      severity: 'warning',
      about: `${provider}|${shortHash(text)}`,
      fromMs,
      toMs,
      provider,
      figures: {
        records: same.reduce((sum, { count }) => sum + count, 0),
        ...(hints.length === 0 ? {} : { announcedMs: Math.max(...hints) }),
      },
      filter: {
        providers: [provider],
        reasons: ['billing'],
        ...(text.trim() === '' ? {} : { text: searchedPart(text) }),
      },
    })
  })
}

function isLimit(record: TextRecord): boolean {
  const { reason, retryHint } = classified(record)
  if (reason === 'rate_limit') return true
  return reason === 'billing' && retryHint !== null && retryHint.delayMs > 0 && retryHint.delayMs <= LIMIT_WITHIN_MS
}

function classified({ text, status, code, provider, firstMs }: TextRecord): Classification {
  const failure = { origin: 'provider_error', error: text, signal: { status, code }, provider } as const
  return classifyFailure(classifierOf(RULES), failure, { nowMs: firstMs })
}

/** Whole words from the beginning. */
function searchedPart(text: string): string {
  if (text.length <= SEARCHED_CHARS) return text
  const head = text.slice(0, SEARCHED_CHARS)
  return head.slice(0, Math.max(head.lastIndexOf(' '), 1)).trimEnd()
}
