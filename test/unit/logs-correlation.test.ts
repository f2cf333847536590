import { describe, expect, test } from 'vitest'
import {
  agentOfSession,
  createProfileNames,
  createRunKeys,
  parentOf,
  sessionIdOf,
  sessionOfLane,
  type RunMember,
} from '../../electron/logs/index.ts'

const MINUTE = 60_000

test.each([
  ['session:browser-1', 'browser-1'],
  ['browser-1', 'browser-1'],
  ['session:session:browser-1', 'browser-1'],
  ['session:agent:main:explicit:s-1', 's-1'],
  ['agent:main:explicit:s:1', 's:1'],
  ['agent:main:main', 'agent:main:main'],
])('LG-10: the session of %s is %s', (written, id) => {
  expect(sessionIdOf(written)).toBe(id)
})

test('a lane has a session only where it is one’s own', () => {
  expect(sessionOfLane('session:agent:ops:explicit:s-1')).toBe('s-1')
  expect(sessionOfLane('main')).toBeNull()
  expect(agentOfSession('session:agent:ops:explicit:s-1')).toBe('ops')
  expect(agentOfSession('browser-1')).toBeNull()
})

test.each([
  [{ named: 'session:agent:main:explicit:s-1', sessionKey: 'agent:main:subagent:7', lane: 'subagent' }, 's-1'],
  [{ named: null, sessionKey: 'agent:main:cron:nightly:run:7', lane: 'cron-nested' }, 'cron:nightly'],
  [{ named: null, sessionKey: null, lane: 'session:agent:main:cron:nightly' }, 'cron:nightly'],
  [{ named: null, sessionKey: null, lane: 'cron-nested' }, 'cron'],
  [{ named: null, sessionKey: 'agent:main:subagent:7', lane: 'main' }, 'subagent'],
  [{ named: null, sessionKey: 'agent:main:main', lane: 'main' }, null],
  [{ named: null, sessionKey: null, lane: null }, null],
])('LG-20: what started %j', (hints, parent) => {
  expect(parentOf(hints)).toBe(parent)
})

test('RD-06: a profile is found by the hash that logs have of its id', () => {
  const names = createProfileNames(['alpha:home', 'alpha:work'])
  expect(names.idOf('sha256:e8d5fc8d9216')).toBe('alpha:home')
  expect(names.idOf('alpha:work')).toBe('alpha:work')
  expect(names.idOf('sha256:000000000000')).toBe('sha256:000000000000')
})

describe('the run that a record belongs to', () => {
  const member = (facts: Partial<RunMember>): RunMember => ({
    atMs: 0,
    runId: null,
    sessionId: null,
    lane: null,
    attempt: null,
    isLast: false,
    ...facts,
  })
  const keysOf = (...members: readonly Partial<RunMember>[]): readonly number[] => {
    const keys = createRunKeys()
    const names = members.map((facts) => keys.keyOf(member(facts)))
    return names.map((name) => names.indexOf(name))
  }

  test('is told by its id', () => {
    expect(keysOf({ runId: 'a' }, { runId: 'b', atMs: 1 }, { runId: 'a', atMs: 2 })).toEqual([0, 1, 0])
  })

  test('is another one where a caller uses an id again', () => {
    const again = { runId: 'same', atMs: 5, attempt: 1 }
    expect(keysOf({ runId: 'same', attempt: 1 }, { runId: 'same', attempt: 2, isLast: true }, again)).toEqual([0, 0, 2])
    expect(keysOf({ runId: 'same', attempt: 1 }, { runId: 'same', atMs: 11 * MINUTE, attempt: 2 })).toEqual([0, 1])
  })

  test('is the same one when a probed candidate fails', () => {
    expect(keysOf({ runId: 'a', attempt: 1 }, { runId: 'a', attempt: 1, atMs: 9 })).toEqual([0, 0])
  })

  test('is told by session and time where there is no id', () => {
    const session = { sessionId: 's' }
    expect(
      keysOf(
        { ...session, attempt: 1 },
        { ...session, attempt: 2, atMs: MINUTE, isLast: true },
        { ...session, attempt: 1, atMs: 2 * MINUTE },
        { sessionId: 'other', attempt: 2, atMs: 2 * MINUTE },
        { ...session, attempt: 2, atMs: 13 * MINUTE },
      ),
    ).toEqual([0, 0, 2, 3, 4])
  })

  test('of a stop, which names none, is the one that goes on in its session', () => {
    expect(keysOf({ runId: 'a', sessionId: 's', attempt: 1 }, { sessionId: 's', atMs: 5, isLast: true })).toEqual([
      0, 0,
    ])
    expect(keysOf({ runId: 'a', sessionId: 's', attempt: 1 }, { sessionId: 't', atMs: 5, isLast: true })).toEqual([
      0, 1,
    ])
  })
})
