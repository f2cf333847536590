import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixture-copy.ts'
import { json, startProviderServer, type ProviderServer } from '../support/provider-server.ts'
import { expect, test, type ConsoleOptions } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { Locks } from './pages/locks.ts'
import { OrderEditor } from './pages/order-editor.ts'
import { mainStore, pointProvidersAt } from './support/directory-facts.ts'
import { startFakeGateway } from './support/fake-gateway.ts'
import { RECORDINGS } from './support/recordings.ts'
import { tick } from './pages/tick.ts'

const ANSWER = json(200, { choices: [{ message: { role: 'assistant', content: 'pong' } }] })
const LIMITED = json(429, { error: { message: 'Rate limit reached for requests', type: 'rate_limit_error' } })

interface Scene {
  readonly page: Page
  readonly console: ConsolePage
  readonly locks: Locks
  readonly directory: string
  readonly provider: ProviderServer
  readonly nowMs: number
}

async function scene(
  openConsole: (options: ConsoleOptions) => Promise<{ page: Page }>,
  version: FixtureVersion,
  then: (scene: Scene) => Promise<void>,
  prepare?: (directory: string) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder()
  const provider = await startProviderServer(ANSWER)
  try {
    copyFixture(version, folder.path)
    pointProvidersAt(folder.path, provider.origin)
    await prepare?.(folder.path)
    const nowMs = RECORDINGS.find((recording) => recording.version === version)?.atMs ?? 0
    const { page } = await openConsole({ directory: folder.path, at: nowMs })
    const console = new ConsolePage(page)
    await console.ready('Home')
    await then({ page, console, locks: new Locks(page), directory: folder.path, provider, nowMs })
  } finally {
    await provider.close()
    folder.remove()
  }
}

for (const { version, title } of RECORDINGS) {
  test(`${title} (${version}): a re-check that is refused changes nothing, one that is answered unlocks`, async ({
    openConsole,
  }) => {
    await scene(openConsole, version, async ({ console, locks, directory, provider }) => {
      const before = (await mainStore(directory)).usageStats['beta:spare']
      provider.answer = LIMITED
      await locks.recheck('beta:spare')
      await expect(locks.outcome('beta:spare')).toContainText(
        'beta:spare is still refused: rate limit reached (429). Its lock stays as it was.',
      )
      expect((await mainStore(directory)).usageStats['beta:spare']).toEqual(before)

      provider.answer = ANSWER
      await locks.recheck('beta:spare')
      await expect(locks.row('beta:spare')).toHaveCount(0)
      await expect(console.toast(/^beta:spare answered in .* and is unlocked\.$/)).toBeVisible()
      const after = (await mainStore(directory)).usageStats['beta:spare']
      expect([after?.disabledUntilMs ?? null, after?.errorCount ?? 0]).toEqual([null, 0])
    })
  })

  test(`${title} (${version}): cleared, snoozed, and the ledger tells both`, async ({ openConsole }) => {
    await scene(openConsole, version, async ({ page, console, locks, directory, nowMs }) => {
      const clear = await locks.ask('beta:spare', 'Clear…')
      await expect(clear).toContainText('beta:spare is used again at once, and its failures are counted from zero')
      await clear.getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(console.toast('beta:spare is unlocked.')).toBeVisible()
      await expect(locks.row('beta:spare')).toHaveCount(0)
      expect((await mainStore(directory)).usageStats['beta:spare']?.errorCount ?? 0).toBe(0)

      await console.go('Accounts')
      await page.getByRole('button', { name: 'Details of beta:spare' }).click()
      const details = page.getByRole('dialog')
      await details.getByRole('button', { name: 'Snooze…' }).click()
      const snooze = page.getByRole('dialog', { name: 'Snooze beta:spare' })
      await tick(snooze.getByRole('radio', { name: 'Another time' }))
      await snooze.getByLabel('Until, in UTC').fill('2026-11-30T01:00')
      await snooze.getByRole('button', { name: 'Snooze', exact: true }).click()
      await expect(snooze.getByLabel('Until, in UTC')).toHaveAttribute('aria-invalid', 'true')
      await snooze.getByLabel('Until, in UTC').fill('2026-11-30T09:00')
      await expect(snooze).toContainText('beta:spare is not used before')
      await snooze.getByRole('button', { name: 'Snooze', exact: true }).click()
      await expect(snooze).toBeHidden()
      const untilMs = Date.parse('2026-11-30T09:00:00Z')
      expect(nowMs).toBeLessThan(untilMs)
      expect((await mainStore(directory)).usageStats['beta:spare']?.disabledUntilMs).toBe(untilMs)

      await expect(locks.ledger().first()).toContainText('Snoozed here')
      await expect(locks.ledger().first()).toContainText('until 09:00')
      await expect(locks.ledger().filter({ hasText: 'Cleared here' })).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(console.profile('beta:spare')).toHaveAttribute('data-state', 'disabled')
    })
  })
}

