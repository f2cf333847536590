import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'

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
