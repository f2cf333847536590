import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { detectEra, eraOfRelease, type EraEvidence } from '../../electron/openclaw/directory/era.ts'
import { openFailure } from '../../electron/openclaw/directory/open-root.ts'
import { newestVersion } from '../../electron/openclaw/directory/versions.ts'
import { resolveStateDirectory } from '../../electron/openclaw/index.ts'
import { newestSessions } from '../../electron/openclaw/sessions/session-file.ts'
import { sessionFacts } from '../../electron/openclaw/sessions/session-facts.ts'
import type { SessionFacts } from '../../shared/engine/index.ts'
import { createCoalescer } from '../../electron/openclaw/watch/coalesce.ts'
import { isRelevantFile } from '../../electron/openclaw/watch/relevant.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'

function resolve(env: Readonly<Record<string, string>>, argument: string | null = null): string {
  return resolveStateDirectory({ argument, env, homeDir: '/os/home' })
}

function factsOf(entry: Readonly<Record<string, unknown>>): SessionFacts {
  return sessionFacts('k', 1, (field) => entry[field])
}

describe('which directory', () => {
  test.each([
    [{}, null, '/os/home/.openclaw'],
    [{ HOME: '/h' }, null, '/h/.openclaw'],
    [{ USERPROFILE: '/u' }, null, '/u/.openclaw'],
    [{ HOME: '/h', OPENCLAW_HOME: '~/x' }, null, '/h/x/.openclaw'],
    [{ HOME: '/h', OPENCLAW_HOME: 'undefined' }, null, '/h/.openclaw'],
    [{ HOME: '/h', OPENCLAW_STATE_DIR: ' ~/state ' }, null, '/h/state'],
    [{ HOME: '/h', OPENCLAW_STATE_DIR: '/s', OPENCLAW_PROFILE: 'work' }, null, '/s'],
    [{ HOME: '/h', OPENCLAW_PROFILE: 'work' }, null, '/h/.openclaw-work'],
    [{ HOME: '/h', OPENCLAW_PROFILE: 'Default' }, null, '/h/.openclaw'],
    [{ HOME: '/h', OPENCLAW_PROFILE: '../evil' }, null, '/h/.openclaw'],
    [{ HOME: '/h', OPENCLAW_STATE_DIR: '/s' }, '~/mine', '/h/mine'],
    [{ HOME: '/h' }, ' ', '/h/.openclaw'],
  ] as const)('%j %j', (env, argument, expected) => {
    expect(resolve(env, argument)).toBe(path.resolve(expected))
  })

  test('an old installation is found where there is no newer one', () => {
    const home = temporaryFolder()
    mkdirSync(path.join(home, '.clawdbot'))
    expect(resolve({ HOME: home })).toBe(path.join(home, '.clawdbot'))
    mkdirSync(path.join(home, '.openclaw'))
    expect(resolve({ HOME: home })).toBe(path.join(home, '.openclaw'))
  })

  test.each([
    ['ENOENT', 'not_found'],
    ['ENOTDIR', 'not_a_directory'],
    ['EACCES', 'no_permission'],
    ['EPERM', 'no_permission'],
    ['EIO', 'unreadable'],
    ['EWHATEVER', 'unreadable'],
  ])('%s is the failure %s, with something to do', (code, expected) => {
    const failure = openFailure('/x', code)
    expect(failure).toMatchObject({ path: '/x', code: expected })
    expect(failure.hint).not.toBe('')
  })
})

