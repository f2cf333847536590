import type { Page } from '@playwright/test'

/** Loads the page afresh at an address of the console, such as `/run?key=1`, the same in the desktop app and in a browser. */
export async function openAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.replaceState(null, '', to), address)
  await page.reload()
}
