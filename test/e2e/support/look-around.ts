import type { Page } from '@playwright/test'
import { expect, type ConsoleFixtures } from '../fixtures.ts'
import { overflowPx, violations } from './axe.ts'
import type { ConsoleOptions } from './console-options.ts'
import { pictureFile } from './pictures.ts'

type OpenConsole = ConsoleFixtures['openConsole']
type Tour = (
  openConsole: OpenConsole,
  look: ConsoleOptions,
  visit: (page: Page, name: string) => Promise<void>,
) => Promise<void>

/** What is still on its way says so. */
const ON_ITS_WAY = '[aria-busy="true"], [data-loading="true"], [data-stale="true"]'

/** Takes a picture of each screen of a tour, and expects that axe finds nothing wrong in it and that nothing is cut off. */
export async function lookAround(
  tour: Tour,
  { openConsole, edition }: Pick<ConsoleFixtures, 'openConsole' | 'edition'>,
  look: ConsoleOptions,
  prefix: string,
): Promise<void> {
  const options = { ...look, reducedMotion: true, zone: 'Europe/London' }
  await tour(openConsole, options, async (page, name) => {
    await expect(page.locator(ON_ITS_WAY)).toHaveCount(0)
    await page.screenshot({ path: pictureFile(edition, `${prefix}-${name}`, look) })
    expect.soft(await violations(page), name).toEqual([])
    expect.soft(await overflowPx(page), name).toBe(0)
  })
}
