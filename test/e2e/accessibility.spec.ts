import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { overflowPx, violations } from './support/axe.ts'
import { tourOfEditing } from './support/editing-tour.ts'

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 1024, 400]) {
    test(`no axe violation and nothing cut off, ${theme}, ${width} px`, async ({ openConsole }) => {
      const { page } = await openConsole({ example: true, theme, width, reducedMotion: true })
      const console = new ConsolePage(page)
      await console.ready('Home')
      for (const agent of ['Research', 'Operations', 'Assistant']) {
        await console.chooseAgent(agent)
        for (const screen of ['Accounts', 'Home'] as const) {
          await console.go(screen)
          expect(await violations(page), `${agent} ${screen}`).toEqual([])
          expect(await overflowPx(page), `${agent} ${screen}`).toBe(0)
        }
      }
      await console.go('Problems')
      expect(await violations(page), 'Problems').toEqual([])
      await console.go('Accounts')
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await violations(page), 'Details').toEqual([])
    })

    test(`no axe violation on the first screen, ${theme}, ${width} px`, async ({ openConsole }) => {
      const { page } = await openConsole({ theme, width, reducedMotion: true })
      await expect(page.getByRole('button', { name: 'Look at the example' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await overflowPx(page)).toBe(0)
    })
  }
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 400]) {
    test(`no axe violation and nothing cut off while editing, ${theme}, ${width} px`, async ({ openConsole }) => {
      test.setTimeout(240_000)
      await tourOfEditing(openConsole, { theme, width, reducedMotion: true }, async (page, name) => {
        expect.soft(await violations(page), name).toEqual([])
        expect.soft(await overflowPx(page), name).toBe(0)
      })
    })
  }
}

test('no axe violation where files are damaged, and where the key is missing', async ({ openConsole, edition }) => {
  const { path, remove } = temporaryFolder()
  copyFixture('2026.7.1', path)
  writeFileSync(join(path, 'openclaw.json'), '{ "auth": ')
  for (const theme of ['light', 'dark'] as const) {
    const { page, close } = await openConsole({ directory: path, theme, reducedMotion: true })
    const console = new ConsolePage(page)
    await console.ready('Home')
    expect(await violations(page), `Home ${theme}`).toEqual([])
    await console.go('Problems')
    await expect(page.getByRole('main')).toContainText('openclaw.json')
    expect(await violations(page), `Problems ${theme}`).toEqual([])
    if (edition === 'chromium') {
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(new URL('/', page.url()).href)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await violations(page), `no key ${theme}`).toEqual([])
    }
    await close()
  }
  remove()
})

test('everything works by keyboard alone', async ({ openConsole }) => {
  const { page } = await openConsole({ example: true, reducedMotion: true })
  const console = new ConsolePage(page)
  await console.ready('Home')
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('button', { name: /Agent/ })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await press('ArrowDown', 'Enter')
  await expect(page.getByRole('region', { name: /^Serving now/ })).toContainText('Research')
  await press('Tab', 'Tab', 'Enter')
  await console.ready('Accounts')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .focus()
  await press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeFocused()
})
