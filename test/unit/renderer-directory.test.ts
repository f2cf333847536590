import { describe, expect, it } from 'vitest'
import {
  ACTION_WORDS,
  ACTIONS,
  importNoteWords,
  importResultSentence,
  importSentence,
  importSourceWords,
  importWhyWords,
  isWorthImporting,
  routingWords,
  sourceStateWords,
} from '../../renderer/features/directory/import-sentences.ts'
import { directoryNameProblem, pathProblem } from '../../renderer/features/directory/new-directory-draft.ts'
import {
  isPassphraseReady,
  passphraseProblems,
  strengthWords,
} from '../../renderer/features/directory/passphrase-rules.ts'
import {
  adviceSentence,
  findingWords,
  gapSentence,
  notScannedWords,
  placeWords,
  scanSentence,
} from '../../renderer/features/directory/plaintext-sentences.ts'
import {
  byWorth,
  plainStoreWords,
  protectionProblemWords,
  removalOfProtection,
  suggestedProtection,
  toProtectionInput,
} from '../../renderer/features/directory/protection-words.ts'
import { folderName } from '../../renderer/lib/words/directory-name.ts'
import {
  IMPORT_NOTES,
  IMPORT_SOURCE_KINDS,
  IMPORT_SOURCE_PROBLEMS,
  IMPORT_WHYS,
  NOT_SCANNED_WHYS,
  PLAINTEXT_ADVICE,
  PLAINTEXT_PLACES,
  ROUTING_WHYS,
} from '../../shared/contract/transfer.ts'
import type {
  ImportPreview,
  ImportProfile,
  ImportSource,
  ProtectionKind,
  ProtectionOffer,
} from '../../shared/contract/types.ts'

const PHRASE = /^[A-Z].*[^.]$/
const SENTENCE = /^[A-Z].*\.$/

function profile(details: Partial<ImportProfile>): ImportProfile {
  return {
    profileId: 'alpha:home',
    sourceId: null,
    provider: 'alpha',
    type: 'api_key',
    file: 'auth-profiles.json',
    action: 'create',
    why: 'new',
    notes: [],
    otherProfileId: null,
    ...details,
  }
}

function source(details: Partial<ImportSource>): ImportSource {
  return {
    kind: 'auth_profiles',
    file: 'auth-profiles.json',
    problem: null,
    line: null,
    column: null,
    backup: null,
    isLeftover: false,
    ...details,
  }
}

function preview(details: Partial<ImportPreview>): ImportPreview {
  return { id: '1', sources: [source({})], profiles: [], routing: [], ...details }
}

describe('every code has words of its own', () => {
  const tables: readonly (readonly [string, readonly string[]])[] = [
    ['whys', IMPORT_WHYS.map(importWhyWords)],
    ['notes', IMPORT_NOTES.map(importNoteWords)],
    ['kinds of sources', IMPORT_SOURCE_KINDS.map(importSourceWords)],
    ['places', PLAINTEXT_PLACES.map(placeWords)],
    ['actions', ACTIONS.map((action) => ACTION_WORDS[action])],
  ]
  it.each(tables)('%s', (_, words) => {
    for (const text of words) expect(text).toMatch(PHRASE)
    expect(new Set(words).size).toBe(words.length)
  })

  it('advice, reasons, problems', () => {
    const advice = PLAINTEXT_ADVICE.map(adviceSentence)
    for (const text of advice) expect(text).toMatch(SENTENCE)
    expect(new Set(advice).size).toBe(advice.length)
    for (const words of [
      NOT_SCANNED_WHYS.map(notScannedWords),
      IMPORT_SOURCE_PROBLEMS.map((problem) => sourceStateWords(source({ problem }))),
      ROUTING_WHYS.map((why) => routingWords({ kind: 'order', key: 'alpha', why })),
    ]) {
      for (const text of words) expect(text).not.toMatch(/undefined|\.$/)
      expect(new Set(words).size).toBe(words.length)
    }
  })
})

