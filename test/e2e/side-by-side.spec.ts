import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DirectoryPage } from './pages/directory-page.ts'
import { nextPage } from './support/next-page.ts'

const PASSPHRASE = 'four unrelated words here'

test('directories side by side: each with a state, a vault and a title of its own', async ({
  openConsole,
  edition,
}) => {
  const place = edition === 'electron' ? 'window' : 'tab'
  const folder = temporaryFolder()
  const [attached, own, gone] = ['attached', 'own', 'gone'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  copyFixture('2026.5.20', attached)
  const opened = await openConsole({ directory: attached })
  const { page } = opened
  const console = new ConsolePage(page)
  const directories = new DirectoryPage(page)
  await console.ready('Home')
  await expect(page).toHaveTitle(/^Home · .+ · attached · Switchyard$/)
  for (const [name, path] of [
    ['Gone', gone],
    ['Travel', own],
  ] as const) {
    await console.go('Directory')
    await directories.make(name, PASSPHRASE, path)
    await console.ready('Home')
  }
  await expect(page).toHaveTitle(/^Home · .+ · Travel · Switchyard$/)
  await console.go('Directory')

  const other = await nextPage(opened, () => directories.openBeside(attached))
  const otherConsole = new ConsolePage(other)
  const otherDirectories = new DirectoryPage(other)
  await test.step('the other one is open beside, and this one as it was', async () => {
    await otherConsole.ready('Home')
    await expect(other).toHaveTitle(/^Home · .+ · attached · Switchyard$/)
    await expect(page).toHaveTitle('Directory · Travel · Switchyard')
    await expect(directories.known(own)).toContainText('open now')
    await expect(directories.known(attached)).toContainText(`open in another ${place}`)
    await otherConsole.go('Directory')
    await expect(otherDirectories.section('Open now')).toContainText(attached)
    await expect(otherDirectories.known(own)).toContainText(`open in another ${place}`)
  })

  await test.step('what is done in one is not done in the other', async () => {
    await directories.vault().getByRole('button', { name: 'Lock now' }).click()
    await expect(page.locator('[data-banner="vault-locked"]')).toBeVisible()
    await expect(other.locator('[data-banner]')).toHaveCount(0)
    await expect(otherDirectories.vault()).toHaveCount(0)
    await otherConsole.go('Accounts')
    await expect(otherConsole.profile('alpha:work')).toBeVisible()
    await console.go('Accounts')
    await expect(console.profile('alpha:work')).toHaveCount(0)
    await console.go('Directory')
  })

  await test.step('a new one asks which, and stays with its choice when it is loaded again', async () => {
    const third = await nextPage(opened, () => directories.newBeside())
    await expect(
      third.getByRole('heading', { level: 1, name: 'See which account and model answers next' }),
    ).toBeVisible()
    await expect(third).toHaveTitle('Open a directory · Switchyard')
    await expect(new DirectoryPage(third).known(own)).toContainText(`open in another ${place}`)
    await third.getByRole('button', { name: 'Look at the example' }).click()
    await new ConsolePage(third).ready('Home')
    await new ConsolePage(third).go('Accounts')
    await third.reload()
    await expect(third).toHaveTitle(/^Accounts · .+ · The example · Switchyard$/)
    await expect(page).toHaveTitle('Directory · Travel · Switchyard')
    await expect(other).toHaveTitle(/^Accounts · .+ · attached · Switchyard$/)
    await third.close()
  })

  await test.step('what cannot be opened is told where it was asked for', async () => {
    rmSync(gone, { recursive: true })
    mkdirSync(gone)
    await directories.openBeside(gone)
    await expect(directories.section('Known directories').getByRole('alert')).toContainText('state directory')
    expect(page.context().pages().length).toBeLessThanOrEqual(2)
  })
  folder.remove()
})
