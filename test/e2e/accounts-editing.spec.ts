import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixture-copy.ts'
import { json, startProviderServer, type ProviderServer } from '../support/provider-server.ts'
import { expect, test, type ConsoleOptions } from './fixtures.ts'
import { AccountsPage } from './pages/accounts-page.ts'
import { ConsolePage } from './pages/console-page.ts'
import { configOrder, mainStore, pointProvidersAt, readConfig, storeOrderElsewhere } from './support/directory-facts.ts'
import { RECORDINGS } from './support/recordings.ts'
import { tick } from './pages/tick.ts'

const ANSWER = json(200, { choices: [{ message: { role: 'assistant', content: 'pong' } }] })
const REFUSED = json(401, {
  error: { message: 'Incorrect API key provided: made-up-value-no-pattern-1. Look it up.', code: 'invalid_api_key' },
})

interface Scene {
  readonly page: Page
  readonly console: ConsolePage
  readonly accounts: AccountsPage
  readonly directory: string
  readonly provider: ProviderServer
}

async function scene(
  openConsole: (options: ConsoleOptions) => Promise<{ page: Page }>,
  version: FixtureVersion,
  then: (scene: Scene) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder()
  const provider = await startProviderServer(ANSWER)
  try {
    copyFixture(version, folder.path)
    pointProvidersAt(folder.path, provider.origin)
    const at = RECORDINGS.find((recording) => recording.version === version)?.atMs ?? 0
    const { page } = await openConsole({ directory: folder.path, at })
    const console = new ConsolePage(page)
    await console.ready('Home')
    await console.go('Accounts')
    await then({ page, console, accounts: new AccountsPage(page), directory: folder.path, provider })
  } finally {
    await provider.close()
    folder.remove()
  }
}

for (const { version, title } of RECORDINGS) {
  test(`${title} (${version}): an account is added, tried, renamed, given another key and removed`, async ({
    openConsole,
  }) => {
    await scene(openConsole, version, async ({ page, console, accounts, directory, provider }) => {
      const before = configOrder(directory, 'alpha') ?? []
      await accounts.add({
        provider: 'alpha',
        id: 'alpha:new',
        secret: { entered: ' made-up-value-no-pattern-1\n' },
        label: 'For trips',
      })
      await expect(console.toast('alpha:new was added. It counts from now on.')).toBeVisible()
      await expect(console.profile('alpha:new')).toContainText('For trips')
      // An account that is not in the order of its provider would never be tried.
      expect(configOrder(directory, 'alpha')).toEqual([...before, 'alpha:new'])
      expect((await mainStore(directory)).profiles.map(({ id }) => id)).toContain('alpha:new')

      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Test now' }).click()
      const call = accounts.dialog(/^Test of/)
      await expect(call.locator('[data-outcome="ok"]').first()).toBeVisible()
      expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer made-up-value-no-pattern-1',
      ])
      provider.answer = REFUSED
      await call.getByRole('button', { name: 'Test again' }).click()
      await expect(call.locator('[data-outcome="failed"]').first()).toBeVisible()
      await expect(call).toContainText('It said:')
      await expect(call).not.toContainText('made-up-value-no-pattern-1')
      await accounts.confirm(call, 'Close')
      // A test is no use: it locks nothing.
      await expect(console.profile('alpha:new')).toHaveAttribute('data-state', /ready|serving/)

      await accounts.choose('alpha:new', 'Rename label…')
      const rename = accounts.dialog(/^Rename label of/)
      await rename.getByRole('textbox', { name: 'Label' }).fill('For the road')
      await accounts.confirm(rename, 'Save')
      await expect(console.profile('alpha:new')).toContainText('For the road')

      await accounts.choose('alpha:new', 'Edit…')
      const edit = accounts.dialog(/^Edit/)
      await expect(edit).not.toContainText('made-up-value-no-pattern-1')
      await tick(edit.getByRole('radio', { name: 'Enter a new one' }))
      await accounts.fillInSecret(edit, { entered: 'made-up-value-no-pattern-2' })
      await edit.getByRole('textbox', { name: 'E-mail' }).fill('me@example.com')
      await accounts.confirm(edit, 'Save')
      provider.answer = ANSWER
      await accounts.choose('alpha:new', 'Test now')
      await expect(call.locator('[data-outcome="ok"]').first()).toBeVisible()
      expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer made-up-value-no-pattern-2')
      await accounts.confirm(call, 'Close')

      await storeOrderElsewhere(directory, 'alpha', ['alpha:new', ...before])
      await expect(console.lane('alpha')).toContainText('Order stored for this agent')
      await accounts.choose('alpha:new', 'Remove…')
      const remove = accounts.dialog(/^Remove/)
      await expect(remove).toContainText('its place in the stored order of alpha')
      await expect(remove).toContainText('its place in auth.order of alpha')
      await accounts.confirm(remove, 'Remove')
      await expect(console.profile('alpha:new')).toHaveCount(0)
      expect(configOrder(directory, 'alpha')).toEqual(before)
      const store = await mainStore(directory)
      expect(store.order['alpha']).toEqual(before)
      expect(store.profiles.map(({ id }) => id)).not.toContain('alpha:new')
      expect(JSON.stringify(readConfig(directory))).not.toContain('alpha:new')
    })
  })
}

