import { HOUR_MS, MINUTE_MS } from '../../shared/engine/index.ts'
import type { AgentDocuments } from './documents.ts'
import { disabled } from './failure-stats.ts'
import { fakeSecret } from './fake-secrets.ts'

/** An agent that is stuck: one account, refused for good, and a model setting that allows no fallback. */
export function opsAgent(nowMs: number): AgentDocuments {
  return {
    id: 'ops',
    store: {
      profiles: {
        'anthropic:ops': {
          type: 'api_key',
          provider: 'anthropic',
          key: fakeSecret('sk-ant-api03-', 'oP5s'),
          displayName: 'Operations key',
        },
      },
      order: { anthropic: ['anthropic:ops'] },
      lastGood: { anthropic: 'anthropic:ops' },
      usageStats: {
        'anthropic:ops': {
          lastUsed: nowMs - 9 * HOUR_MS,
          ...disabled('auth_permanent', { nowMs, endsInMs: 13 * MINUTE_MS, lengthMs: 20 * MINUTE_MS, failures: 2 }),
        },
      },
    },
    sessions: [
      {
        key: 'agent:ops:main',
        updatedAt: nowMs - 7 * MINUTE_MS,
        entry: { modelProvider: 'anthropic', model: 'claude-sonnet-5' },
      },
    ],
  }
}
