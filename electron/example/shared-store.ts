import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/engine/index.ts'
import type { StoreDocuments } from './documents.ts'
import { blocked, cooldown } from './failure-stats.ts'
import { failedRefreshMarker, fakeSecret } from './fake-secrets.ts'

const DAY_MS = 24 * HOUR_MS

/** The store that all agents inherit from. */
export function sharedStore(nowMs: number): StoreDocuments {
  return {
    profiles: {
      ...anthropicProfiles(nowMs),
      ...openaiProfiles(nowMs),
      ...googleProfiles(nowMs),
      ...openrouterProfiles(),
    },
    order: {
      openai: [
        'openai:alex@example.com',
        'openai:jordan@example.com',
        'openai:api-key-backup',
        'openai:sam@example.com',
        'openai:casey@example.com',
        'openai:codex-cli',
      ],
    },
    lastGood: { anthropic: 'anthropic:personal', openai: 'openai:api-key-backup', google: 'google:riley@example.com' },
    usageStats: usageStats(nowMs),
  }
}

/** Their order stands in the configuration. */
function anthropicProfiles(nowMs: number): StoreDocuments['profiles'] {
  const provider = 'anthropic'
  return {
    'anthropic:work': {
      type: 'api_key',
      provider,
      key: fakeSecret('sk-ant-api03-', 'wK7d'),
      displayName: 'Work workspace',
    },
    'anthropic:personal': {
      type: 'oauth',
      provider,
      access: fakeSecret('sk-ant-oat01-', 'pA2s'),
      refresh: fakeSecret('sk-ant-ort01-', 'pR9t'),
      expires: nowMs + 6 * HOUR_MS,
      email: 'alex@example.com',
      displayName: 'Personal Max plan',
      subscriptionType: 'max',
    },
    'anthropic:team': {
      type: 'api_key',
      provider,
      keyRef: { source: 'file', provider: 'vault', id: '/anthropic/team' },
      displayName: 'Team key from the vault',
    },
    // A token that ends within a day and cannot be renewed.
    'anthropic:ci': {
      type: 'token',
      provider,
      tokenRef: { source: 'env', provider: 'default', id: 'ANTHROPIC_CI_TOKEN' },
      expires: nowMs + 20 * HOUR_MS,
      displayName: 'CI setup token',
    },
    // The order leaves it out on purpose.
    'anthropic:old-laptop': {
      type: 'token',
      provider,
      token: fakeSecret('sk-ant-oat01-', 'oL4p'),
      displayName: 'Old laptop',
    },
  }
}

/** Their order is stored with the credentials. */
function openaiProfiles(nowMs: number): StoreDocuments['profiles'] {
  const provider = 'openai'
  return {
    'openai:alex@example.com': {
      type: 'oauth',
      provider,
      access: fakeSecret('eyJhbGciOi.', 'aA1x'),
      refresh: fakeSecret('rt_', 'aR3f'),
      expires: nowMs + 9 * DAY_MS,
      email: 'alex@example.com',
      accountId: 'acct_example_alex',
      chatgptPlanType: 'plus',
    },
    'openai:jordan@example.com': {
      type: 'oauth',
      provider,
      access: fakeSecret('eyJhbGciOi.', 'jO5n'),
      refresh: fakeSecret('rt_', 'jR8f'),
      expires: nowMs + 3 * DAY_MS,
      email: 'jordan@example.com',
      accountId: 'acct_example_jordan',
      chatgptPlanType: 'pro',
    },
    'openai:api-key-backup': {
      type: 'api_key',
      provider,
      keyRef: { source: 'env', provider: 'default', id: 'OPENAI_API_KEY' },
      displayName: 'API key, pay as you go',
    },
    // Its refresh failed for good: it needs a new sign-in.
    'openai:sam@example.com': {
      type: 'oauth',
      provider,
      access: failedRefreshMarker('access'),
      refresh: failedRefreshMarker('refresh'),
      expires: 1,
      email: 'sam@example.com',
    },
    // A login that was saved and is not in use yet.
    'openai:casey@example.com': {
      type: 'oauth',
      provider,
      access: fakeSecret('eyJhbGciOi.', 'cA6y'),
      refresh: fakeSecret('rt_', 'cR2f'),
      expires: nowMs + 8 * DAY_MS,
      email: 'casey@example.com',
      setup: { replacement: true, modelRef: 'openai/gpt-6-astra' },
    },
    // Its secrets lay in a sidecar of an older release that is gone.
    'openai:codex-cli': {
      type: 'oauth',
      provider,
      oauthRef: { source: 'openclaw-credentials', provider: 'openai-codex', id: 'e'.repeat(32) },
    },
  }
}