test('a reference is stored as its name, and what stands in the way of a test is said', async ({ openConsole }) => {
  await scene(openConsole, '2026.5.20', async ({ console, accounts, directory, provider }) => {
    const dialog = await accounts.fillIn({
      provider: 'gamma',
      email: 'me@example.com',
      secret: { variable: 'GAMMA_API_KEY' },
    })
    // The id is suggested from provider and address.
    await expect(dialog.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('gamma:me@example.com')
    await accounts.confirm(dialog, 'Add account')
    const stored = JSON.parse(readFileSync(join(directory, 'agents/main/agent/auth-profiles.json'), 'utf8')) as {
      profiles: Record<string, object>
    }
    expect(stored.profiles['gamma:me@example.com']).toMatchObject({
      type: 'api_key',
      provider: 'gamma',
      keyRef: { source: 'env', provider: 'default', id: 'GAMMA_API_KEY' },
    })
    await expect(console.profile('gamma:me@example.com')).toContainText('GAMMA_API_KEY')
    // OpenClaw would not follow it here either, so nothing of the environment is handed to anybody.
    await accounts.choose('gamma:me@example.com', 'Test now')
    const call = accounts.dialog(/^Test of/)
    await expect(call.locator('[data-outcome="not_called"]').first()).toBeVisible()
    expect(provider.requests).toEqual([])
  })
})

test('what cannot be stored is said at its field, and nothing is written', async ({ openConsole }) => {
  await scene(openConsole, '2026.7.1', async ({ accounts, directory }) => {
    const before = JSON.stringify([readConfig(directory), await mainStore(directory)])
    const dialog = await accounts.fillIn({ provider: 'alpha', id: 'alpha:work', secret: { entered: '' } })
    await expect(dialog).toContainText('This id is taken. Choose another one, or edit that account.')
    await dialog.getByRole('button', { name: 'Add account', exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: /^Paste the key/ })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('combobox', { name: 'Provider' }).fill('al pha')
    await expect(dialog).toContainText('The id of a provider has no spaces')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(JSON.stringify([readConfig(directory), await mainStore(directory)])).toBe(before)
  })
})

test('an account with a secret that was refused is tried at once with the new one', async ({ openConsole }) => {
  await scene(openConsole, '2026.9.6', async ({ console, accounts }) => {
    await expect(console.profile('beta:main')).toHaveAttribute('data-state', 'disabled')
    await accounts.choose('beta:main', 'Edit…')
    const edit = accounts.dialog(/^Edit/)
    await tick(edit.getByRole('radio', { name: 'Enter a new one' }))
    await accounts.fillInSecret(edit, { entered: 'k-replaced' })
    await accounts.confirm(edit, 'Save')
    await expect(console.profile('beta:main')).toHaveAttribute('data-state', /ready|serving/)
  })
})
