import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DirectoryPage } from './pages/directory-page.ts'
import { nextPage } from './support/next-page.ts'

const HOME_OF_TWO = /^Home · .+ · two · Switchyard$/

/** What of a page's surroundings could carry the key to somebody else. */
async function expectNoKeyInSight(page: Page, requested: readonly string[]): Promise<void> {
  const { key, address, referrer, entries } = await page.evaluate(() => ({
    key: sessionStorage.getItem('switchyard.key') ?? '',
    address: location.href,
    referrer: document.referrer,
    entries: performance.getEntries().map(({ name }) => name),
  }))
  expect(key.length).toBeGreaterThan(40)
  expect([address, referrer, ...entries, ...requested].filter((text) => text.includes(key))).toEqual([])
  expect(address).not.toContain('#')
}

test('a tab beside has the key and its console, and keeps both over a reload', async ({ openConsole }) => {
  const folder = temporaryFolder()
  const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')]
  copyFixture('2026.5.20', one)
  copyFixture('2026.9.6', two)
  const opened = await openConsole({ directory: two })
  const { page } = opened
  const printed = /http:\/\/127\.0\.0\.1:\d+\/#key=\S+/.exec(opened.output())?.[0] ?? ''
  const requested: string[] = []
  page.context().on('request', (request) => requested.push(request.url(), ...Object.values(request.headers())))
  const console = new ConsolePage(page)
  const directories = new DirectoryPage(page)
  await console.ready('Home')
  await console.go('Directory')
  await page.getByRole('textbox', { name: 'Open a directory' }).fill(one)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await console.ready('Home')
  await expect(page).toHaveTitle(/ · one · Switchyard$/)
  await console.go('Directory')

  const tab = await nextPage(opened, () => directories.openBeside(two))
  const tabConsole = new ConsolePage(tab)
  await expect(tab).toHaveTitle(HOME_OF_TWO)
  await expectNoKeyInSight(tab, requested)
  await tabConsole.go('Accounts')
  await tab.reload()
  await expect(tab).toHaveTitle(/^Accounts · .+ · two · Switchyard$/)

  await test.step('a directory that a tab shows already is the same console in one more', async () => {
    const again = await nextPage(opened, () => directories.openBeside(two))
    await expect(again).toHaveTitle(HOME_OF_TWO)
    await new ConsolePage(again).go('Directory')
    await expect(new DirectoryPage(again).known(one)).toContainText('open in another tab')
    await new DirectoryPage(again).known(one).getByRole('button', { name: 'Open one', exact: true }).click()
    await expect(tab).toHaveTitle(/ · one · Switchyard$/)
    await expect(page).toHaveTitle('Directory · one · Switchyard')
    await again.close()
  })

  await test.step('the printed address leads to the first one', async () => {
    await directories.known(two).getByRole('button', { name: 'Open two', exact: true }).click()
    await expect(page).toHaveTitle(HOME_OF_TWO)
    await tab.goto('about:blank')
    await tab.goto(printed)
    await expect(tab).toHaveTitle(HOME_OF_TWO)
  })
  folder.remove()
})

test('where the browser does not let the page open a tab, a button does', async ({ openConsole }) => {
  const opened = await openConsole({ example: true })
  const { page } = opened
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Directory')
  await page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = () => {
      window.open = open
      return null
    }
  })
  await new DirectoryPage(page).newBeside()
  await expect(page.getByText('The browser did not let this page open a tab by itself.')).toBeVisible()
  const tab = await nextPage(opened, () => page.getByRole('button', { name: 'Open the tab' }).click())
  await expect(tab).toHaveTitle('Open a directory · Switchyard')
  await expect(page.getByRole('button', { name: 'Open the tab' })).toHaveCount(0)
})
