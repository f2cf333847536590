import { describe, expect, it } from 'vitest'
import {
  draftOfReference,
  draftProblems,
  EMPTY_SECRET,
  profileIdOf,
  shownProblem,
  toAddInput,
  toEditInput,
  type AccountDraft,
  type EditDraft,
} from '../../renderer/features/accounts/account-editor/account-draft.ts'
import { knownProviders } from '../../renderer/features/accounts/account-editor/known-providers.ts'
import { formatLocalTime, parseLocalTime } from '../../renderer/features/accounts/account-editor/local-time.ts'
import { idsOf, ownerChoices, storeOf } from '../../renderer/features/accounts/account-editor/owners.ts'
import { suggestProfileId } from '../../renderer/features/accounts/account-editor/profile-id-suggestion.ts'
import { cleaningWords } from '../../renderer/lib/secrets/cleaning-words.ts'
import { cleanSecret } from '../../shared/engine/index.ts'
import { aliasProblem, referenceIdProblem, toReference } from '../../renderer/lib/secrets/reference-rules.ts'
import { describeAgent, type AuthProfile } from '../../shared/engine/index.ts'
import { addAccountInputSchema, editAccountInputSchema } from '../../shared/contract/schemas/inputs.ts'
import { buildFacts, must } from '../support/build-facts.ts'

const NONE: ReadonlySet<string> = new Set()

describe('the id of a new account', () => {
  const idea = { provider: 'alpha', email: '', isPasted: true }

  it('is named as OpenClaw names it', () => {
    expect(suggestProfileId(idea, NONE)).toBe('alpha:manual')
    expect(suggestProfileId({ ...idea, isPasted: false }, NONE)).toBe('alpha:default')
    expect(suggestProfileId({ ...idea, email: 'Me@Example.com ' }, NONE)).toBe('alpha:me@example.com')
    expect(suggestProfileId({ ...idea, provider: ' Alpha ' }, NONE)).toBe('alpha:manual')
    expect(suggestProfileId({ ...idea, provider: ' ' }, NONE)).toBe('')
  })

  it('never is one that is taken', () => {
    expect(suggestProfileId(idea, new Set(['alpha:manual']))).toBe('alpha:manual-2')
    expect(suggestProfileId(idea, new Set(['alpha:manual', 'alpha:manual-2', 'beta:manual-3']))).toBe('alpha:manual-3')
  })
})

describe('a secret that was pasted', () => {
  it('loses what no key has, and keeps inner spaces', () => {
    expect(cleanSecret('\u001B[0m ex\r\nam ple\u2502\n')).toBe('[0m exam ple')
    expect(cleanSecret('\u00FFab\u0080\u007F')).toBe('\u00FFab')
  })

  it('is said to have lost something, without a character of it', () => {
    expect(cleaningWords('example-key')).toBeNull()
    expect(cleaningWords(' a\nb\u0007\u2502')).toBe(
      'What cannot be part of a key is left out: line breaks, control characters, characters that no key has, space around it.',
    )
    expect(cleaningWords('\u2502')).toBe('Nothing in this can be part of a key.')
    expect(cleaningWords('zebra\n')).not.toContain('zebra')
  })
})

describe('references', () => {
  it.each([
    ['env', 'ALPHA_KEY', true],
    ['env', '${ALPHA_KEY}', true],
    ['env', '$ALPHA_KEY', true],
    ['env', 'alpha_key', false],
    ['env', '9ALPHA', false],
    ['env', 'A'.repeat(128), true],
    ['env', 'A'.repeat(129), false],
    ['file', 'value', true],
    ['file', '/alpha/key', true],
    ['file', '/a~1b/c~0d', true],
    ['file', '/a~2b', false],
    ['file', 'alpha/key', false],
    ['exec', 'alpha/key#1', true],
    ['exec', 'alpha/../key', false],
    ['exec', '.alpha', false],
    ['exec', 'alpha/./key', false],
    ['exec', 'a'.repeat(256), true],
    ['exec', 'a'.repeat(257), false],
  ] as const)('%s %s', (source, id, isFine) => {
    expect(referenceIdProblem(source, id) === null).toBe(isFine)
  })

  it('say nothing of what is not entered yet', () => {
    expect(referenceIdProblem('env', '  ')).toBeNull()
    expect(aliasProblem('')).toBeNull()
  })

  it('name their source', () => {
    expect(aliasProblem('passwords-1')).toBeNull()
    expect(aliasProblem('Passwords')).toContain('small letter')
    expect(aliasProblem('a'.repeat(65))).not.toBeNull()
  })

  it('are handed in whole', () => {
    expect(toReference('env', '', ' ${ALPHA_KEY} ')).toEqual({ source: 'env', provider: 'default', id: 'ALPHA_KEY' })
    expect(toReference('file', ' vaulted ', '/a')).toEqual({ source: 'file', provider: 'vaulted', id: '/a' })
  })
})

