import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ledgerEntriesBetween, recordedLedgerEntries, type NewLedgerEntry } from '../../electron/store/index.ts'
import { buildFacts } from '../support/build-facts.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import { NOW_MS as T, openStore } from '../support/own-store.ts'

const HOUR_MS = 3_600_000

function entry(more: Partial<NewLedgerEntry> = {}): NewLedgerEntry {
  return {
    atMs: T,
    agentId: 'main',
    owner: 'agent:main',
    provider: 'openai',
    profileId: 'openai:a',
    windowKind: 'cooldown',
    action: 'opened',
    cause: 'failure',
    rule: 'cooldown_ladder',
    reason: 'rate_limit',
    rung: 1,
    failures: 1,
    untilBeforeMs: null,
    untilAfterMs: T + 30_000,
    model: 'gpt-x',
    basis: 'console',
    detail: { askedMs: 30_000 },
    ...more,
  }
}

const seen = (more: Partial<NewLedgerEntry> = {}): NewLedgerEntry =>
  entry({ basis: 'observed', cause: 'outside', rule: null, detail: null, ...more })
const ended = (more: Partial<NewLedgerEntry> = {}): NewLedgerEntry =>
  seen({ action: 'cleared', untilBeforeMs: T + 30_000, untilAfterMs: null, ...more })

