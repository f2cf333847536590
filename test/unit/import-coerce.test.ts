import { describe, expect, test } from 'vitest'
import { coerceCredential } from '../../electron/import/coerce-credential.ts'
import { materialState } from '../../electron/import/raw-entry.ts'
import { ORDER_RULES_BY_RELEASE } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { imported, lineOf, profilesOf, source } from '../support/import-sources.ts'

const rules = ORDER_RULES_BY_RELEASE['2026.9.6']
const REF = { source: 'env', provider: 'default', id: 'DEMO_KEY' }

function coerced(value: unknown): { raw: Record<string, unknown>; notes: readonly string[] } {
  const entry = coerceCredential(value, { rules })
  if (entry.kind !== 'credential') throw new Error(entry.why)
  return { raw: entry.credential.raw, notes: entry.credential.notes }
}

function refusal(value: unknown): string {
  const entry = coerceCredential(value, { rules })
  return entry.kind === 'refused' ? entry.why : 'none'
}

describe('the form of an entry', () => {
  test('mode stands for type and apiKey for key; the provider is trimmed and in lower case', () => {
    expect(coerced({ mode: 'api_key', provider: ' Demo ', apiKey: 'made-up' })).toEqual({
      raw: { type: 'api_key', provider: 'demo', key: 'made-up' },
      notes: ['alias_spelling'],
    })
  })

  test('a value that is a reference goes where references stand', () => {
    expect(coerced({ type: 'api_key', provider: 'demo', key: { source: 'env', id: 'DEMO_KEY' } }).raw).toEqual({
      type: 'api_key',
      provider: 'demo',
      keyRef: REF,
    })
    expect(coerced({ type: 'token', provider: 'demo', token: REF }).raw).toMatchObject({ tokenRef: REF })
    expect(coerced({ type: 'token', provider: 'demo', tokenRef: '${DEMO_KEY}' }).raw).toMatchObject({ tokenRef: REF })
  })

  test('beside a reference, an inline secret stays in the source', () => {
    const { raw, notes } = coerced({ type: 'api_key', provider: 'demo', key: 'made-up', keyRef: REF })
    expect([raw, notes]).toEqual([{ type: 'api_key', provider: 'demo', keyRef: REF }, ['reference_wins']])
  })

  test('metadata keeps texts, copyToAgents a truth value, descriptions whatever is not blank; nothing else', () => {
    const value = {
      type: 'api_key',
      provider: 'demo',
      key: 'made-up',
      metadata: { account: '42', count: 1 },
      copyToAgents: 'yes',
      email: ' ',
      displayName: 'Work',
      other: 'x',
    }
    expect(coerced(value)).toEqual({
      raw: { type: 'api_key', provider: 'demo', key: 'made-up', metadata: { account: '42' }, displayName: 'Work' },
      notes: ['unknown_fields'],
    })
  })

  test('a sign-in keeps its fields and takes no reference', () => {
    const signIn = { type: 'oauth', provider: 'demo', access: 'a1', refresh: 'r1', idToken: 'i1', expires: 4e12 }
    expect(coerced({ ...signIn, accountId: 'acct', keyRef: REF })).toEqual({
      raw: { ...signIn, accountId: 'acct' },
      notes: ['reference_in_oauth', 'unknown_fields'],
    })
  })

  test('a sign-in that lies in a sidecar has to be done again', () => {
    const oauthRef = { source: 'openclaw-credentials', provider: 'openai-codex', id: '0'.repeat(32) }
    const { raw, notes } = coerced({ type: 'oauth', provider: 'openai-codex', oauthRef })
    expect([raw['oauthRef'], notes]).toEqual([oauthRef, ['unresolved_reference']])
  })

  test.each([
    ['not_an_object', 'text'],
    ['not_an_object', ['list']],
    ['unknown_type', { provider: 'demo', key: 'made-up' }],
    ['unknown_type', { type: 'later', provider: 'demo' }],
    ['no_provider', { type: 'api_key', key: 'made-up' }],
    ['no_material', { type: 'api_key', provider: 'demo', key: ' \n' }],
    ['no_material', { type: 'oauth', provider: 'demo', access: REF, idToken: 'i1' }],
    ['aws_sdk_marker', { mode: 'aws-sdk', provider: 'amazon-bedrock' }],
    ['setup_inactive', { type: 'api_key', provider: 'demo', key: 'made-up', setup: { replacement: true } }],
    ['command_line_key', { type: 'api_key', provider: 'demo', key: 'openclaw onboard --auth-choice demo' }],
    ['refresh_in_progress', marker('')],
    ['refresh_failed', marker('failed:')],
  ])('%s', (why, value) => {
    expect(refusal(value)).toBe(why)
  })

  function marker(failed: string): object {
    const access = `openclaw-oauth-refresh-fence:v1:${'0'.repeat(32)}:${failed}access:${'1'.repeat(64)}`
    return { type: 'oauth', provider: 'demo', access, refresh: access.replace('access:', 'refresh:'), expires: 1 }
  }
})

