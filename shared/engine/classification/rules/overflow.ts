import { all, any, check, follows, has, hasWord, not } from './condition.ts'
import type { TextRule } from './rule.ts'

/** A limit per minute is a rate limit, however long the request is; and a demand for reasoning is no overflow. */
const IS_RATE_OR_DEMAND = any(
  hasWord('tpm'),
  has('tokens per minute', 'reasoning is mandatory', 'reasoning is required', 'reasoning cannot be disabled'),
)
const OVERFLOW = { family: 'overflow', reason: 'context_overflow' } as const

/** Requests that do not fit the model's context. Compaction answers them, not the next model (R40). */
export const OVERFLOW_RULES: readonly TextRule[] = [
  {
    ...OVERFLOW,
    id: 'overflow.request-size-ceiling',
    matches: 'a request of more tokens than the limit per minute, which no waiting makes fit',
    when: all(check('request-above-limit'), any(hasWord('tpm'), has('tokens per minute'))),
    since: '2026.9.6',
  },
  {
    ...OVERFLOW,
    id: 'overflow.words',
    matches: 'prompt or context longer than the model takes',
    when: all(
      has(
        'request_too_large',
        'context_overflow',
        'context overflow:',
        'context_length_exceeded',
        'context length exceeded',
        'context length is exceeded',
        'maximum context length',
        'prompt is too long',
        'prompt too long',
        'exceeds model context window',
        "exceeds the model's context window",
        'exceeds the context window',
        'model token limit',
        'request exceeds the maximum size',
        'context_window_exceeded',
        'available context size',
        'input is too long for the model',
        'input is too long for requested model',
        'input token count exceeds the maximum number of input tokens',
      ),
      not(IS_RATE_OR_DEMAND),
    ),
  },
  {
    ...OVERFLOW,
    id: 'overflow.phrases',
    matches: 'output or input length that exceeds the context, or 413 with "too large"',
    when: all(
      any(
        all(follows(['max_tokens'], ['exceed'], 120), has('context')),
        all(follows(['input length'], ['exceed'], 120), has('context')),
        all(hasWord('413'), has('too large')),
      ),
      not(IS_RATE_OR_DEMAND),
    ),
  },
  {
    ...OVERFLOW,
    id: 'overflow.chinese',
    matches: 'Chinese texts for a context that is too long',
    when: has(
      '上下文过长',
      '上下文超出',
      '上下文长度超',
      '超出最大上下文',
      '超过最大上下文',
      '请压缩上下文',
      '输入内容过长',
    ),
  },
  {
    ...OVERFLOW,
    id: 'overflow.providers',
    matches: 'wordings of Google, llama.cpp, xAI, Cohere, Mistral, Ollama and TGI',
    when: all(
      any(
        has(
          'exceeds the maximum number of tokens',
          'context size has been exceeded',
          'maximum prompt length is',
          'ran out of room in the context window',
          'ran out of space in the context window',
          'exceeded max context length',
          'too many tokens: the total number of tokens',
          'with maximum context length',
          'must have less than',
        ),
        follows(['input token count'], ['exceeds the maximum'], 40),
        follows(['inputs tokens', 'input tokens'], ['must be <='], 60),
      ),
      not(IS_RATE_OR_DEMAND),
    ),
    since: '2026.9.6',
  },
  {
    ...OVERFLOW,
    id: 'overflow.maximum-input',
    matches: 'more tokens than the maximum number of input tokens',
    when: all(has('exceeds the maximum number of input tokens'), not(IS_RATE_OR_DEMAND)),
    correction: { adds: ['CL-40'] },
  },
  {
    ...OVERFLOW,
    id: 'overflow.413-without-body',
    matches: '413 without a body',
    when: all({ startsWithStatus: [413] }, has('(no body)')),
    since: '2026.9.6',
    correction: { adds: ['CL-38'] },
  },
]

/** Looser wordings, asked after everything else. */
export const BROAD_OVERFLOW_RULES: readonly TextRule[] = [
  {
    id: 'overflow.broad',
    family: 'overflow_broad',
    matches: 'context window, context length or prompt length with a word for "too much"',
    when: all(
      has('context window', 'context length', 'context size', 'prompt length', 'input length', 'prompt token count'),
      has('exceed', 'too long', 'too large', 'overflow', 'greater than', 'larger than', 'reached its maximum'),
      not(has('context window too small', 'context window is too small', 'prompt template')),
      not(IS_RATE_OR_DEMAND),
      not(check('reads-as-prose')),
    ),
    reason: 'context_overflow',
  },
]
