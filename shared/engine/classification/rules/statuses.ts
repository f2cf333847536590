import { FAILOVER_REASONS } from '../failover-reason.ts'
import type { StatusRule } from './rule.ts'

const CREDENTIAL_REASONS = ['billing', 'auth', 'auth_permanent'] as const
const SERVER_REASONS = ['context_overflow', 'overloaded', 'server_error', 'format'] as const
/** Statuses of proxies and servers that ran out of time. */
const TIMED_OUT = [504, 522, 524]

/** The page of a failed server whose status means nothing else there: its words are decoration. */
export const SERVER_PAGE_RULE: StatusRule = {
  id: 'status.page',
  matches: 'an HTML page with a status of 500 or more that no other rule knows',
  statuses: [505, 506, 507, 508, 510, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530],
  keeps: [],
  reason: 'timeout',
  until: '2026.9.6',
}

/** What each status means. A status that none names leaves the answer to codes and text. */
export const STATUS_RULES: readonly StatusRule[] = [
  {
    id: 'status.400',
    matches: '400 or 422: what the text says, else a bad request',
    statuses: [400, 422],
    keeps: FAILOVER_REASONS.filter((reason) => reason !== 'server_error'),
    reason: 'format',
    asks: 'body',
  },
  {
    id: 'status.401',
    matches: '401 or 403: permanent failures and billing texts stand, else auth',
    statuses: [401, 403],
    keeps: ['billing', 'auth_permanent'],
    reason: 'auth',
    asks: 'credential',
  },
  {
    id: 'status.402',
    matches: '402: the rules for payment texts, else billing',
    statuses: [402],
    keeps: [],
    reason: 'billing',
    asks: 'payment',
  },
  {
    id: 'status.404',
    matches: '404: a missing model, unless the text names another cause',
    statuses: [404],
    keeps: ['context_overflow', 'session_expired', 'format', ...CREDENTIAL_REASONS],
    reason: 'model_not_found',
    since: '2026.9.6',
  },
  {
    id: 'status.404-old',
    matches: '404: a missing model, unless the text names another cause; bad requests do not count',
    statuses: [404],
    keeps: ['context_overflow', 'session_expired', ...CREDENTIAL_REASONS],
    reason: 'model_not_found',
    until: '2026.9.6',
  },
  {
    id: 'status.407',
    matches: '407: a proxy in between refuses',
    statuses: [407],
    keeps: [],
    reason: 'auth',
    correction: { adds: ['CL-23'] },
  },
  { id: 'status.408', matches: '408: timeout', statuses: [408], keeps: [], reason: 'timeout' },
  {
    id: 'status.410',
    matches: '410: gone, unless the text names the session or the credential',
    statuses: [410],
    keeps: ['session_expired', ...CREDENTIAL_REASONS],
    reason: 'timeout',
  },
  {
    id: 'status.429',
    matches: '429: billing texts stand, else a rate limit',
    statuses: [429],
    keeps: ['billing'],
    reason: 'rate_limit',
    asks: 'credit',
    since: '2026.7.1',
  },
  {
    id: 'status.429-old',
    matches: '429: a rate limit, whatever the text says',
    statuses: [429],
    keeps: [],
    reason: 'rate_limit',
    until: '2026.7.1',
  },
  {
    id: 'status.499',
    matches: '499: the client or a proxy gave up',
    statuses: [499],
    keeps: ['context_overflow', 'overloaded', 'server_error'],
    reason: 'timeout',
  },
  {
    id: 'status.529',
    matches: '529: overloaded, unless the text is an overflow',
    statuses: [529],
    keeps: ['context_overflow'],
    reason: 'overloaded',
    since: '2026.9.6',
  },
  {
    id: 'status.529-old',
    matches: '529: overloaded',
    statuses: [529],
    keeps: [],
    reason: 'overloaded',
    until: '2026.9.6',
  },
  {
    id: 'status.504',
    matches: '504, 522 or 524: a timeout, unless the text names a cause of its own',
    statuses: TIMED_OUT,
    keeps: SERVER_REASONS,
    reason: 'timeout',
    since: '2026.9.6',
  },
  {
    id: 'status.5xx',
    matches: 'every other 5xx: a server error, unless the text names a cause of its own',
    statuses: Array.from({ length: 100 }, (_, index) => 500 + index).filter(
      (status) => status !== 529 && !TIMED_OUT.includes(status),
    ),
    keeps: SERVER_REASONS,
    reason: 'server_error',
    since: '2026.9.6',
  },
  {
    id: 'status.503-old',
    matches: '503: a timeout, unless the text says overloaded',
    statuses: [503],
    keeps: ['overloaded'],
    reason: 'timeout',
    until: '2026.9.6',
  },
  {
    id: 'status.5xx-old',
    matches: '500, 502 or 504: a timeout',
    statuses: [500, 502, 504],
    keeps: [],
    reason: 'timeout',
    until: '2026.9.6',
  },
]
