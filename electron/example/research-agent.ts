import { HOUR_MS, MINUTE_MS } from '../../shared/engine/index.ts'
import type { AgentDocuments } from './documents.ts'
import { cooldown, disabled } from './failure-stats.ts'
import { fakeSecret } from './fake-secrets.ts'

const DAY_MS = 24 * HOUR_MS

/** An agent with accounts and an order of its own, all of Anthropic locked: its first fallback answers. */
export function researchAgent(nowMs: number): AgentDocuments {
  return {
    id: 'research',
    store: {
      profiles: {
        'anthropic:lab-token': {
          type: 'token',
          provider: 'anthropic',
          token: fakeSecret('sk-ant-oat01-', 'lT5b'),
          expires: nowMs + 9 * DAY_MS,
          displayName: 'Lab setup token',
        },
        'anthropic:lab-key': {
          type: 'api_key',
          provider: 'anthropic',
          key: fakeSecret('sk-ant-api03-', 'lK8b'),
          displayName: 'Lab API key',
        },
        'anthropic:trial': {
          type: 'token',
          provider: 'anthropic',
          token: fakeSecret('sk-ant-oat01-', 'tR1l'),
          expires: nowMs - 3 * DAY_MS,
          displayName: 'Trial',
        },
        'anthropic:broken': {
          type: 'token',
          provider: 'anthropic',
          token: fakeSecret('sk-ant-oat01-', 'bK0n'),
          expires: 'next summer',
          displayName: 'Imported by hand',
        },
        // Renewed at its next use, within minutes.
        'openai:lab@example.com': {
          type: 'oauth',
          provider: 'openai',
          access: fakeSecret('eyJhbGciOi.', 'lA7b'),
          refresh: fakeSecret('rt_', 'lR4b'),
          expires: nowMs + 4 * MINUTE_MS,
          email: 'lab@example.com',
          accountId: 'acct_example_lab',
          chatgptPlanType: 'business',
        },
      },
      order: { anthropic: ['anthropic:lab-token', 'anthropic:lab-key', 'anthropic:trial', 'anthropic:broken'] },
      lastGood: { openai: 'openai:lab@example.com' },
      usageStats: {
        'anthropic:lab-token': {
          lastUsed: nowMs - 4 * MINUTE_MS,
          ...cooldown('rate_limit', { nowMs, endsInMs: 5 * MINUTE_MS, lengthMs: 8 * MINUTE_MS, failures: 5 }),
        },
        'anthropic:lab-key': {
          lastUsed: nowMs - 29 * MINUTE_MS,
          ...disabled('billing', { nowMs, endsInMs: 52 * MINUTE_MS, lengthMs: 80 * MINUTE_MS, failures: 4 }),
        },
        'openai:lab@example.com': { lastUsed: nowMs - 2 * MINUTE_MS },
      },
    },
    sessions: [
      {
        key: 'agent:research:cron:papers',
        updatedAt: nowMs - 2 * MINUTE_MS,
        entry: {
          modelProvider: 'openai',
          model: 'gpt-6-astra',
          providerOverride: 'openai',
          modelOverride: 'gpt-6-astra',
          modelOverrideSource: 'auto',
          modelOverrideFallbackOriginProvider: 'anthropic',
          modelOverrideFallbackOriginModel: 'claude-opus-5',
          authProfileOverride: 'openai:lab@example.com',
          authProfileOverrideSource: 'auto',
        },
      },
    ],
  }
}
