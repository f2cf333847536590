import { own } from '../../shared/engine/index.ts'
import type { ApiKind } from './api-kind.ts'

/** A provider that can be called without any configuration. */
export interface KnownProvider {
  readonly api: ApiKind
  readonly baseUrl: string
  /** A small model for a test call where the configuration names none; null: which models there are is up to the user. */
  readonly testModel: string | null
}

const completions = (baseUrl: string, testModel: string | null): KnownProvider => ({
  api: 'openai-completions',
  baseUrl,
  testModel,
})

const KNOWN: Readonly<Record<string, KnownProvider>> = {
  openai: { api: 'openai-responses', baseUrl: 'https://api.openai.com/v1', testModel: 'gpt-5-mini' },
  anthropic: { api: 'anthropic-messages', baseUrl: 'https://api.anthropic.com', testModel: 'claude-haiku-4-5' },
  google: {
    api: 'google-generative-ai',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    testModel: 'gemini-2.5-flash',
  },
  kimi: { api: 'anthropic-messages', baseUrl: 'https://api.kimi.com/coding', testModel: 'kimi-for-coding' },
  minimax: { api: 'anthropic-messages', baseUrl: 'https://api.minimax.io/anthropic', testModel: 'MiniMax-M2' },
  openrouter: completions('https://openrouter.ai/api/v1', 'openrouter/auto'),
  groq: completions('https://api.groq.com/openai/v1', 'llama-3.1-8b-instant'),
  mistral: completions('https://api.mistral.ai/v1', 'mistral-small-latest'),
  xai: completions('https://api.x.ai/v1', 'grok-4'),
  deepseek: completions('https://api.deepseek.com/v1', 'deepseek-chat'),
  zai: completions('https://api.z.ai/api/paas/v4', 'glm-4.5-flash'),
  moonshot: completions('https://api.moonshot.ai/v1', 'kimi-k2.5'),
  together: completions('https://api.together.xyz/v1', 'meta-llama/Llama-3.3-70B-Instruct-Turbo'),
  fireworks: completions('https://api.fireworks.ai/inference/v1', null),
  cerebras: completions('https://api.cerebras.ai/v1', 'llama3.1-8b'),
  perplexity: completions('https://api.perplexity.ai', 'sonar'),
  nvidia: completions('https://integrate.api.nvidia.com/v1', null),
  huggingface: completions('https://router.huggingface.co/v1', null),
  venice: completions('https://api.venice.ai/api/v1', null),
  ollama: completions('http://127.0.0.1:11434/v1', null),
  lmstudio: completions('http://127.0.0.1:1234/v1', null),
  vllm: completions('http://127.0.0.1:8000/v1', null),
}

const SUBSCRIPTION = 'It is called with a subscription through a program of its own, not with a plain request.'
const CLOUD = 'It is called with the sign-in of a cloud account, not with a key.'
const NOT_CALLABLE: Readonly<Record<string, string>> = {
  'github-copilot': 'It takes a token that is exchanged for each session, so a stored one alone cannot be tried.',
  'openai-codex': SUBSCRIPTION,
  'claude-cli': SUBSCRIPTION,
  'codex-cli': SUBSCRIPTION,
  'google-gemini-cli': SUBSCRIPTION,
  'google-antigravity': SUBSCRIPTION,
  'google-vertex': CLOUD,
  'anthropic-vertex': CLOUD,
  'amazon-bedrock': CLOUD,
}

const SPELLINGS: Readonly<Record<string, string>> = {
  'z.ai': 'zai',
  'z-ai': 'zai',
  'kimi-code': 'kimi',
  'kimi-coding': 'kimi',
  moonshotai: 'moonshot',
  'lm-studio': 'lmstudio',
  gemini: 'google',
  'x-ai': 'xai',
}

export function knownProvider(provider: string): KnownProvider | null {
  return own(KNOWN, own(SPELLINGS, provider) ?? provider) ?? null
}

/** Why a provider of this id cannot be called with a stored credential alone; null: nothing is known against it. */
export function whyNotCallable(provider: string): string | null {
  return own(NOT_CALLABLE, provider) ?? null
}
