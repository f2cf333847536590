/** `openclaw.json` as a person would keep it: JSON5 with comments. It holds no secret. */
export function configText(nowMs: number): string {
  return `// Switchyard's example. Every account and key in it is made up.
{
  auth: {
    profiles: {
      // Google: only what is listed here is used.
      'google:gemini-api': { provider: 'google', mode: 'api_key', displayName: 'Gemini API, work project' },
      'google:riley@example.com': { provider: 'google', mode: 'oauth', email: 'riley@example.com' },
      'google:team': { provider: 'google', mode: 'oauth' }, // stored as an API key
      'google:gateway': { provider: 'google', mode: 'api_key' }, // stored for another provider
      // Bedrock signs with the machine's AWS credentials; there is nothing to store.
      'amazon-bedrock:prod': { provider: 'amazon-bedrock', mode: 'aws-sdk', displayName: 'AWS production account' },
    },
    order: {
      anthropic: [
        'anthropic:work',
        'anthropic:personal',
        'anthropic:team',
        'anthropic:ci',
        'anthropic:retired', // this profile no longer exists
      ],
    },
  },
  models: {
    providers: {
      'amazon-bedrock': { auth: 'aws-sdk', models: [{ id: 'anthropic.claude-sonnet-5', name: 'Claude Sonnet 5' }] },
    },
  },
  agents: {
    defaults: {
      model: {
        primary: 'anthropic/claude-opus-5',
        fallbacks: [
          'openai/gpt-6-astra',
          'google/gemini-3-pro',
          'amazon-bedrock/anthropic.claude-sonnet-5',
          'openrouter/auto',
        ],
      },
    },
    entries: {
      main: { name: 'Assistant', default: true },
      research: {
        name: 'Research',
        model: { primary: 'anthropic/claude-opus-5', fallbacks: ['openai/gpt-6-astra', 'google/gemini-3-pro'] },
      },
      // A model without fallbacks: when its accounts are locked, nothing answers.
      ops: { name: 'Operations', model: 'anthropic/claude-sonnet-5' },
    },
  },
  meta: { lastTouchedVersion: '2026.9.6', lastTouchedAt: '${new Date(nowMs).toISOString()}' },
}
`
}