/** Used as far as `auth.profiles` names them, by rotation. */
function googleProfiles(nowMs: number): StoreDocuments['profiles'] {
  const provider = 'google'
  return {
    'google:gemini-api': { type: 'api_key', provider, key: fakeSecret('AIza', 'gM3k') },
    // An expired access token that is renewed at the next use.
    'google:riley@example.com': {
      type: 'oauth',
      provider,
      access: fakeSecret('ya29.', 'rA8c'),
      refresh: fakeSecret('1//', 'rR5e'),
      expires: nowMs - 70 * MINUTE_MS,
      email: 'riley@example.com',
    },
    'google:team': { type: 'api_key', provider, key: fakeSecret('AIza', 'gT1k') },
    'google:gateway': { type: 'api_key', provider: 'openrouter', key: fakeSecret('sk-or-v1-', 'gW6y') },
    'google:old-key': { type: 'api_key', provider, key: fakeSecret('AIza', 'gO9k'), displayName: 'Key of last year' },
  }
}

/** No order anywhere: by rotation, least recently used first. */
function openrouterProfiles(): StoreDocuments['profiles'] {
  const provider = 'openrouter'
  return {
    'openrouter:default': {
      type: 'api_key',
      provider,
      keyRef: { source: 'exec', provider: 'keychain', id: 'openrouter/default' },
    },
    'openrouter:spare': { type: 'api_key', provider, key: fakeSecret('sk-or-v1-', 'sP4r') },
    'openrouter:pasted': {
      type: 'api_key',
      provider,
      key: 'openclaw onboard --non-interactive --auth-choice openrouter-api-key',
    },
    'openrouter:empty': { type: 'api_key', provider, displayName: 'Never finished' },
  }
}

function usageStats(nowMs: number): NonNullable<StoreDocuments['usageStats']> {
  return {
    // Returns while one watches, and answers first again.
    'anthropic:work': {
      lastUsed: nowMs - 21 * SECOND_MS,
      ...cooldown('rate_limit', {
        nowMs,
        endsInMs: 40 * SECOND_MS,
        lengthMs: MINUTE_MS,
        failures: 2,
        model: 'claude-opus-5',
      }),
    },
    'anthropic:personal': { lastUsed: nowMs - 12 * SECOND_MS },
    'anthropic:team': {
      lastUsed: nowMs - 25 * MINUTE_MS,
      ...cooldown('overloaded', { nowMs, endsInMs: 3 * MINUTE_MS, lengthMs: 5 * MINUTE_MS, failures: 3 }),
    },
    'openai:alex@example.com': {
      lastUsed: nowMs - 4 * HOUR_MS,
      ...blocked('codex_rate_limits', {
        nowMs,
        endsInMs: 2 * DAY_MS + 5 * HOUR_MS,
        lengthMs: 2 * DAY_MS + 9 * HOUR_MS,
        failures: 1,
      }),
    },
    'openai:jordan@example.com': {
      lastUsed: nowMs - 95 * MINUTE_MS,
      ...blocked('wham', {
        nowMs,
        endsInMs: 200 * MINUTE_MS,
        lengthMs: 295 * MINUTE_MS,
        failures: 1,
        model: 'gpt-6-astra',
      }),
    },
    'openai:api-key-backup': { lastUsed: nowMs - 6 * MINUTE_MS },
    'google:gemini-api': {
      lastUsed: nowMs - 40 * MINUTE_MS,
      ...cooldown('rate_limit', { nowMs, endsInMs: 11 * MINUTE_MS, lengthMs: 16 * MINUTE_MS, failures: 6 }),
    },
    // A window that has ended: the last events show it.
    'google:riley@example.com': {
      lastUsed: nowMs - 8 * MINUTE_MS,
      ...cooldown('timeout', { nowMs, endsInMs: -12 * MINUTE_MS, lengthMs: 30 * SECOND_MS, failures: 1 }),
    },
    'openrouter:default': { lastUsed: nowMs - 3 * HOUR_MS },
    'openrouter:spare': { lastUsed: nowMs - 26 * HOUR_MS },
  }
}