describe('an import', () => {
  it('says how each file was read', () => {
    expect(sourceStateWords(source({}))).toBe('read')
    expect(sourceStateWords(source({ isLeftover: true }))).toBe('read; a newer store lies beside it')
    expect(sourceStateWords(source({ problem: 'syntax', line: 3, column: 7, backup: 'auth-profiles.json.bak' }))).toBe(
      'not valid JSON (line 3, column 7); an earlier version lies beside it as auth-profiles.json.bak',
    )
  })

  it('says what it will do', () => {
    expect(importSentence(preview({ sources: [] }))).toBe('No file of accounts was found there.')
    expect(importSentence(preview({ profiles: [profile({ action: 'keep', why: 'exists' })] }))).toBe(
      'There is nothing new to import.',
    )
    const rich = preview({
      profiles: [profile({}), profile({}), profile({ action: 'replace', why: 'replaces_unusable' })],
      routing: [{ kind: 'order', key: 'alpha', file: 'auth-state.json', action: 'create', why: 'new' }],
    })
    expect(importSentence(rich)).toBe(
      'Importing creates 2 accounts, replaces 1 account that cannot be used and takes over 1 entry of order and use.',
    )
    expect(isWorthImporting(rich)).toBe(true)
  })

  it('is not offered where it would change nothing', () => {
    expect(isWorthImporting(preview({}))).toBe(false)
    expect(
      isWorthImporting(
        preview({
          profiles: [profile({ action: 'skip', why: 'no_material' })],
          routing: [{ kind: 'usage', key: 'alpha:home', file: 'auth-state.json', action: 'keep', why: 'exists' }],
        }),
      ),
    ).toBe(false)
  })

  it('says what it did', () => {
    const none = { created: 1, kept: 0, replaced: 0, skipped: 0, routing: 0, backup: null }
    expect(importResultSentence(none)).toBe('1 account created.')
    expect(importResultSentence({ ...none, created: 2, kept: 1, replaced: 3, skipped: 4, backup: 'a.bak' })).toBe(
      '2 accounts created, 3 replaced, 1 left as it was and 4 left out. The store as it was before is kept as a.bak.',
    )
  })
})

describe('the search for plain secrets', () => {
  it('says what was found', () => {
    const finding = {
      file: 'openclaw.json',
      place: 'config',
      advice: 'use_reference',
      profileIds: [],
      knownCount: 0,
      unknownCount: 1,
    } as const
    const all = { notSearchedIds: [] }
    expect(scanSentence({ ...all, scannedFiles: 1, findings: [] })).toBe('No secret lies in plain text in 1 file.')
    expect(scanSentence({ scannedFiles: 4, findings: [], notSearchedIds: ['alpha:home'] })).toBe(
      'Nothing was found in 4 files, but not every secret could be looked for.',
    )
    expect(scanSentence({ ...all, scannedFiles: 40, findings: [finding] })).toBe(
      'Secrets lie in plain text in 1 of 40 files.',
    )
  })

  it('says whose it is', () => {
    expect(findingWords({ profileIds: ['alpha:home'], unknownCount: 0 })).toBe('alpha:home')
    expect(findingWords({ profileIds: [], unknownCount: 1 })).toBe(
      '1 text that looks like a secret of no known account',
    )
    expect(findingWords({ profileIds: ['alpha:home', 'beta:work'], unknownCount: 2 })).toBe(
      'alpha:home and beta:work, and 2 texts that look like a secret of no known account',
    )
  })

  it('says what could not be looked for', () => {
    expect(gapSentence({ notSearchedIds: [] })).toBeNull()
    expect(gapSentence({ notSearchedIds: ['alpha:home'] })).toMatch(/^The secret of alpha:home was not looked for/)
    expect(gapSentence({ notSearchedIds: ['alpha:home', 'b'] })).toMatch(/^The secrets of alpha:home and b were not/)
  })
})