test('several at once: re-checked together, one by one chosen, cleared and snoozed', async ({ openConsole }) => {
  await scene(openConsole, '2026.9.6', async ({ page, console, locks, directory, provider }) => {
    provider.answer = (request, response) =>
      (request.headers.authorization?.endsWith('k-a1') === true ? ANSWER : LIMITED)(request, response)
    await expect(page.locator('[data-lock]')).toHaveCount(4)
    await locks.section().getByRole('button', { name: 'Re-check all' }).click()
    await expect(locks.batch()).toContainText('1 of 4 answered; 3 did not.')
    await expect(locks.batch().getByRole('listitem')).toHaveCount(3)
    await expect(page.locator('[data-lock]')).toHaveCount(3)
    await locks.batch().getByRole('button', { name: 'Dismiss' }).click()

    await locks.section().getByRole('button', { name: 'Choose several' }).click()
    const bar = page.getByRole('group', { name: 'The chosen locks' })
    await expect(bar.getByRole('button', { name: 'Clear…' })).toBeDisabled()
    for (const id of ['beta:main', 'beta:spare']) {
      await tick(locks.row(id).getByRole('checkbox'))
    }
    await expect(bar).toContainText('2 of 3 chosen')
    await bar.getByRole('button', { name: 'Clear…' }).click()
    const clear = page.getByRole('alertdialog')
    await expect(clear).toContainText('beta:main and beta:spare are used again at once')
    await clear.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(console.toast('beta:main and beta:spare are unlocked.')).toBeVisible()
    await expect(page.locator('[data-lock]')).toHaveCount(1)
    const { usageStats } = await mainStore(directory)
    expect(['beta:main', 'beta:spare'].map((id) => usageStats[id]?.errorCount ?? 0)).toEqual([0, 0])

    await page.getByRole('button', { name: 'All changes' }).click()
    await expect(locks.ledger().filter({ hasText: 'Cleared here' })).toHaveCount(2)
    await expect(locks.ledger().filter({ hasText: 'A re-check was answered' })).toHaveCount(1)
  })
})

test('while OpenClaw runs, it is said what it makes of an edit, and it can be made to reload', async ({
  openConsole,
}) => {
  const gateways: Awaited<ReturnType<typeof startFakeGateway>>[] = []
  await scene(
    openConsole,
    '2026.9.6',
    async ({ page, console, locks }) => {
      const [gateway] = gateways
      await expect(page.locator('[data-gateway-running]')).toContainText(
        `OpenClaw is running on this directory (port ${gateway?.port})`,
      )
      const clear = await locks.ask('beta:main', 'Clear…')
      await expect(clear).toContainText('keeps using its own copy until it reloads')
      await clear.getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(locks.gatewayBanner()).toHaveAttribute('data-gateway', 'keeps_own_copy')
      await expect(locks.gatewayBanner()).toContainText('OpenClaw keeps its own copy until it reloads.')

      await locks.gatewayBanner().getByRole('button', { name: 'Make OpenClaw reload…' }).click()
      const reload = page.getByRole('alertdialog', { name: 'Make OpenClaw reload?' })
      await expect(reload).toContainText('auth.order.switchyard-reload')
      await reload.getByRole('button', { name: 'Make it reload' }).click()
      await expect(locks.gatewayBanner()).toHaveAttribute('data-gateway', 'waiting')
      gateway?.log('config hot reload applied (auth.order)')
      await expect(locks.gatewayBanner()).toHaveAttribute('data-gateway', 'reloaded')
      await expect(locks.gatewayBanner()).toContainText('and OpenClaw read it again')

      await console.go('Accounts')
      const editor = new OrderEditor(page, 'alpha')
      await editor.open()
      await expect(editor.root).toContainText('OpenClaw is running: it notices a change of openclaw.json by itself.')
      await editor.button('Move alpha:work up').click()
      await editor.save()
      await expect(console.toast('Order of alpha saved. OpenClaw notices and reads it by itself.')).toBeVisible()
      await expect(locks.gatewayBanner()).toHaveAttribute('data-gateway', 'waiting')
      gateway?.log('config change requires gateway restart (auth.order)')
      await expect(locks.gatewayBanner()).toHaveAttribute('data-gateway', 'restarted')
      await locks.gatewayBanner().getByRole('button', { name: 'Dismiss what OpenClaw did' }).click()
      await expect(locks.gatewayBanner()).toHaveCount(0)
    },
    async (directory) => void gateways.push(await startFakeGateway(directory)),
  )
  await Promise.all(gateways.map((gateway) => gateway.close()))
})
