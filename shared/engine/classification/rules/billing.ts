import { all, any, check, follows, has, hasWord, not, spelled } from './condition.ts'
import type { ClassificationRule, TextRule } from './rule.ts'

const BILLING = { family: 'billing', reason: 'billing' } as const
const IS_NO_PROSE = not(check('has-headings'))

/** Empty wallets: waiting does not fill them. Never read from texts with several headings, which a model wrote. */
export const BILLING_RULES: readonly TextRule[] = [
  {
    ...BILLING,
    id: 'billing.status-402',
    matches: 'the number 402 where a status stands',
    when: all(check('has-payment-status'), IS_NO_PROSE),
  },
  {
    ...BILLING,
    id: 'billing.usage-limit-error',
    matches: 'the Go or Free usage-limit error of OpenCode',
    when: has('gousagelimiterror', 'freeusagelimiterror'),
    since: '2026.9.6',
  },
  {
    ...BILLING,
    id: 'billing.extra-usage-long-context',
    matches: "extra usage is required for long context: an entitlement of the model's long-context variant",
    when: all(has('extra usage is required'), has('long context')),
    scope: 'model',
  },
  {
    ...BILLING,
    id: 'billing.extra-usage',
    matches: "Anthropic's extra usage is used up or required",
    when: has('out of extra usage', 'draw from your extra usage', 'draw from extra usage', 'extra usage is required'),
  },
  {
    ...BILLING,
    id: 'billing.credits',
    matches: 'credits, balance or budget are used up, or a payment is required',
    when: all(
      any(
        has(
          'payment required',
          'insufficient credit',
          'used all available credits',
          'spend limit',
          'spending limit',
          'available balance',
          'out of budget',
          'credit balance',
          'plans & billing',
          'insufficient balance',
          'insufficient usd or diem balance',
          'require more credits',
          'requires more credits',
          ...spelled(['insufficient', 'quota'], ' ', '_'),
        ),
        check('lacks-some-balance'),
      ),
      IS_NO_PROSE,
    ),
  },
  {
    ...BILLING,
    id: 'billing.chinese',
    matches: 'Chinese texts for an empty balance or arrears',
    when: has('余额不足', '欠费'),
  },
  {
    ...BILLING,
    id: 'billing.volcengine-subscription',
    matches: 'Volcengine: no valid coding plan',
    when: has('invalidsubscription', 'valid codingplan subscription', 'valid coding plan subscription'),
    since: '2026.7.1',
  },
  {
    ...BILLING,
    id: 'billing.zai-1311',
    matches: 'Z.ai code 1311: the model is not in the plan',
    when: { bodyCode: ['1311'] },
  },
  {
    ...BILLING,
    id: 'billing.plan-without-model',
    matches: 'the current plan does not include the model',
    when: any(
      follows(['current subscription plan'], ['not include access'], 40),
      all(has('model'), follows(['not available'], ['current plan'], 40)),
    ),
    since: '2026.7.1',
  },
  {
    ...BILLING,
    id: 'billing.heading',
    matches: 'a message that starts with billing, credit or payment and mentions how to pay',
    when: all(
      {
        startsWith: [
          ...['billing', 'credit', 'payment'].flatMap((word) => [`${word} `, `${word}: `, `error: ${word} `]),
          'credits ',
        ],
      },
      has('upgrade', 'credits', 'payment', 'purchase', 'subscription', 'plan'),
      IS_NO_PROSE,
    ),
  },
  {
    ...BILLING,
    id: 'billing.usage-credits',
    matches: 'Claude CLI: usage credits are used up',
    when: has('out of usage credits'),
    correction: { adds: ['CL-09'] },
  },
  {
    ...BILLING,
    id: 'billing.spending-cap',
    matches: "the account's spending cap is exceeded",
    when: all(has('spending cap'), has('exceeded', 'reached')),
    correction: { adds: ['CL-12'] },
  },
  {
    ...BILLING,
    id: 'billing.proxy-budget',
    matches: 'a proxy in front says that the budget is exceeded',
    when: has('budget has been exceeded'),
    correction: { adds: ['CL-13'] },
  },
  {
    ...BILLING,
    id: 'billing.out-of-credits',
    matches: 'credits have run out, where no subscription is offered instead',
    when: all(has('run out of credits'), not(has('grok subscription'))),
    correction: { adds: ['CL-14'] },
  },
  {
    id: 'billing.account-balance',
    family: 'account_balance',
    matches: '"insufficient account balance", which some providers also send for a rate limit',
    when: has('insufficient account balance'),
    reason: 'billing',
  },
]