const DRAFT: AccountDraft = {
  provider: 'Alpha',
  type: 'api_key',
  secret: EMPTY_SECRET,
  profileId: null,
  owner: 'own',
  displayName: '',
  email: '',
  expiry: '',
}
const NOW_MS = Date.parse('2026-11-30T12:00:00Z')
const context = { entered: 'example-key', taken: NONE, nowMs: NOW_MS }

describe('the draft of an account', () => {
  it('is complete with a provider and a secret', () => {
    expect(draftProblems(DRAFT, context)).toEqual({})
    const input = toAddInput('main', DRAFT, { entered: ' example-key\n', taken: NONE })
    expect(input).toEqual({
      agentId: 'main',
      owner: 'own',
      profileId: 'alpha:manual',
      provider: 'alpha',
      type: 'api_key',
      secret: { kind: 'inline', value: 'example-key' },
      expiresMs: null,
      email: null,
      displayName: null,
    })
    expect(addAccountInputSchema.parse(input)).toEqual(input)
  })

  it('holds a reference instead', () => {
    const draft: AccountDraft = {
      ...DRAFT,
      type: 'token',
      secret: { place: 'exec', alias: 'keeper', refId: 'alpha/token' },
      email: 'me@example.com',
      displayName: ' Work ',
      expiry: '2027-01-31T18:00',
    }
    expect(draftProblems(draft, { ...context, entered: '' })).toEqual({})
    const input = toAddInput('main', draft, { entered: '', taken: NONE })
    expect(input).toMatchObject({
      profileId: 'alpha:me@example.com',
      secret: { kind: 'reference', ref: { source: 'exec', provider: 'keeper', id: 'alpha/token' } },
      expiresMs: parseLocalTime('2027-01-31T18:00'),
      displayName: 'Work',
    })
    expect(addAccountInputSchema.parse(input)).toEqual(input)
  })

  it('tells what is missing from what is wrong', () => {
    const empty = draftProblems({ ...DRAFT, provider: '' }, { ...context, entered: '' })
    expect(empty.provider).toEqual({ kind: 'missing', text: 'Name the provider.' })
    expect(empty.secret?.kind).toBe('missing')
    expect(shownProblem(empty.provider, false)).toBeNull()
    expect(shownProblem(empty.provider, true)).toBe('Name the provider.')
    const wrong = draftProblems(
      {
        ...DRAFT,
        provider: 'al pha',
        type: 'token',
        email: 'no body@example.com',
        expiry: '2026-11-30T00:00',
        secret: { place: 'env', alias: 'A', refId: 'lower' },
      },
      context,
    )
    expect(Object.keys(wrong).toSorted()).toEqual(['alias', 'email', 'expiry', 'provider', 'refId'])
    for (const problem of Object.values(wrong)) expect(problem.kind).toBe('wrong')
    expect(shownProblem(wrong.expiry, false)).toContain('past')
  })

  it('lets an address be typed to its end', () => {
    for (const email of ['m', 'me', 'me@']) {
      const problem = draftProblems({ ...DRAFT, email }, context).email
      expect(shownProblem(problem, false)).toBeNull()
      expect(shownProblem(problem, true)).toContain('e-mail')
    }
    expect(draftProblems({ ...DRAFT, email: 'me@example.com' }, context).email).toBeUndefined()
  })

  it('refuses an id that the store has, and one that cannot be', () => {
    const taken = new Set(['alpha:work'])
    const problem = (profileId: string) => draftProblems({ ...DRAFT, profileId }, { ...context, taken }).profileId
    expect(problem('alpha:work')?.kind).toBe('wrong')
    expect(problem(' alpha:work ')?.kind).toBe('wrong')
    expect(problem('alpha:home')).toBeUndefined()
    expect(problem('a'.repeat(200))).toBeUndefined()
    expect(problem('a'.repeat(201))?.text).toContain('200')
    expect(problem('alpha:\nwork')?.kind).toBe('wrong')
    expect(problem('')?.kind).toBe('missing')
    expect(profileIdOf({ ...DRAFT, profileId: null }, new Set(['alpha:manual']))).toBe('alpha:manual-2')
  })

  it('keeps no expiry for a key', () => {
    const draft: AccountDraft = { ...DRAFT, expiry: 'not a time' }
    expect(draftProblems(draft, context).expiry).toBeUndefined()
    expect(draftProblems({ ...draft, type: 'token' }, context).expiry?.kind).toBe('wrong')
    expect(toAddInput('main', { ...DRAFT, expiry: '2027-01-31T18:00' }, context).expiresMs).toBeNull()
  })
})

