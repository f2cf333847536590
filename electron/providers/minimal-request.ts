import type { ProviderEndpoint } from './endpoints.ts'

export interface MinimalRequest {
  readonly url: URL
  readonly body: string
}

const PROMPT = 'ping'
/** The fewest tokens that every server of the form takes. */
const FEW_TOKENS = 8
const FEW_RESPONSE_TOKENS = 16

/** The smallest real request of a form: one word in, a few tokens out, nothing kept by the server. */
export function minimalRequest({ api, baseUrl }: ProviderEndpoint, model: string): MinimalRequest {
  switch (api) {
    case 'openai-completions':
      return request(`${baseUrl}/chat/completions`, {
        model,
        messages: [{ role: 'user', content: PROMPT }],
        // OpenAI's own models refuse the older name, most other servers do not know the newer one.
        [isOpenAi(baseUrl) ? 'max_completion_tokens' : 'max_tokens']: FEW_RESPONSE_TOKENS,
        stream: false,
      })
    case 'openai-responses':
      return request(`${baseUrl}/responses`, {
        model,
        input: PROMPT,
        max_output_tokens: FEW_RESPONSE_TOKENS,
        store: false,
        stream: false,
      })
    case 'anthropic-messages':
      return request(baseUrl.endsWith('/v1') ? `${baseUrl}/messages` : `${baseUrl}/v1/messages`, {
        model,
        max_tokens: FEW_TOKENS,
        messages: [{ role: 'user', content: PROMPT }],
        stream: false,
      })
    case 'google-generative-ai':
      return request(`${baseUrl}/models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`, {
        contents: [{ role: 'user', parts: [{ text: PROMPT }] }],
        generationConfig: { maxOutputTokens: FEW_TOKENS },
      })
  }
}

function request(url: string, body: unknown): MinimalRequest {
  return { url: new URL(url), body: JSON.stringify(body) }
}

function isOpenAi(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com'
}