describe('the protection of a vault', () => {
  const offers = (problem: ProtectionOffer['problem']): readonly ProtectionOffer[] => [
    { kind: 'key_file', problem: null },
    { kind: 'passphrase', problem: null },
    { kind: 'keyring', problem: 'no_keyring' },
    { kind: 'safe_storage', problem },
  ]

  it('starts from the best that can be used', () => {
    expect(suggestedProtection(offers(null))).toBe('safe_storage')
    expect(suggestedProtection(offers('basic_text'))).toBe('passphrase')
    expect(suggestedProtection(offers('not_desktop'), ['passphrase'])).toBe('key_file')
    expect(suggestedProtection([{ kind: 'keyring', problem: 'no_keyring' }])).toBeNull()
    expect(byWorth(offers(null)).map(({ kind }) => kind)).toEqual([
      'safe_storage',
      'keyring',
      'passphrase',
      'key_file',
    ] satisfies ProtectionKind[])
  })

  it('says why the store of a desktop is passed over, only where it is', () => {
    expect(plainStoreWords(offers('basic_text'))).toMatch(/plain text.*passphrase\.$/)
    expect(plainStoreWords(offers('not_desktop'))).toBeNull()
    expect(plainStoreWords(offers(null))).toBeNull()
    for (const problem of ['basic_text', 'not_desktop', 'no_keyring'] as const)
      expect(protectionProblemWords(problem)).toMatch(SENTENCE)
  })

  it('says what taking one away leaves', () => {
    expect(removalOfProtection('passphrase', ['passphrase', 'keyring', 'key_file'])).toBe(
      'The vault can then be opened only with the key ring of this machine or a key file.',
    )
  })

  it('is handed in without what does not belong to it', () => {
    expect(toProtectionInput('key_file', 'example-words')).toEqual({ kind: 'key_file' })
    expect(toProtectionInput('passphrase', 'example-words')).toEqual({
      kind: 'passphrase',
      passphrase: 'example-words',
    })
  })
})

describe('a new passphrase', () => {
  it('is long enough, and the same twice', () => {
    expect(passphraseProblems({ passphrase: '', again: '' })).toEqual({ passphrase: null, again: null })
    expect(passphraseProblems({ passphrase: 'short', again: '' }).passphrase).toBe('At least 8 characters.')
    expect(passphraseProblems({ passphrase: 'example-words', again: 'exam' }).again).toBeNull()
    expect(passphraseProblems({ passphrase: 'example-words', again: 'exan' }).again).not.toBeNull()
    expect(isPassphraseReady({ passphrase: 'example-words', again: 'example-words' })).toBe(true)
    expect(isPassphraseReady({ passphrase: 'example-words', again: 'example-word' })).toBe(false)
    expect(isPassphraseReady({ passphrase: 'short', again: 'short' })).toBe(false)
    expect(isPassphraseReady({ passphrase: '🔑'.repeat(4), again: '🔑'.repeat(4) })).toBe(false)
  })

  it('is told how well it holds', () => {
    expect(strengthWords('short')).toBeNull()
    expect(strengthWords('aaaaaaaaaaaa')).toMatch(/^Weak/)
    expect(strengthWords('pass1234')).toMatch(/^Weak/)
    expect(strengthWords('plain-words')).toMatch(/^Fair/)
    expect(strengthWords('Seven green bottles 14 on a wall')).toBe('Strong.')
  })
})

describe('a new directory', () => {
  it('has a name that any system takes', () => {
    for (const name of ['', 'Work', 'Mine, at home', '日本']) expect(directoryNameProblem(name)).toBeNull()
    for (const name of ['a/b', 'a\\b', '..', 'ends.', 'a\u0007', 'n'.repeat(61)])
      expect(directoryNameProblem(name)).not.toBeNull()
  })

  it('lies where a whole path says', () => {
    for (const path of ['', '/srv/yard', '~/yard', 'C:\\yard', 'd:/yard', '\\\\host\\share'])
      expect(pathProblem(path)).toBeNull()
    for (const path of ['yard', './yard', 'C:yard']) expect(pathProblem(path)).not.toBeNull()
  })
})

it('a directory goes by the name of its folder', () => {
  expect(folderName('/home/me/.openclaw')).toBe('.openclaw')
  expect(folderName('/home/me/yard/')).toBe('yard')
  expect(folderName('C:\\Users\\me\\yard')).toBe('yard')
  expect(folderName('/')).toBe('/')
})
