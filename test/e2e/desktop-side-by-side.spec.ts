import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test, type ConsoleOptions, type OpenedConsole } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DirectoryPage } from './pages/directory-page.ts'
import { nextPage } from './support/next-page.ts'

type Desktop = OpenedConsole & { readonly app: ElectronApplication }

test('a directory that has a window is brought to the front, and ends with its window', async ({ openConsole }) => {
  const folder = temporaryFolder()
  const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')]
  copyFixture('2026.5.20', one)
  copyFixture('2026.9.6', two)
  const opened = await openDesktop(openConsole, { directory: one })
  const { page, app } = opened
  const console = new ConsolePage(page)
  const directories = new DirectoryPage(page)

  const other = await test.step('the command line of a second instance opens it beside', async () => {
    const beside = await nextPage(opened, () => startAgain(app, [two]))
    await new ConsolePage(beside).ready('Home')
    await expect(beside).toHaveTitle(/ · two · Switchyard$/)
    await expect(page).toHaveTitle(/ · one · Switchyard$/)
    return beside
  })

  await test.step('asked for again, its window comes to the front', async () => {
    await hideWindow(app, ' · two · ')
    await startAgain(app, [two])
    await expect.poll(() => visibleTitles(app)).toContainEqual(expect.stringContaining(' · two · '))
    await console.go('Directory')
    await expect(directories.known(two)).toContainText('open in another window')
    await hideWindow(app, ' · two · ')
    await directories.known(two).getByRole('button', { name: 'Show the window of two' }).click()
    await expect.poll(() => visibleTitles(app)).toContainEqual(expect.stringContaining(' · two · '))
    await expect(directories.known(one)).toContainText('open now')
  })

  await test.step('closed, it can be opened in place again', async () => {
    await other.close()
    await page.reload()
    await expect(directories.known(two)).not.toContainText('open in another window')
    await directories.known(two).getByRole('button', { name: 'Open two', exact: true }).click()
    await console.ready('Home')
    await expect(page).toHaveTitle(/ · two · Switchyard$/)
  })
  folder.remove()
})

test('File, New Window: a window to choose in, with the walls of the first', async ({ openConsole }) => {
  const opened = await openDesktop(openConsole, { example: true })
  const { app } = opened
  await new ConsolePage(opened.page).ready('Home')
  const page = await nextPage(opened, () => chooseInMenu(app, 'New Window'))
  await expect(page.getByRole('button', { name: 'Open a directory…' })).toBeVisible()
  await expect(opened.page).toHaveTitle(/ · The example · Switchyard$/)

  const [first, second] = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      // Not in the published types, but the only way to read what is really in force.
      const contents = webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      return contents.getLastWebPreferences()
    }),
  )
  expect(second).toEqual(first)
  expect(second).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false })
  expect(await page.evaluate(() => window.open('app://console/'))).toBeNull()
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(2)

  await test.step('a window that is not seen any more leaves the others', async () => {
    await opened.page.close()
    await page.getByRole('button', { name: 'Look at the example' }).click()
    await new ConsolePage(page).ready('Home')
  })
})

async function openDesktop(
  openConsole: (options?: ConsoleOptions) => Promise<OpenedConsole>,
  options: ConsoleOptions,
): Promise<Desktop> {
  const opened = await openConsole(options)
  if (opened.app === undefined) throw new Error('This is about the desktop app')
  return { ...opened, app: opened.app }
}

/** Starts the app once more, on the same profile, and waits until that instance has ended. */
async function startAgain(app: ElectronApplication, directories: readonly string[]): Promise<void> {
  const exitCode = await app.evaluate(async ({ app: electron }, asked) => {
    const { spawn } = process.getBuiltinModule('node:child_process')
    const own = process.argv.slice(1).filter((argument) => !/^--(inspect|remote-debugging)/.test(argument))
    // Behind the application's folder stand the arguments of the first one.
    const args = [...own.slice(0, own.indexOf(electron.getAppPath()) + 1), ...asked]
    const second = spawn(process.execPath, args, { stdio: 'ignore', cwd: electron.getAppPath() })
    return new Promise((resolve) => second.once('exit', resolve))
  }, directories)
  expect(exitCode).toBe(0)
}

async function hideWindow(app: ElectronApplication, title: string): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, wanted) =>
      BrowserWindow.getAllWindows().forEach((window) => window.getTitle().includes(wanted) && window.hide()),
    title,
  )
  expect((await visibleTitles(app)).filter((shown) => shown.includes(title))).toEqual([])
}

function visibleTitles(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap((window) => (window.isVisible() ? window.getTitle() : [])),
  )
}

/** Presses an item of the File menu, as its shortcut would. */
async function chooseInMenu(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate(({ Menu }, wanted) => {
    const file = Menu.getApplicationMenu()?.items.find((item) => item.label === 'File')
    const item = file?.submenu?.items.find((candidate) => candidate.label === wanted)
    if (item === undefined) throw new Error(`There is no ${wanted} in the menu`)
    item.click()
  }, label)
}
