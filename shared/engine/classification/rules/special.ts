import { all, any, follows, has, hasWord, not, spelled } from './condition.ts'
import type { TextRule } from './rule.ts'

/** Texts that would be misread by the general rules and are therefore asked first. */
export const SPECIAL_RULES: readonly TextRule[] = [
  {
    id: 'image.dimensions',
    family: 'image',
    matches: 'image dimensions above the allowed size',
    when: has('image dimensions exceed max allowed size'),
    reason: null,
  },
  {
    id: 'image.size',
    family: 'image',
    matches: 'an image of more megabytes than allowed',
    when: follows(['image exceeds'], ['mb'], 12),
    reason: null,
  },
  {
    id: 'image.unsupported',
    family: 'image',
    matches: 'the model takes no image input',
    when: any(
      has('does not support image input', 'unsupported image input'),
      follows(['no endpoints'], ['support image input'], 24),
    ),
    reason: 'format',
  },
  {
    id: 'cli.claude-signed-out',
    family: 'cli',
    matches: 'Claude CLI is not signed in, or its session expired and could not be refreshed',
    when: any(
      { isText: ['not logged in · please run /login'] },
      all(has('oauth session expired'), has('could not be refreshed', 'not refreshable')),
    ),
    reason: 'auth',
    providers: { ids: ['claude-cli'] },
    since: '2026.9.6',
  },
  {
    id: 'session.transcript-invalid',
    family: 'session',
    matches: 'an entry of the session transcript is invalid',
    when: has('invalid session transcript entry'),
    reason: 'format',
    since: '2026.9.6',
  },
  {
    id: 'session.gone',
    family: 'session',
    matches: 'the remote session or conversation is unknown, expired or invalid',
    when: has(
      'session not found',
      'session does not exist',
      'session expired',
      'session has expired',
      'session invalid',
      'session is invalid',
      'session id not found',
      'conversation not found',
      'conversation does not exist',
      'conversation expired',
      'conversation has expired',
      'conversation invalid',
      'conversation is invalid',
      'no conversation found',
      'no such session',
      'invalid session',
    ),
    reason: 'session_expired',
  },
  ...modelRules(),
  {
    id: 'special.workers-ai-quota',
    family: 'special',
    matches: 'the Workers AI gateway says that the quota limit is exceeded',
    when: all(has('workers_ai'), has('quota limit exceeded')),
    reason: 'rate_limit',
  },
  {
    id: 'special.model-not-ready',
    family: 'special',
    matches: 'Bedrock reports that the model is not ready',
    when: has('modelnotreadyexception'),
    reason: 'overloaded',
  },
  {
    id: 'special.model-deactivated',
    family: 'special',
    matches: 'the model has been deactivated',
    when: has(
      'model deactivated',
      'model_deactivated',
      'model is deactivated',
      'model_is_deactivated',
      'model has been deactivated',
    ),
    reason: 'model_not_found',
  },
]

function modelRules(): readonly TextRule[] {
  const missing = { family: 'model', reason: 'model_not_found' } as const
  return [
    {
      ...missing,
      id: 'model.unknown',
      matches: 'the model, its route or its endpoint is unknown',
      when: has(
        'no endpoints found for',
        'router not found',
        'unknown model',
        'not_found_error',
        'not supported model',
        'is not a valid model id',
        ...spelled(['model', 'not', 'found'], ' ', '_', '-'),
      ),
    },
    {
      ...missing,
      id: 'model.not-found',
      matches: '"model", and "not found" within 60 characters',
      when: follows(['model'], ['not found', 'not_found', 'not-found'], 60),
      since: '2026.9.6',
      correction: { adds: ['CL-47'] },
    },
    {
      ...missing,
      id: 'model.404',
      matches: 'the number 404 together with "not found"',
      when: all(hasWord('404'), has('not found', 'not_found', 'not-found')),
    },
    {
      ...missing,
      id: 'model.missing',
      matches: 'the model does not exist, or its reference is invalid',
      when: any(
        all(has('model'), has('does not exist')),
        all(has('models/'), has('is not found')),
        all(has('invalid model'), not(has('invalid model reference'))),
      ),
    },
    {
      ...missing,
      id: 'model.account',
      matches: 'the model cannot be used with a ChatGPT account',
      when: all(follows(['model'], ['not supported'], 120), has('chatgpt account')),
    },
    {
      ...missing,
      id: 'model.retired',
      matches: 'the model is deprecated and names a successor, or was a stealth model that has been revealed',
      when: any(
        all(has('deprecated'), has('upgrade to', 'transition to')),
        all(has('stealth model'), has('find it here')),
      ),
    },
    {
      ...missing,
      id: 'model.unsupported-code',
      matches: 'the code `model_not_supported`',
      when: { bodyCode: ['model_not_supported'] },
      correction: { adds: ['CL-43'] },
    },
  ]
}
