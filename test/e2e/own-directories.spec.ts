import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { json, startProviderServer } from '../support/provider-server.ts'
import { expect, test } from './fixtures.ts'
import { AccountsPage } from './pages/accounts-page.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DirectoryPage } from './pages/directory-page.ts'
import { changeConfig } from './support/directory-facts.ts'
import { tick } from './pages/tick.ts'

const ANSWER = json(200, { choices: [{ message: { role: 'assistant', content: 'pong' } }] })
const PASSPHRASE = 'four unrelated words here'
const OTHER = 'another four words there'

/** Everything that lies in a directory, as one text. */
function bytesOf(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

/** The keys of the recordings are too short to be told from other text. */
function lengthenKeys(directory: string): void {
  const file = join(directory, 'agents/main/agent/auth-profiles.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"k-(..)"/g, '"k-$1-made-up-value"'))
}

test('a directory of our own: made, locked, unlocked, filled from OpenClaw, taken elsewhere', async ({
  openConsole,
  edition,
}) => {
  const folder = temporaryFolder()
  const provider = await startProviderServer(ANSWER)
  const attached = join(folder.path, 'attached')
  const first = join(folder.path, 'first')
  const second = join(folder.path, 'second')
  copyFixture('2026.5.20', attached)
  lengthenKeys(attached)
  const { page } = await openConsole({ directory: attached })
  const console = new ConsolePage(page)
  const directories = new DirectoryPage(page)
  const accounts = new AccountsPage(page)
  const imitateProvider = (directory: string): void =>
    changeConfig(directory, (config) => {
      const model = { id: 'big', name: 'Big', contextWindow: 128_000, maxTokens: 4096 }
      const alpha = { baseUrl: `${provider.origin}/v1`, api: 'openai-completions', models: [model] }
      config['models'] = { providers: { alpha } }
    })

  await test.step('made', async () => {
    await console.ready('Home')
    await console.go('Directory')
    await directories.make('Travel', PASSPHRASE, first)
    await console.ready('Home')
    await expect(console.toast('Travel was made and is open.')).toBeVisible()
    // On a desktop without a key ring, Electron's own store would keep the key in plain text.
    await expect(page.locator('[data-banner="basic-text"]')).toHaveCount(edition === 'electron' ? 1 : 0)
    await console.go('Directory')
    await expect(directories.vault()).toHaveAttribute('data-vault', 'unlocked')
    await expect(page.locator('[data-protection="passphrase"]')).toContainText('the last one stays')
  })

  await test.step('filled from OpenClaw, after a look', async () => {
    const part = await directories.lookAt(attached)
    await expect(part.locator('[data-import]')).toHaveCount(4)
    await expect(part.locator('[data-action="create"] [data-import="alpha:work"]')).toContainText('It is new here')
    await expect(part.locator('[data-result="import"]')).toContainText('Importing creates 4 accounts')
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(part.locator('[data-result="import"]')).toContainText('4 accounts created')
    const again = await directories.lookAt(attached)
    await expect(again.locator('[data-result="import"]')).toContainText('There is nothing new to import.')
    await expect(again.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    expect(bytesOf(attached)).toContain('-made-up-value')
    expect(bytesOf(first)).not.toContain('-made-up-value')
  })

  await test.step('its keys are used and not shown, and a typed one is sealed', async () => {
    imitateProvider(first)
    await console.go('Accounts')
    await accounts.choose('alpha:work', 'Test now')
    const call = accounts.dialog(/^Test of/)
    await expect(call.locator('[data-outcome="ok"]').first()).toBeVisible()
    expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer k-a1-made-up-value')
    await accounts.confirm(call, 'Close')
    await accounts.add({ provider: 'alpha', id: 'alpha:typed', secret: { entered: 'k-typed-in-by-hand' } })
    await expect(console.profile('alpha:typed')).toBeVisible()
    expect(bytesOf(first)).not.toContain('k-typed-in-by-hand')
    await console.go('Directory')
    await page.getByRole('button', { name: 'Look for plaintext secrets' }).click()
    await expect(page.locator('[data-result="scan"]')).toContainText('No secret lies in plain text in')
  })

  await test.step('locked: nothing can be tried or typed in; a wrong passphrase is said to be one', async () => {
    await directories.vault().getByRole('button', { name: 'Lock now' }).click()
    await expect(directories.vault()).toHaveAttribute('data-vault', 'locked')
    await expect(page.locator('[data-banner="vault-locked"]')).toBeVisible()
    await console.go('Accounts')
    await accounts.choose('alpha:work', 'Test now')
    const call = accounts.dialog(/^Test of/)
    await expect(call).toContainText('The vault is locked')
    await accounts.confirm(call, 'Close')
    await console.go('Directory')
    const dialog = await directories.unlock('not the passphrase')
    await expect(dialog.getByRole('alert')).toContainText('The passphrase does not open')
    await expect(dialog.getByRole('textbox', { name: 'Passphrase' })).toHaveValue('')
    await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE)
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(directories.vault()).toHaveAttribute('data-vault', 'unlocked')
  })

  const sealed = join(folder.path, 'travel.switchyard')
  await test.step('exported sealed, and in plain text only after that was read', async () => {
    await page.getByRole('button', { name: 'Export encrypted…' }).click()
    const dialog = directories.dialog('Export encrypted')
    await dialog.getByRole('textbox', { name: 'File to write' }).fill(sealed)
    await directories.enterNew(dialog, OTHER)
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(console.toast(`5 accounts sealed in ${sealed}.`)).toBeVisible()
    const bytes = readFileSync(sealed, 'latin1')
    for (const text of ['-made-up-value', 'k-typed-in-by-hand']) expect(bytes).not.toContain(text)

    await page.getByRole('button', { name: 'Export in plain text…' }).click()
    const plain = directories.dialog('Export in plain text')
    await plain.getByRole('textbox', { name: 'Folder to make' }).fill(join(folder.path, 'plain'))
    await expect(plain).toContainText('Every key and sign-in will lie in that folder in plain text.')
    await expect(plain.getByRole('button', { name: 'Export in plain text' })).toBeDisabled()
    expect(existsSync(join(folder.path, 'plain'))).toBe(false)
    await tick(plain.getByRole('checkbox'))
    await plain.getByRole('button', { name: 'Export in plain text' }).click()
    await expect(plain).toBeHidden()
    expect(bytesOf(join(folder.path, 'plain'))).toContain('k-typed-in-by-hand')
  })

  await test.step('taken to a second one', async () => {
    await directories.make('Elsewhere', PASSPHRASE, second)
    await console.ready('Home')
    await console.go('Directory')
    const part = await directories.lookAt(sealed, 'not the passphrase')
    await expect(part.getByRole('alert')).toContainText('passphrase')
    await directories.lookAt(sealed, OTHER)
    await expect(part.locator('[data-action="create"] [data-import]')).toHaveCount(5)
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(part.locator('[data-result="import"]')).toContainText('5 accounts created')
    imitateProvider(second)
    await console.go('Accounts')
    await accounts.choose('alpha:typed', 'Test now')
    await expect(
      accounts
        .dialog(/^Test of/)
        .locator('[data-outcome="ok"]')
        .first(),
    ).toBeVisible()
    expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer k-typed-in-by-hand')
    await accounts.confirm(accounts.dialog(/^Test of/), 'Close')
    expect(bytesOf(second)).not.toContain('k-typed-in-by-hand')
  })

  await test.step('side by side with OpenClaw’s', async () => {
    await console.go('Directory')
    await expect(directories.known(second)).toContainText('open now')
    await directories.known(attached).getByRole('button', { name: 'Open attached', exact: true }).click()
    await console.ready('Home')
    await expect(page.locator('[data-banner]')).toHaveCount(0)
    await console.go('Directory')
    await expect(directories.vault()).toHaveCount(0)
    await page.getByRole('button', { name: 'Look for plaintext secrets' }).click()
    await expect(page.locator('[data-result="scan"]')).toContainText('Secrets lie in plain text in')
    await expect(page.locator('[data-file="agents/main/agent/auth-profiles.json"]')).toContainText('alpha:work')
    await directories.known(first).getByRole('button', { name: 'Open Travel', exact: true }).click()
    await console.ready('Home')
    await expect(page.locator('[data-banner="vault-locked"]')).toBeVisible()
    await console.go('Directory')
    await page.getByRole('button', { name: 'Actions for Elsewhere' }).click()
    await page.getByRole('menuitem', { name: /^Forget/ }).click()
    await expect(directories.known(second)).toHaveCount(0)
    expect(existsSync(second)).toBe(true)
  })
  await provider.close()
  folder.remove()
})

test('a directory that cannot be made is not made, and the one that is open stays', async ({
  openConsole,
  edition,
}) => {
  const folder = temporaryFolder()
  const attached = join(folder.path, 'attached')
  copyFixture('2026.5.20', attached)
  const { page } = await openConsole({ directory: attached })
  const console = new ConsolePage(page)
  const directories = new DirectoryPage(page)
  await console.ready('Home')
  await console.go('Directory')
  await page.getByRole('button', { name: 'New directory…' }).click()
  const dialog = directories.dialog('New directory')
  // The desktop's own store is offered where it would really seal the key, and there is none of that here.
  await expect(dialog.getByText('This desktop has a key store in name only')).toHaveCount(
    edition === 'electron' ? 1 : 0,
  )
  await expect(dialog.getByRole('radio', { name: /^The key store of this desktop/ })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Occupied')
  await dialog.getByRole('textbox', { name: 'Place' }).fill(attached)
  await tick(dialog.getByRole('radio', { name: /^A passphrase/ }))
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill('short')
  await expect(dialog.getByRole('button', { name: 'Make and open' })).toBeDisabled()
  await directories.enterNew(dialog, PASSPHRASE)
  await dialog.getByRole('button', { name: 'Make and open' }).click()
  await expect(dialog.getByRole('alert')).toContainText('the folder is not empty')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('region', { name: 'Open now' })).toContainText(attached)
  folder.remove()
})