describe('editing an account', () => {
  const facts = buildFacts({
    agents: {
      main: {
        profiles: {
          'alpha:token': { type: 'token', provider: 'alpha', token: 'example-token', displayName: 'Home' },
        },
      },
    },
  })
  const profile: AuthProfile = must(facts.agents[0]?.store?.profiles[0])
  const before: EditDraft = { displayName: 'Home', email: '', expiry: '', secret: null }

  it('hands in only what is different', () => {
    expect(toEditInput('main', profile, before, before, '')).toBeNull()
    expect(toEditInput('main', profile, before, { ...before, displayName: ' Home ' }, '')).toBeNull()
    expect(toEditInput('main', profile, before, { ...before, displayName: ' ' }, '')).toEqual({
      agentId: 'main',
      profileId: 'alpha:token',
      displayName: null,
    })
    const all = toEditInput(
      'main',
      profile,
      before,
      { displayName: 'Work', email: 'me@example.com', expiry: '2027-01-31T18:00', secret: EMPTY_SECRET },
      'example-new',
    )
    expect(editAccountInputSchema.parse(all)).toEqual({
      agentId: 'main',
      profileId: 'alpha:token',
      displayName: 'Work',
      email: 'me@example.com',
      expiresMs: parseLocalTime('2027-01-31T18:00'),
      secret: { kind: 'inline', value: 'example-new' },
    })
  })

  it('can take an expiry away', () => {
    const dated = { ...before, expiry: '2027-01-31T18:00' }
    expect(toEditInput('main', profile, dated, before, '')).toMatchObject({ expiresMs: null })
  })

  it('starts from the reference that is there', () => {
    expect(draftOfReference({ source: 'file', provider: 'default', id: '/a' })).toEqual({
      place: 'file',
      alias: '',
      refId: '/a',
    })
    expect(draftOfReference({ source: 'store', provider: 'switchyard', id: 'SY_1' })).toEqual(EMPTY_SECRET)
    expect(draftOfReference(null)).toEqual(EMPTY_SECRET)
  })
})

describe('times of the reader', () => {
  it('go there and back', () => {
    expect(formatLocalTime(parseLocalTime('2027-01-31T18:05'))).toBe('2027-01-31T18:05')
    expect(formatLocalTime(null)).toBe('')
    expect(formatLocalTime(0)).toBe('')
    expect(parseLocalTime('')).toBeNull()
    expect(parseLocalTime('31 January')).toBeNull()
    expect(parseLocalTime('2027-13-31T18:05')).toBeNull()
  })
})

describe('whose an account can be', () => {
  const profiles = { 'alpha:home': { type: 'api_key', provider: 'alpha', key: 'example' }, bad: 7 }

  it('in a directory whose agents inherit from main', () => {
    const facts = buildFacts({ agents: { main: { profiles }, research: {} } })
    const [main, research] = [must(facts.agents[0]), must(facts.agents[1])]
    expect(ownerChoices(facts, main)).toEqual([{ id: 'own', name: 'Agent main', note: 'research inherits it.' }])
    expect(ownerChoices(facts, research).map(({ id }) => id)).toEqual(['own', 'shared'])
    expect(storeOf(facts, research, 'shared')).toBe(main.store)
    expect([...idsOf(main.store)].toSorted()).toEqual(['alpha:home', 'bad'])
    expect(idsOf(null).size).toBe(0)
  })

  it('in a directory with a shared store', () => {
    const facts = buildFacts({ agents: { main: {}, research: {} }, shared: { profiles } })
    const main = must(facts.agents[0])
    expect(ownerChoices(facts, main).map(({ id }) => id)).toEqual(['own', 'shared'])
    expect(storeOf(facts, main, 'shared')).toBe(facts.sharedStore)
    expect(storeOf(facts, main, 'own')).toBe(main.store)
  })
})

describe('providers to choose from', () => {
  it('are those at hand first, each once', () => {
    const facts = buildFacts({
      config: {
        agents: { defaults: { model: { primary: 'beta/b-1', fallbacks: ['openai/gpt-5.5'] } } },
        models: { providers: { gamma: { baseUrl: 'https://gamma.example' } } },
      },
      agents: { main: { profiles: { 'alpha:home': { type: 'api_key', provider: 'alpha', key: 'example' } } } },
    })
    const known = knownProviders(facts, must(describeAgent(facts, 'main', NOW_MS)))
    const ids = known.map(({ id }) => id)
    expect(ids[0]).toBe('alpha')
    expect(ids).toContain('beta')
    expect(ids).toContain('gamma')
    expect(ids).toContain('anthropic')
    expect(new Set(ids).size).toBe(ids.length)
    expect(known.find(({ id }) => id === 'openai')?.note).not.toBeNull()
    expect(known.find(({ id }) => id === 'anthropic')?.note).toBeNull()
  })
})
