import type { UsageProbe } from '../../shared/engine/index.ts'
import type { CallConclusion } from './interpret-call.ts'

type Told = Pick<CallConclusion, 'reason' | 'message'>

/** The reasons are those that the records give such an answer. */
const TOLD: Readonly<Record<UsageProbe['outcome'], Told>> = {
  available: { reason: null, message: null },
  exhausted: { reason: 'rate_limit', message: 'The limit of the subscription is used up.' },
  token_expired: { reason: 'auth', message: 'The access token of the subscription is no longer accepted.' },
  account_dead: { reason: 'auth_permanent', message: 'The subscription no longer lets this account in.' },
  http_error: { reason: null, message: 'The limits of the subscription could not be asked for just now.' },
  failed: {
    reason: null,
    message: 'The limits of the subscription could not be asked for, or the answer is not clear.',
  },
}

/** What the answer of the usage endpoint shows, in the form of a test call. */
export function concludeUsage(probe: UsageProbe, latencyMs: number): CallConclusion {
  return {
    outcome: probe.outcome === 'available' ? 'ok' : 'failed',
    model: null,
    status: null,
    latencyMs,
    ruleId: null,
    retryAtMs: probe.outcome === 'exhausted' ? probe.untilMs : null,
    usageProbe: probe,
    ...TOLD[probe.outcome],
  }
}
