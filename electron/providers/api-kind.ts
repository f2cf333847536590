/** The request forms that a test call knows. */
const API_KINDS = ['openai-completions', 'openai-responses', 'anthropic-messages', 'google-generative-ai'] as const

export type ApiKind = (typeof API_KINDS)[number]

/** The form that a name in the configuration stands for; null: one that cannot be called with a key alone. */
export function apiKindOf(name: string): ApiKind | null {
  if (name === 'ollama') return 'openai-completions'
  return API_KINDS.find((kind) => kind === name) ?? null
}
