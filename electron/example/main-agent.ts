import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/engine/index.ts'
import type { AgentDocuments } from './documents.ts'

/** The assistant: no store of its own. One of its sessions has fallen back, one has a model and an account chosen by hand. */
export function mainAgent(nowMs: number): AgentDocuments {
  return {
    id: 'main',
    store: null,
    sessions: [
      {
        key: 'agent:main:main',
        updatedAt: nowMs - 12 * SECOND_MS,
        entry: {
          modelProvider: 'anthropic',
          model: 'claude-opus-5',
          authProfileOverride: 'anthropic:personal',
          authProfileOverrideSource: 'auto',
        },
      },
      {
        key: 'agent:main:telegram:group:planning',
        updatedAt: nowMs - 6 * MINUTE_MS,
        entry: {
          modelProvider: 'openai',
          model: 'gpt-6-astra',
          providerOverride: 'openai',
          modelOverride: 'gpt-6-astra',
          modelOverrideSource: 'auto',
          modelOverrideFallbackOriginProvider: 'anthropic',
          modelOverrideFallbackOriginModel: 'claude-opus-5',
          authProfileOverride: 'openai:api-key-backup',
          authProfileOverrideSource: 'auto',
        },
      },
      {
        key: 'agent:main:direct:riley',
        updatedAt: nowMs - 2 * HOUR_MS,
        entry: {
          modelProvider: 'google',
          model: 'gemini-3-pro',
          providerOverride: 'google',
          modelOverride: 'gemini-3-pro',
          modelOverrideSource: 'user',
          authProfileOverride: 'google:riley@example.com',
          authProfileOverrideSource: 'user',
        },
      },
    ],
  }
}