describe('the ledger of windows', () => {
  test('entries come back as they were, after a restart as well', () => {
    const file = path.join(temporaryFolder(), 'switchyard.sqlite')
    const first = openStore(file)
    const all = [entry(), entry({ atMs: T + 1, detail: null, model: null, rule: null, rung: null, reason: null })]
    const stored = first.ledger.append(all)
    expect(stored).toEqual(all.map((item, index) => Object.assign({ id: index + 1 }, item)))
    first.close()
    expect(openStore(file).ledger.list({ limit: 10 })).toEqual(stored.toReversed())
  })

  test('pages by time, newest first, without gaps or repeats', () => {
    const { ledger } = openStore()
    // Several at one instant, and some stored late.
    for (let index = 0; index < 57; index += 1)
      ledger.append([
        entry({ atMs: T + ((index * 7) % 19), profileId: `openai:${index % 3}`, untilAfterMs: T + index }),
      ])
    const all = ledger.list({ limit: 1000 })
    expect(all).toHaveLength(57)
    expect(all.every((item, index) => index === 0 || item.atMs <= (all[index - 1]?.atMs ?? 0))).toBe(true)
    const paged: number[] = []
    for (let beforeId: number | null = null; ;) {
      const page = ledger.list({ beforeId, limit: 10 })
      paged.push(...page.map(({ id }) => id))
      beforeId = page.at(-1)?.id ?? null
      if (beforeId === null) break
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    const ofOne = ledger.list({ profileId: 'openai:1', agentId: 'main', limit: 5 })
    expect(ofOne.map(({ id }) => id)).toEqual(
      all
        .filter(({ profileId }) => profileId === 'openai:1')
        .slice(0, 5)
        .map(({ id }) => id),
    )
    expect(ledger.list({ agentId: 'other', limit: 5 })).toEqual([])
    expect(ledger.list({ beforeId: 999, limit: 5 })).toEqual([])
    expect(ledger.list({ limit: -3 })).toEqual([])
  })

  test('what was seen twice is stored once', () => {
    const { ledger } = openStore()
    const actionsOf = (entries: readonly NewLedgerEntry[]): readonly string[] =>
      ledger.append(entries).map(({ action }) => action)
    expect(actionsOf([seen(), seen({ atMs: T + 5 })])).toEqual(['opened'])
    expect(actionsOf([ended({ atMs: T + 9 }), ended({ atMs: T + 10 })])).toEqual(['cleared'])
    // Another process that lags behind tells it all again.
    expect(actionsOf([seen({ atMs: T + 1 }), ended({ atMs: T + 10 })])).toEqual([])
    // A gateway that writes its old copy back is news.
    expect(actionsOf([seen({ atMs: T + 20 })])).toEqual(['opened'])
    // Other windows are other windows.
    expect(
      actionsOf([seen({ owner: 'shared' }), seen({ windowKind: 'disabled' }), seen({ profileId: 'x:y' })]),
    ).toEqual(['opened', 'opened', 'opened'])
  })

  test('what the console did is stored each time, and stands for what was seen of it', () => {
    const { ledger } = openStore()
    const snooze = entry({ cause: 'snooze', rule: 'snooze', windowKind: 'disabled' })
    const clear = ended({ basis: 'console', cause: 'manual_clear', windowKind: 'disabled' })
    ledger.append([snooze])
    expect(ledger.append([seen({ windowKind: 'disabled', atMs: T + 3 })])).toEqual([])
    ledger.append([
      { ...clear, atMs: T + 10 },
      { ...snooze, atMs: T + 20 },
    ])
    expect(ledger.list({ limit: 9 }).map(({ cause }) => cause)).toEqual(['snooze', 'manual_clear', 'snooze'])

    const [early] = ledger.append([seen({ atMs: T + 1 })])
    const [late] = ledger.append([entry()])
    expect(late).toMatchObject({ id: early?.id, basis: 'console', cause: 'failure' })
    // A failure that moves nothing is no window that was seen.
    const kept = entry({ action: 'kept', atMs: T + 30, untilBeforeMs: T + 30_000 })
    expect(ledger.append([kept])).toHaveLength(1)
    expect(ledger.append([seen({ atMs: T + 31 })])).toEqual([])
    expect(ledger.list({ profileId: 'openai:a', limit: 9 }).map(({ action }) => action)).toEqual([
      'kept',
      'opened',
      'cleared',
      'opened',
      'opened',
    ])
    // What was seen long before is another event.
    const { ledger: other } = openStore()
    other.append([seen(), entry({ atMs: T + HOUR_MS })])
    expect(other.list({ limit: 9 })).toHaveLength(2)
  })

  test('opening a directory again and again adds nothing to what its records tell', () => {
    const { ledger } = openStore()
    const usageStats = { 'openai:a': { cooldownUntil: T + 500, cooldownReason: 'rate_limit', lastFailureAt: T - 40 } }
    const facts = buildFacts({ agents: { main: { state: { usageStats } } } })
    const open = (atMs: number): number => ledger.append(recordedLedgerEntries({ facts, atMs })).length
    expect([open(T), open(T + 100)]).toEqual([1, 0])
    const later = ledgerEntriesBetween({ facts, atMs: T + 100 }, { facts, atMs: T + 900 })
    expect([ledger.append(later).length, ledger.append(later).length, open(T + 950)]).toEqual([1, 0, 0])
    expect(ledger.list({ limit: 9 }).map(({ action, atMs }) => [action, atMs - T])).toEqual([
      ['expired', 500],
      ['opened', -40],
    ])
  })

  test('old entries go by age and by number', () => {
    const clock = { now: () => T + HOUR_MS }
    const { ledger } = openStore(undefined, clock)
    for (let index = 0; index < 20; index += 1)
      ledger.append([entry({ atMs: T + index * 60_000, untilAfterMs: T + index })])
    expect(ledger.retain(HOUR_MS - 5 * 60_000, 1000)).toBe(5)
    expect(ledger.retain(HOUR_MS, 10)).toBe(5)
    expect(ledger.list({ limit: 99 }).map(({ atMs }) => (atMs - T) / 60_000)).toEqual([
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
    ])
  })

  test('times from files may have fractions, and odd texts are only texts', () => {
    const { ledger } = openStore()
    const profileId = `'; DROP TABLE window_changes; --\u0000"`
    ledger.append([entry({ profileId, untilAfterMs: T + 0.75, atMs: T + 0.5, detail: { much: 'x'.repeat(5000) } })])
    expect(ledger.list({ profileId, limit: 1 })).toMatchObject([{ profileId, untilAfterMs: T, atMs: T, detail: null }])
    expect(ledger.append([])).toEqual([])
  })

  test('entries of one call are stored together or not at all', () => {
    const { ledger } = openStore()
    const wrong = entry({ action: 'vanished' as 'opened' })
    expect(() => ledger.append([entry(), wrong])).toThrow('CHECK')
    expect(ledger.list({ limit: 9 })).toEqual([])
  })
})

describe('the revisions of orders', () => {
  const revision = { atMs: T, agentId: 'main', provider: 'openai', target: 'stored', origin: 'console' } as const
  const orders = (n: number): { before: string[] | null; after: string[] | null } => ({
    before: n === 1 ? null : [`openai:${n - 1}`],
    after: [`openai:${n}`, 'openai:é'],
  })

  test('undo goes back step by step, redo comes forward again', () => {
    const { revisions } = openStore()
    expect([revisions.undoable(), revisions.redoable()]).toEqual([null, null])
    const made = [1, 2, 3].map((n) => revisions.append({ ...revision, ...orders(n) }))
    const [first, second, third] = made.map(({ id }) => id)
    expect(made[0]).toEqual({ ...revision, ...orders(1), id: first, state: 'applied' })
    expect(revisions.undoable()).toEqual(made[2])
    expect(revisions.markUndone(third ?? 0)).toBe(true)
    expect(revisions.markUndone(third ?? 0)).toBe(false)
    expect(revisions.undoable()?.id).toBe(second)
    revisions.markUndone(second ?? 0)
    expect([revisions.undoable()?.id, revisions.redoable()?.id]).toEqual([first, second])
    expect(revisions.markApplied(second ?? 0)).toBe(true)
    expect(revisions.markApplied(first ?? 0)).toBe(false)
    expect([revisions.undoable()?.id, revisions.redoable()?.id]).toEqual([second, third])
    // Saving something else ends what could be redone.
    revisions.append({ ...revision, provider: 'anthropic', before: ['a'], after: [] })
    expect(revisions.redoable()).toBeNull()
    expect(revisions.get(third ?? 0)?.state).toBe('superseded')
    expect(revisions.list({ limit: 9 }).map(({ state }) => state)).toEqual([
      'applied',
      'superseded',
      'applied',
      'applied',
    ])
    expect(revisions.list({ provider: 'openai', agentId: 'main', limit: 2 }).map(({ id }) => id)).toEqual([
      third,
      second,
    ])
    expect(revisions.get(99)).toBeNull()
  })

  test('an order that was changed from outside since is not undone over it', () => {
    const { revisions } = openStore()
    const mine = revisions.append({ ...revision, ...orders(1) })
    const other = revisions.append({ ...revision, provider: 'anthropic', ...orders(2) })
    const outside = { ...revision, origin: 'outside', ...orders(3) } as const
    revisions.append({ ...outside, provider: 'anthropic', agentId: 'ops' })
    revisions.append({ ...outside, provider: 'anthropic', target: 'config' })
    expect(revisions.undoable()).toEqual(other)
    revisions.append({ ...outside, provider: 'anthropic' })
    expect(revisions.undoable()).toEqual(mine)
    // The configuration has one order for all agents.
    const { revisions: second } = openStore()
    second.append({ ...revision, ...orders(1), target: 'config' })
    second.append({ ...outside, target: 'config', agentId: 'ops' })
    expect(second.undoable()).toBeNull()
  })

  test('an empty order is not the same as none, and old revisions go', () => {
    const { revisions } = openStore()
    revisions.append({ ...revision, before: [], after: null })
    expect(revisions.list({ limit: 1 })).toMatchObject([{ before: [], after: null }])
    for (let n = 1; n <= 5; n += 1) revisions.append({ ...revision, ...orders(n) })
    expect(revisions.retain(2)).toBe(4)
    expect(revisions.list({ limit: 9 }).map(({ id }) => id)).toEqual([6, 5])
  })
})

describe('the rows of the vault', () => {
  const wrap = { keyVersion: 1, dataJson: '{}', createdAtMs: T }

  test('there is one first key, one of each kind, and never none', () => {
    const { secrets } = openStore()
    expect(secrets.insertFirstWrap({ ...wrap, id: 'a', kind: 'passphrase' })).toBe(true)
    expect(secrets.insertFirstWrap({ ...wrap, id: 'b', kind: 'keyring' })).toBe(false)
    expect(secrets.insertWrap({ ...wrap, id: 'c', kind: 'passphrase' })).toBe(false)
    expect(secrets.deleteWrap('a')).toBe(false)
    expect(secrets.insertWrap({ ...wrap, id: 'b', kind: 'keyring' })).toBe(true)
    expect(secrets.replaceWrap('gone', { ...wrap, id: 'd', kind: 'passphrase' })).toBe(false)
    expect(secrets.replaceWrap('a', { ...wrap, id: 'd', kind: 'passphrase', dataJson: '[1]' })).toBe(true)
    expect(secrets.deleteWrap('gone')).toBe(false)
    expect(secrets.deleteWrap('b')).toBe(true)
    expect(secrets.listWraps()).toEqual([{ ...wrap, id: 'd', kind: 'passphrase', dataJson: '[1]' }])
  })

  test('bytes come back as they were', () => {
    const { secrets } = openStore()
    const row = { id: 'SY_1', keyVersion: 1, sealed: Buffer.from([0, 1, 255, 0]), createdAtMs: T }
    secrets.insertSecret(row)
    expect(secrets.readSecret('SY_1')).toEqual(row)
    expect(secrets.readSecret('SY_2')).toBeNull()
    expect(() => secrets.insertSecret(row)).toThrow('UNIQUE')
    expect(secrets.listSecrets()).toEqual([{ id: 'SY_1', createdAtMs: T }])
    expect([secrets.deleteSecrets([]), secrets.deleteSecrets(['SY_1', 'SY_2'])]).toEqual([0, 1])
  })
})
