import { all, any, follows, has, hasWord, spelled } from './condition.ts'
import type { TextRule } from './rule.ts'

const PERMANENT = { family: 'auth_permanent', reason: 'auth_permanent' } as const

/** Credentials that no retry revives. */
export const AUTH_PERMANENT_RULES: readonly TextRule[] = [
  {
    ...PERMANENT,
    id: 'auth-permanent.refresh',
    matches: 'an OAuth refresh that failed for a cause that only a new sign-in ends',
    when: all(
      has(
        'oauth token refresh failed',
        'token could not be refreshed',
        'failed to refresh oauth token',
        'failed to refresh token',
      ),
      has(
        'refresh_token_reused',
        'expired',
        'invalid_grant',
        'token_invalidated',
        'sign in again',
        'invalid refresh token',
        'revoked',
      ),
    ),
  },
  {
    ...PERMANENT,
    id: 'auth-permanent.revoked',
    matches: 'the key or account was revoked, disabled, deactivated or deleted, or the organization does not allow it',
    when: has(
      ...['api key', 'api_key', 'api-key', 'apikey'].flatMap((key) =>
        ['revoked', 'deactivated', 'deleted'].flatMap((end) => spelled([key, end], ' ', '_', '-', '')),
      ),
      'key has been disabled',
      'key has been revoked',
      'account has been deactivated',
      'not allowed for this organization',
    ),
  },
  {
    ...PERMANENT,
    id: 'auth-permanent.workspace',
    matches: 'the workspace is deactivated',
    when: has('deactivated workspace', 'deactivated_workspace'),
    since: '2026.7.1',
  },
]

const AUTH = { family: 'auth', reason: 'auth' } as const

/** Credentials that are refused. */
export const AUTH_RULES: readonly TextRule[] = [
  {
    ...AUTH,
    id: 'auth.key',
    matches: 'an invalid or incorrect API key or token',
    when: any(
      has(
        'invalid api key',
        'invalid api_key',
        'invalid_api_key',
        'invalid apikey',
        'invalidapikey',
        'incorrect api key',
        'invalid token',
      ),
      follows(['could not authenticate', 'could not validate'], ['api key', 'api_key', 'credentials'], 120),
      follows(['failed to extract', 'failed to parse', 'failed to validate', 'failed to decode'], ['token'], 120),
    ),
  },
  {
    ...AUTH,
    id: 'auth.key-not-valid',
    matches: 'an API key that is not valid',
    when: has(
      ...['api key', 'api_key'].flatMap((key) => [
        `${key} invalid`,
        `${key} is invalid`,
        `${key} not valid`,
        `${key} is not valid`,
      ]),
    ),
    since: '2026.9.6',
  },
  {
    ...AUTH,
    id: 'auth.key-not-found',
    matches: 'an API key that is not found',
    when: has('api key not found'),
    correction: { adds: ['CL-51'] },
  },
  {
    ...AUTH,
    id: 'auth.words',
    matches: 'unauthorized, forbidden, access denied, missing permissions or scopes, no credentials',
    when: has(
      'permission_error',
      'authentication',
      're-authenticate',
      'oauth token refresh failed',
      'unauthorized',
      'forbidden',
      'access denied',
      'insufficient permission',
      'missing scope:',
      'missing scopes:',
      'no credentials found',
      'no api key found',
    ),
  },
  {
    ...AUTH,
    id: 'auth.expired',
    matches: '"expired"',
    when: has('expired'),
  },
  {
    ...AUTH,
    id: 'auth.numbers',
    matches: 'the number 401 or 403 as a word',
    when: hasWord('401', '403'),
  },
  {
    ...AUTH,
    id: 'auth.zai-1113',
    matches: 'Z.ai code 1113: wrong endpoint or credentials',
    when: { bodyCode: ['1113'] },
  },
  {
    ...AUTH,
    id: 'auth.qianfan-ce-011',
    matches: 'Qianfan code CE-011: the key is banned',
    when: has('ce-011'),
    since: '2026.7.1',
  },
  {
    ...AUTH,
    id: 'auth.chinese',
    matches: 'Chinese texts for refused credentials',
    when: has('无权访问', '认证失败', '鉴权失败', '密钥无效'),
  },
]
