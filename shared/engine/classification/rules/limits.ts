import { all, any, check, follows, has, hasWord, spelled } from './condition.ts'
import type { TextRule } from './rule.ts'

const RATE_LIMIT = { family: 'rate_limit', reason: 'rate_limit' } as const

/** Too much in too short a time: waiting helps. Wider than the status 429 (R26). */
export const RATE_LIMIT_RULES: readonly TextRule[] = [
  {
    ...RATE_LIMIT,
    id: 'rate-limit.words',
    matches: 'rate limits, too many requests, throttling, exceeded quotas and usage limits',
    when: has(
      ...spelled(['rate', 'limit'], ' ', '_'),
      'too many requests',
      'too many concurrent requests',
      'throttling',
      'throttled',
      'model_cooldown',
      'exceeded your current quota',
      'resource has been exhausted',
      'resource_exhausted',
      'quota exceeded',
      'usage limit',
    ),
  },
  {
    ...RATE_LIMIT,
    id: 'rate-limit.tokens',
    matches: 'tokens per minute or per day',
    when: any(hasWord('tpm'), has('tokens per minute', 'tokens per day')),
  },
  {
    ...RATE_LIMIT,
    id: 'rate-limit.concurrency',
    matches: 'a concurrency limit that is reached',
    when: follows(['concurrency limit'], [' reached'], 40),
  },
  {
    ...RATE_LIMIT,
    id: 'rate-limit.more-words',
    matches: 'spellings of resource exhausted and quota exceeded, and a breached concurrency limit',
    when: any(
      has(...spelled(['resource', 'exhausted'], ' ', '-', ''), 'quota_exceeded'),
      follows(['concurrency limit'], [' breached'], 40),
    ),
    since: '2026.9.6',
  },
  {
    ...RATE_LIMIT,
    id: 'rate-limit.status-429',
    matches: 'the number 429 where a status stands',
    when: check('has-rate-limit-status'),
    since: '2026.9.6',
    correction: { adds: ['CL-47'] },
  },
  {
    ...RATE_LIMIT,
    id: 'rate-limit.digits-429',
    matches: 'the digits 429 anywhere, even inside an id',
    when: has('429'),
    until: '2026.9.6',
    correction: { drops: ['CL-47'] },
  },
  {
    ...RATE_LIMIT,
    id: 'rate-limit.chinese',
    matches: 'Chinese texts for frequent requests and used-up quotas',
    when: has('请求过于频繁', '调用频率', '频率限制', '配额不足', '配额已用尽', '额度不足', '额度已用尽'),
  },
]

const OVERLOADED = { family: 'overload', reason: 'overloaded' } as const

/** The provider is busy; the account is not at fault. */
export const OVERLOAD_RULES: readonly TextRule[] = [
  {
    ...OVERLOADED,
    id: 'overload.words',
    matches: 'overloaded, at capacity, high demand, high load',
    when: has('overloaded', 'model is at capacity', 'model at capacity', 'high demand', 'high load'),
  },
  {
    ...OVERLOADED,
    id: 'overload.unavailable',
    matches: 'service unavailable',
    when: has('service unavailable', 'service temporarily unavailable', 'service_unavailable'),
    since: '2026.9.6',
  },
  {
    ...OVERLOADED,
    id: 'overload.unavailable-for-load',
    matches: 'service unavailable, and load or capacity as the cause',
    when: all(
      has('service unavailable', 'service_unavailable'),
      has('overload', 'capacity', 'high demand', 'high_demand'),
    ),
    until: '2026.9.6',
  },
  {
    ...OVERLOADED,
    id: 'overload.chinese',
    matches: 'Chinese texts for an overloaded service',
    when: has('服务过载', '当前负载过高'),
  },
  {
    ...OVERLOADED,
    id: 'overload.chinese-traffic',
    matches: 'Chinese text for too many visitors',
    when: has('访问量过大'),
    since: '2026.7.1',
  },
  {
    ...OVERLOADED,
    id: 'overload.high-traffic',
    matches: 'high traffic',
    when: has('high traffic detected'),
    correction: { adds: ['CL-21'] },
  },
]