/** Types of a JSON body that make the ambiguous "insufficient account balance" a matter of billing. */
export const BILLING_BODY_TYPES = [
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_credits',
  'billing_error',
  'payment_required',
]

/** Providers for which it always is one. */
export const BALANCE_MEANS_BILLING = { parts: ['xai', 'moonshot', 'kimi'] } as const

const PERIODIC = has(
  ...['daily', 'weekly', 'monthly'].flatMap((period) => [`${period} limit`, `${period} usage limit`]),
)

/** Limits that end with the day, week or month. */
export const PERIODIC_RULES: readonly TextRule[] = [
  {
    id: 'periodic.billing',
    family: 'periodic',
    matches: 'a daily, weekly or monthly limit together with a billing text',
    when: all(PERIODIC, any({ family: 'billing' }, { family: 'account_balance' })),
    reason: 'billing',
  },
  {
    id: 'periodic.limit',
    family: 'periodic',
    matches: 'a daily, weekly or monthly limit',
    when: PERIODIC,
    reason: 'rate_limit',
  },
]

const PERIOD_WORDS = hasWord('daily', 'weekly', 'monthly')

/**
 * What a 402 means (R35), asked of its text in lower case without the words that only repeat the status, and without web
 * addresses. An explicit 402 that none of them recognises is billing.
 */
export const PAYMENT_RULES: readonly ClassificationRule[] = [
  {
    id: 'payment.quota-refresh',
    matches: 'a subscription quota that refreshes by itself',
    when: all(has('subscription quota limit'), has('automatic quota refresh', 'rolling time window')),
    reason: 'rate_limit',
  },
  {
    id: 'payment.credits',
    matches: 'credits, quota or balance are used up, a top-up is asked for, or a plan has its limit',
    when: any(
      has(
        'insufficient credit',
        'insufficient quota',
        'insufficient_quota',
        'insufficient balance',
        'credit balance',
        'plans & billing',
        'add more credits',
        'top up',
        'top-up',
        'billing hard limit',
        'hard limit reached',
      ),
      all(has('limit'), has('upgrade your plan', 'upgrade plan', 'current plan', 'subscription', 'maximum allowed')),
    ),
    reason: 'billing',
  },
  {
    id: 'payment.rate-limit',
    matches: 'a rate-limit text',
    when: { family: 'rate_limit' },
    reason: 'rate_limit',
  },
  {
    id: 'payment.retry',
    matches: 'a usage limit that asks to try again',
    when: all(
      has('try again', 'retry', 'temporary', 'cooldown'),
      has('usage limit', 'rate limit', 'organization usage'),
    ),
    reason: 'rate_limit',
  },
  {
    id: 'payment.period',
    matches: 'a daily, weekly or monthly usage or spend limit, or one that resets',
    when: all(PERIOD_WORDS, any(has('usage limit', 'spend limit', 'spending limit'), all(has('limit'), has('reset')))),
    reason: 'rate_limit',
  },
  {
    id: 'payment.organization',
    matches: 'a limit of the organization or workspace',
    when: all(
      has('organization', 'workspace'),
      has('limit'),
      has('spend limit', 'spending limit', 'billing period', 'exceeded', 'reached', 'exhausted'),
    ),
    reason: 'rate_limit',
  },
]