describe('reported faults', () => {
  test('OR-13: other spellings are read, and what is not usable is named and left where it is', () => {
    interface Input {
      readonly profiles: Readonly<Record<string, Record<string, unknown>>>
    }
    const { input, expected } = bugCase<Input, { usable: string[]; reported: string[] }>('OR-13')
    const document = { profiles: input.profiles }
    const older = { rules: ORDER_RULES_BY_RELEASE['2026.5.20'], unifyOpenAi: false }
    const result = imported([source('auth_profiles', document)], undefined, older)
    expect(Object.keys(profilesOf(result))).toEqual(expected.usable)
    expect(result.plan.entries.filter(({ action }) => action === 'skip').map(({ originalId }) => originalId)).toEqual(
      expected.reported,
    )
    expect(profilesOf(result)['my-key']).toEqual({ type: 'api_key', provider: 'acme', key: '<key>' })
    expect(lineOf(result.plan, 'my-key').notes).toEqual(['key_under_unread_field'])
    expect(lineOf(result.plan, 'anthropic:api').notes).toEqual(['alias_spelling'])

    const later = imported([source('auth_profiles', document)])
    expect(lineOf(later.plan, 'bad').notes).toEqual(['alias_spelling'])
  })

  test('OR-14: what a terminal adds to a pasted key goes, and the plan says so', () => {
    const { input } = bugCase<{ readonly profiles: object }, { readonly keyTrimmed: boolean }>('OR-14')
    const result = imported([source('auth_profiles', { profiles: input.profiles })])
    expect(profilesOf(result)['openai:p']?.['key']).toBe('sk-test')
    expect(lineOf(result.plan, 'openai:p').notes).toEqual(['secret_cleaned'])
  })

  test('OA-07: seconds become milliseconds, a duration is flagged, a time stays', () => {
    interface Input {
      readonly now: number
      readonly profiles: Readonly<Record<string, { readonly expires: number }>>
    }
    const { input } = bugCase<Input, unknown>('OA-07')
    const entries = Object.entries(input.profiles).map(([id, entry]) => [
      id,
      { ...entry, provider: 'minimax-portal', access: `made-up-${id}`, refresh: `made-up-too-${id}` },
    ])
    const { plan } = imported([source('auth_profiles', { profiles: Object.fromEntries(entries) })])
    const shown = plan.entries.map(({ originalId, expiresMs, notes }) => [originalId, expiresMs, notes])
    expect(shown).toEqual([
      ['minimax-portal:a', 3600, ['expires_implausible']],
      ['minimax-portal:b', input.now + 3_600_000, ['expires_in_seconds']],
      ['minimax-portal:c', input.now + 3_600_000, []],
    ])
  })

  test.each([null, 'tomorrow', -1, 0, '1770003600000'])('expires %j becomes 0 instead of "never"', (expires) => {
    expect(coerced({ type: 'token', provider: 'demo', token: 'made-up', expires })).toEqual({
      raw: { type: 'token', provider: 'demo', token: 'made-up', expires: 0 },
      notes: ['expires_invalid'],
    })
  })
})

describe('whether a stored entry can be signed in with', () => {
  test.each([
    ['usable', { type: 'api_key', key: 'x' }],
    ['usable', { type: 'api_key', keyRef: REF }],
    ['usable', { type: 'oauth', access: { source: 'store', provider: 'vault', id: 'A' } }],
    ['usable', { type: 'oauth', oauthRef: { source: 'openclaw-credentials' } }],
    ['none', { type: 'api_key', key: ' ', token: 'x' }],
    ['none', { type: 'oauth', idToken: 'x' }],
    ['unreadable', { type: 'later', key: 'x' }],
    ['unreadable', 'text'],
  ])('%s', (state, entry) => {
    expect(materialState(entry)).toBe(state)
  })
})