describe('era', () => {
  const NOTHING: EraEvidence = {
    version: null,
    hasSharedStore: false,
    agentSchemaVersions: [],
    hasUnreadableAgentDatabase: false,
    hasJsonStore: false,
  }

  test.each([
    ['2026.1.30', 'J'],
    ['2026.6.1', 'J'],
    ['2026.6.5', 'S1'],
    ['2026.7.1-2', 'S1'],
    ['2026.7.35', 'S1'],
    ['2026.8.1', 'S2'],
    ['2026.9.6', 'S2'],
    ['2027.1.0-beta.1', 'S2'],
    ['dev', null],
    [null, null],
  ])('release %s: %s', (version, era) => {
    expect(eraOfRelease(version)).toBe(era)
  })

  test.each([
    [{}, 'S2'],
    [{ hasJsonStore: true }, 'J'],
    [{ hasJsonStore: true, version: '2026.9.6' }, 'S2'],
    [{ hasJsonStore: true, agentSchemaVersions: [1] }, 'S1'],
    [{ hasUnreadableAgentDatabase: true }, 'S1'],
    [{ agentSchemaVersions: [1, 23] }, 'S2'],
    [{ agentSchemaVersions: [1], hasSharedStore: true }, 'S2'],
    [{ version: '2026.5.20', agentSchemaVersions: [1] }, 'S1'],
  ] as const)('%j: %s', (evidence, era) => {
    expect(detectEra({ ...NOTHING, ...evidence })).toBe(era)
  })

  test('the newest of several versions counts', () => {
    expect(newestVersion([null, '2026.7.1-2', '2026.7.10', '2026.7.1'])).toBe('2026.7.10')
    expect(newestVersion(['2026.7.1', '2026.7.1-2'])).toBe('2026.7.1-2')
    expect(newestVersion([null])).toBeNull()
  })
})

describe('sessions', () => {
  test.each([
    [{ authProfileOverride: 'a', authProfileOverrideSource: 'auto' }, 'auto'],
    [{ authProfileOverride: 'a', authProfileOverrideSource: 'user-link' }, 'user'],
    [{ authProfileOverride: 'a', authProfileOverrideCompactionCount: 0 }, 'auto'],
    [{ authProfileOverride: 'a' }, 'user'],
    [{ authProfileOverrideSource: 'user' }, null],
  ])('pin %j: %s', (entry, pinSource) => {
    expect(factsOf(entry)).toMatchObject({ pinSource })
  })

  const origin = { modelOverrideFallbackOriginProvider: 'p', modelOverrideFallbackOriginModel: 'm' }
  test.each([
    [{ modelOverride: 'm', modelOverrideSource: 'user' }, 'user'],
    [{ modelOverride: 'm', modelOverrideSource: 'strange' }, null],
    [{ modelOverride: 'm' }, null],
    [{ modelOverride: 'm', ...origin }, 'auto'],
    [origin, null],
  ])('override %j: %s', (entry, overrideSource) => {
    expect(factsOf(entry)).toMatchObject({ overrideSource })
  })

  test('entries of any shape are passed over, not failed at', () => {
    expect(newestSessions([], 'main')).toEqual([])
    expect(newestSessions({ a: null, b: 5, c: { updatedAt: 'x', model: 7 } }, 'main')).toMatchObject([
      { key: 'c', updatedAtMs: 0, lastModel: null },
    ])
  })
})

describe('watching', () => {
  test.each([
    ['openclaw.json', true],
    ['sessions.json', true],
    ['openclaw-agent.sqlite-wal', true],
    ['openclaw-agent.sqlite-journal', true],
    ['providers.inc', true],
    ['openclaw-agent.sqlite-shm', false],
    ['s-1.jsonl', false],
    ['s-1.jsonl.reset.2026-01-01', false],
    ['auth-profiles.json.lock', false],
    ['auth-profiles.json.0b1c.tmp', false],
    ['openclaw.json.bak.1', false],
    ['openclaw.json~', false],
    ['.openclaw.json.swp', false],
  ])('%s matters: %s', (name, isRelevant) => {
    expect(isRelevantFile(`/x/${name}`)).toBe(isRelevant)
  })

  test('signals are joined, but not without end, and nothing remains after stopping', () => {
    vi.useFakeTimers()
    try {
      const call = vi.fn<() => void>()
      const coalescer = createCoalescer(call, 20, 80)
      coalescer.signal()
      vi.advanceTimersByTime(15)
      coalescer.signal()
      vi.advanceTimersByTime(19)
      expect(call).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(call).toHaveBeenCalledTimes(1)
      for (let elapsedMs = 0; elapsedMs < 400; elapsedMs += 10) {
        coalescer.signal()
        vi.advanceTimersByTime(10)
      }
      expect(call).toHaveBeenCalledTimes(6)
      coalescer.signal()
      coalescer.stop()
      coalescer.signal()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
