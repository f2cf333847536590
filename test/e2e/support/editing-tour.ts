import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { copyFixture, temporaryFolder } from '../../support/fixture-copy.ts'
import { json, startProviderServer } from '../../support/provider-server.ts'
import { AccountsPage } from '../pages/accounts-page.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { DirectoryPage } from '../pages/directory-page.ts'
import { Locks } from '../pages/locks.ts'
import { OrderEditor } from '../pages/order-editor.ts'
import { tick } from '../pages/tick.ts'
import type { ConsoleOptions, OpenedConsole } from './console-options.ts'
import { changeConfig, pointProvidersAt } from './directory-facts.ts'
import { startFakeGateway } from './fake-gateway.ts'

/** A screen of the tour, as it is shown now. */
export type Visit = (page: Page, name: string) => Promise<void>

const AT_MS = 1_796_005_940_000
const PASSPHRASE = 'four unrelated words here'
const LIMITED = json(429, { error: { message: 'Rate limit reached for requests', type: 'rate_limit_error' } })

/** Leads through everything that edits, each screen in the state in which it has most to show. */
export async function tourOfEditing(
  openConsole: (options: ConsoleOptions) => Promise<OpenedConsole>,
  look: ConsoleOptions,
  visit: Visit,
): Promise<void> {
  const folder = temporaryFolder()
  const provider = await startProviderServer(LIMITED)
  const attached = join(folder.path, 'state')
  copyFixture('2026.9.6', attached)
  pointProvidersAt(attached, provider.origin)
  const gateway = await startFakeGateway(attached)
  const opened = await openConsole({ ...look, directory: attached, at: AT_MS })
  try {
    const { page } = opened
    await locks(page, (name) => visit(page, name))
    await orders(page, attached, (name) => visit(page, name))
    await accounts(page, (name) => visit(page, name))
    await directories(page, folder.path, (name) => visit(page, name))
  } finally {
    await opened.close()
    await gateway.close()
    await provider.close()
    folder.remove()
  }
}

type Stop = (name: string) => Promise<void>

async function locks(page: Page, stop: Stop): Promise<void> {
  const console = new ConsolePage(page)
  const locksOf = new Locks(page)
  await console.ready('Home')
  await locksOf.recheck('alpha:home')
  await expect(locksOf.outcome('alpha:home')).toContainText('still refused')
  await stop('recheck')
  const snooze = await locksOf.ask('alpha:work', 'Snooze…')
  await tick(snooze.getByRole('radio', { name: 'Another time' }))
  await stop('snooze')
  await page.keyboard.press('Escape')
  const clear = await locksOf.ask('beta:main', 'Clear…')
  await stop('clear')
  await clear.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(locksOf.gatewayBanner()).toHaveAttribute('data-gateway', 'keeps_own_copy')
  await locksOf.section().getByRole('button', { name: 'Choose several' }).click()
  await tick(locksOf.row('beta:spare').getByRole('checkbox'))
  await stop('choose-several')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'All changes' }).click()
  await expect(locksOf.ledger().first()).toBeVisible()
  await stop('lock-changes')
  await page.keyboard.press('Escape')
}

async function orders(page: Page, directory: string, stop: Stop): Promise<void> {
  const console = new ConsolePage(page)
  await console.go('Accounts')
  const editor = new OrderEditor(page, 'alpha')
  await editor.open()
  await editor.button('Move alpha:work up').click()
  await stop('order-editor')
  changeConfig(directory, (config) => {
    config['auth'] = { ...(config['auth'] as object), order: { alpha: ['alpha:home'] } }
  })
  await expect(editor.conflict()).toBeVisible()
  await stop('order-conflict')
  await editor.conflict().getByRole('button', { name: 'Overwrite' }).click()
  await expect(console.toast('Order of alpha saved.')).toBeVisible()
  await stop('order-saved')
  const history = await editor.openHistory()
  await expect(history.locator('[data-order-revision]').first()).toBeVisible()
  await stop('order-history')
  await page.keyboard.press('Escape')
}

async function accounts(page: Page, stop: Stop): Promise<void> {
  const accountsOf = new AccountsPage(page)
  const add = await accountsOf.fillIn({ provider: 'alpha', email: 'me@example', secret: { entered: '' } })
  await add.getByRole('button', { name: 'Add account', exact: true }).click()
  await stop('add-account')
  await accountsOf.fillInSecret(add, { variable: 'ALPHA_API_KEY' })
  await stop('add-account-reference')
  await page.keyboard.press('Escape')
  await accountsOf.choose('alpha:work', 'Edit…')
  await stop('edit-account')
  await page.keyboard.press('Escape')
  await accountsOf.choose('alpha:work', 'Remove…')
  await stop('remove-account')
  await page.keyboard.press('Escape')
  await accountsOf.choose('alpha:work', 'Test now')
  const call = accountsOf.dialog(/^Test of/)
  await expect(call.locator('[data-outcome="failed"]').first()).toBeVisible()
  await stop('test-account')
  await accountsOf.confirm(call, 'Close')
  await page.getByRole('button', { name: 'Actions for alpha:work', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await stop('account-menu')
  await page.keyboard.press('Escape')
  await accountsOf.add({
    provider: 'gamma',
    id: 'gamma:me',
    secret: { entered: 'a-made-up-value-0001' },
    label: 'Mine',
  })
}

async function directories(page: Page, folder: string, stop: Stop): Promise<void> {
  const console = new ConsolePage(page)
  const directoriesOf = new DirectoryPage(page)
  await console.go('Directory')
  await page.getByRole('button', { name: 'Look for plaintext secrets' }).click()
  await expect(page.locator('[data-result="scan"]')).toContainText('Secrets lie in plain text')
  await stop('directory')
  await page.getByRole('button', { name: 'New directory…' }).click()
  await expect(directoriesOf.dialog('New directory').getByRole('textbox', { name: 'Name' })).toBeVisible()
  await stop('new-directory')
  await page.keyboard.press('Escape')
  await directoriesOf.make('Travel', PASSPHRASE, join(folder, 'travel'))
  await console.ready('Home')
  await stop('own-empty')
  await console.go('Directory')
  const part = await directoriesOf.lookAt(join(folder, 'state'))
  await expect(part.locator('[data-import]').first()).toBeVisible()
  await part.scrollIntoViewIfNeeded()
  await stop('import-preview')
  await part.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(part.locator('[data-result="import"]')).toContainText('created')
  await page.getByRole('button', { name: 'Export in plain text…' }).click()
  await stop('export-plain')
  await page.keyboard.press('Escape')
  await directoriesOf.vault().getByRole('button', { name: 'Lock now' }).click()
  await expect(page.locator('[data-banner="vault-locked"]')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await stop('vault-locked')
  await directoriesOf.vault().getByRole('button', { name: 'Unlock…' }).click()
  await stop('unlock')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Travel' }).click()
  await page.keyboard.press('Escape')
}
