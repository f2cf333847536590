import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIRST_CONSOLE } from '../../electron/consoles/index.ts'
import type { AddAccountInput } from '../../shared/contract/types.ts'
import { consoleSet, GRACE_MS } from '../support/console-set.ts'
import { followState } from '../support/state-follower.ts'

const PASSPHRASE = 'four unrelated words here'
const ACCOUNT: AddAccountInput = {
  agentId: 'main',
  owner: 'own',
  profileId: 'alpha:third',
  provider: 'alpha',
  type: 'api_key',
  secret: { kind: 'inline', value: 'k-entered-by-hand-WXYZ' },
  expiresMs: null,
  email: null,
  displayName: null,
}

describe('a directory beside the open one', () => {
  test('has a state of its own: what is opened, changed or closed in one is not in the other', async () => {
    const set = consoleSet('tab')
    const [one, two, three] = [set.directory('one'), set.directory('two'), set.directory('three', '2026.5.20')]
    const first = set.connect(FIRST_CONSOLE)
    await first.client.directory.open({ path: one })
    expect(await first.client.directory.openBeside({ path: two })).toEqual({ address: '/#console=2' })
    const second = set.connect('2')
    expect([(await first.shown()).path, (await second.shown()).path]).toEqual([one, two])

    await second.client.directory.setPolicy({ policyId: 'docs-2026.4' })
    expect((await second.shown()).policySource).toBe('chosen')
    expect((await first.shown()).policySource).toBe('version')

    await second.client.directory.open({ path: three })
    expect([(await first.shown()).path, (await second.shown()).path]).toEqual([one, three])
    await second.client.directory.close()
    expect(await second.state()).toEqual({ kind: 'none', failure: null })
    expect((await first.shown()).path).toBe(one)
    expect((await second.client.directory.known()).map(({ path: known }) => known).toSorted()).toEqual([
      one,
      three,
      two,
    ])
  })

  test('is opened once, however it is written and however many ask', async () => {
    const set = consoleSet('tab')
    const [one, two] = [set.directory('one'), set.directory('two')]
    const link = path.join(set.folder, 'link')
    symlinkSync(two, link)
    const first = set.connect(FIRST_CONSOLE)
    await first.client.directory.open({ path: one })
    const addresses = await Promise.all(
      [two, link, two].map(async (asked) => (await first.client.directory.openBeside({ path: asked })).address),
    )
    expect(addresses).toEqual(['/#console=2', '/#console=2', '/#console=2'])
    expect((await set.connect('2').client.directory.openBeside({ path: one })).address).toBe('/#console=1')
    expect(set.hosts).toHaveLength(2)
  })

  test('that cannot be opened is told where it was asked for, and nothing is left of it', async () => {
    const set = consoleSet('window')
    const first = set.connect(FIRST_CONSOLE)
    const nowhere = path.join(set.folder, 'nowhere')
    await expect(first.client.directory.openBeside({ path: nowhere })).rejects.toMatchObject({
      code: 'OPEN_FAILED',
      defined: true,
      data: { failure: { path: nowhere, code: 'not_found' } },
    })
    expect([set.presented, set.consoles.has('2')]).toEqual([[], false])
    await expect(first.client.directory.openBeside({ path: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('can be left to the user: nothing is open then, not even the usual one', async () => {
    const set = consoleSet('window', { initialDirectory: null })
    set.directory('home/.openclaw')
    await set.consoles.openBeside(null)
    expect(await set.connect('2').state()).toEqual({ kind: 'none', failure: null })
    expect(set.presented).toEqual(['2'])
  })

  test('is offered by hosts that have others beside them, and refused by one that is alone', async () => {
    const [inWindows, inTabs] = [consoleSet('window'), consoleSet('tab')]
    expect((await inWindows.connect('1').client.host.info()).besideIn).toBe('window')
    expect((await inTabs.connect('1').client.host.info()).besideIn).toBe('tab')
  })

  test('is one of so many at most', async () => {
    const set = consoleSet('window')
    for (let count = 1; count < 16; count += 1) await set.consoles.openBeside(null)
    const refused = set.connect(FIRST_CONSOLE).client.directory.openBeside({ path: null })
    await expect(refused).rejects.toMatchObject({ code: 'OPEN_FAILED', data: { failure: null } })
    expect(set.hosts).toHaveLength(16)
  })
})

describe('a directory that another one shows', () => {
  test('is brought to the front in its window instead of being opened in place', async () => {
    const set = consoleSet('window')
    const [one, two] = [set.directory('one'), set.directory('two')]
    const first = set.connect(FIRST_CONSOLE)
    await first.client.directory.open({ path: one })
    await first.client.directory.openBeside({ path: two })
    expect(await first.client.directory.open({ path: two })).toEqual({ path: null })
    expect((await first.shown()).path).toBe(one)
    expect(set.presented).toEqual(['2', '2'])
    expect(await first.client.directory.open({ path: one })).toEqual({ path: one })
    const elsewhere = async (): Promise<unknown> =>
      (await first.client.directory.known()).map((known) => [known.path, known.isOpenElsewhere])
    expect(await elsewhere()).toEqual([
      [one, false],
      [two, true],
    ])
    await set.connect('2').client.directory.close()
    expect(await elsewhere()).toEqual([
      [one, false],
      [two, false],
    ])
  })

  test('can be opened in place of another one in a tab, where nobody can bring it to the front', async () => {
    const set = consoleSet('tab')
    const [one, two] = [set.directory('one'), set.directory('two')]
    const first = set.connect(FIRST_CONSOLE)
    await first.client.directory.open({ path: one })
    await first.client.directory.openBeside({ path: two })
    expect(await first.client.directory.open({ path: two })).toEqual({ path: two })
    expect((await first.shown()).path).toBe(two)
  })
})

describe('a console', () => {
  test('ends when nobody has held it for a while, and starts again with what it showed', async () => {
    const set = consoleSet('tab')
    const two = set.directory('two')
    await set.consoles.openBeside(two)
    const tab = set.connect('2')
    const feed = await followState(tab.client)
    await set.time.advance(GRACE_MS * 10)
    tab.release()
    await set.time.advance(GRACE_MS - 1)
    // The page was only loaded again.
    const again = set.connect('2')
    expect(again.host).toBe(tab.host)
    await set.time.advance(GRACE_MS * 10)
    expect(feed.isEnded).toBe(false)

    again.release()
    again.release()
    await set.time.advance(GRACE_MS)
    await feed.ended
    expect(set.consoles.has('2')).toBe(true)
    const later = set.connect('2')
    expect(later.host).not.toBe(tab.host)
    expect((await later.shown()).path).toBe(two)
    expect(set.hosts).toHaveLength(2 + 1)
  })

  test('starts again with a log that it showed, also where that is a folder', async () => {
    const set = consoleSet('tab')
    const logs = path.join(set.folder, 'logs')
    mkdirSync(logs)
    writeFileSync(path.join(logs, 'openclaw.log'), 'nothing of use\n')
    await set.consoles.openBeside(null)
    const tab = set.connect('2')
    await tab.client.directory.openLog({ path: logs })
    tab.release()
    await set.time.advance(GRACE_MS)
    expect(await set.connect('2').shown()).toMatchObject({ kind: 'log', path: logs })
  })

  test('ends for all who hold it only when the last one has let go', async () => {
    const set = consoleSet('tab')
    await set.consoles.openBeside(null)
    const [one, other] = [set.connect('2'), set.connect('2')]
    const feed = await followState(one.client)
    one.release()
    one.release()
    await set.time.advance(GRACE_MS * 2)
    expect([feed.isEnded, other.host]).toEqual([false, one.host])
    other.release()
    await set.time.advance(GRACE_MS)
    await feed.ended
  })

  test('that nobody ever came to see ends as well', async () => {
    const set = consoleSet('tab')
    await set.consoles.openBeside(null)
    expect(set.time.waiting).toBe(1)
    await set.time.advance(GRACE_MS)
    expect(set.time.waiting).toBe(0)
    set.connect('2')
    expect(set.hosts).toHaveLength(2 + 1)
  })

  test('of a window ends with it, and its directory can be opened again', async () => {
    const set = consoleSet('window')
    const two = set.directory('two')
    await set.consoles.openBeside(two)
    const page = set.connect('2')
    const feed = await followState(page.client)
    page.release()
    await set.consoles.openBeside(two)
    await set.time.advance(GRACE_MS)
    expect([set.presented, feed.isEnded]).toEqual([['2', '2'], false])
    await set.closeWindow('2')
    await feed.ended
    await set.consoles.openBeside(two)
    expect(set.presented).toEqual(['2', '2', '3'])
    expect((await set.connect('3').shown()).path).toBe(two)
  })

  test('that comes first never ends before the process does', async () => {
    const set = consoleSet('tab', { openExample: true })
    const first = set.connect(FIRST_CONSOLE)
    const feed = await followState(first.client)
    await feed.opened()
    first.release()
    await set.time.advance(GRACE_MS * 10)
    expect(feed.isEnded).toBe(false)
    await set.consoles.close()
    await feed.ended
    expect(set.consoles.hold(FIRST_CONSOLE)).toBeUndefined()
    await expect(set.consoles.openBeside(null)).rejects.toThrow('closed')
  })

  test('with the example gets another example after it has ended', async () => {
    const set = consoleSet('tab')
    await set.consoles.openBeside(null)
    const tab = set.connect('2')
    await tab.client.directory.openExample()
    const before = await tab.shown()
    tab.release()
    await set.time.advance(GRACE_MS)
    const after = await set.connect('2').shown()
    expect(after.kind).toBe('example')
    expect(after.path).not.toBe(before.path)
  })

  test('is known by its number alone', () => {
    const { consoles } = consoleSet('tab')
    expect(['', '0', '2', '01', 'constructor', '__proto__'].map((id) => consoles.hold(id))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    )
  })
})

describe('what is edited side by side', () => {
  test('in two directories of our own: vaults of their own, and nothing lost', async () => {
    const set = consoleSet('tab')
    await set.consoles.openBeside(null)
    const [one, two] = [set.connect('1'), set.connect('2')]
    const protection = { kind: 'passphrase', passphrase: PASSPHRASE } as const
    await Promise.all([
      one.client.directory.create({ name: 'One', path: null, protection }),
      two.client.directory.create({ name: 'Two', path: null, protection }),
    ])
    await one.client.vault.lock()
    expect([(await one.shown()).vault?.status, (await two.shown()).vault?.status]).toEqual(['locked', 'unlocked'])
    await expect(one.client.accounts.add(ACCOUNT)).rejects.toMatchObject({ code: 'VAULT_LOCKED' })
    await two.client.accounts.add(ACCOUNT)
    await one.client.vault.unlock({ passphrase: PASSPHRASE })
    await Promise.all(
      Array.from({ length: 6 }, async (_item, index) => {
        await one.client.accounts.add({ ...ACCOUNT, profileId: `alpha:one-${index}` })
        await two.client.accounts.add({ ...ACCOUNT, profileId: `alpha:two-${index}` })
      }),
    )
    const idsOf = async ({ shown }: typeof one): Promise<readonly string[]> =>
      (await shown()).facts.agents.flatMap(({ store }) => store?.profiles.map(({ id }) => id) ?? []).toSorted()
    const six = (name: string): string[] => Array.from({ length: 6 }, (_item, index) => `alpha:${name}-${index}`)
    expect(await idsOf(one)).toEqual(six('one'))
    expect(await idsOf(two)).toEqual(['alpha:third', ...six('two')])
    const known = await one.client.directory.known()
    expect(known.map(({ name, kind, isOpenElsewhere }) => `${name} ${kind} ${isOpenElsewhere}`).toSorted()).toEqual([
      'One own false',
      'Two own true',
    ])
  })

  test('in one directory of our own, open twice: each account is there for both', async () => {
    const set = consoleSet('tab')
    await set.consoles.openBeside(null)
    const [one, two] = [set.connect('1'), set.connect('2')]
    const protection = { kind: 'passphrase', passphrase: PASSPHRASE } as const
    const { path: own } = await one.client.directory.create({ name: 'Shared', path: null, protection })
    await two.client.directory.open({ path: own })
    expect([(await one.shown()).vault?.status, (await two.shown()).vault?.status]).toEqual(['unlocked', 'locked'])
    await two.client.vault.unlock({ passphrase: PASSPHRASE })
    await Promise.all(
      Array.from({ length: 12 }, (_item, index) =>
        (index % 2 ? one : two).client.accounts.add({ ...ACCOUNT, profileId: `alpha:${index}` }),
      ),
    )
    for (const { client, shown } of [one, two]) {
      await client.directory.reread()
      const ids = (await shown()).facts.agents.flatMap(({ store }) => store?.profiles.map(({ id }) => id) ?? [])
      expect(ids).toHaveLength(12)
    }
    await one.client.directory.close()
    expect((await two.client.transfer.scan()).findings).toEqual([])
    await two.client.accounts.remove({ agentId: 'main', profileId: 'alpha:0' })
  })

  test.each(['2026.5.20', '2026.7.1', '2026.9.6'] as const)(
    'in one directory of %s, open twice: every edit is there and in both histories',
    async (version) => {
      const set = consoleSet('tab')
      const attached = set.directory('attached', version)
      await set.consoles.openBeside(null)
      const [one, two] = [set.connect('1'), set.connect('2')]
      for (const { client } of [one, two]) await client.directory.open({ path: attached })
      const untilMs = Date.now() + 3_600_000
      const lock = async ({ client }: typeof one, profileId: string): Promise<void> =>
        void (await client.locks.snooze({ agentId: 'main', profileIds: [profileId], untilMs }))
      await Promise.all([
        lock(one, 'alpha:home'),
        lock(two, 'alpha:work'),
        lock(one, 'beta:main'),
        lock(two, 'beta:spare'),
      ])
      for (const { client, shown } of [one, two]) {
        await client.directory.reread()
        const { facts } = await shown()
        const stores = [facts.sharedStore, ...facts.agents.map(({ store }) => store)]
        const locked = stores.flatMap((store) => Object.keys(store?.usageStats ?? {}))
        expect(locked).toEqual(expect.arrayContaining(['alpha:home', 'alpha:work', 'beta:main', 'beta:spare']))
        const ledger = await client.locks.history({ agentId: 'main', profileId: null, beforeId: null, limit: 50 })
        const snoozed = ledger.filter(({ basis, cause }) => basis !== 'observed' && cause !== 'outside')
        expect(new Set(snoozed.map(({ profileId }) => profileId))).toEqual(
          new Set(['alpha:home', 'alpha:work', 'beta:main', 'beta:spare']),
        )
      }
    },
  )
})
