import { expect, type Locator, type Page } from '@playwright/test'

export type Screen = 'Home' | 'Accounts' | 'Timeline' | 'Decisions' | 'Insights' | 'Problems' | 'Directory'

/** What a lane shows, in the order in which it shows it. */
export interface ShownLane {
  readonly provider: string
  readonly profiles: readonly { readonly id: string; readonly place: number; readonly state: string }[]
  readonly excluded: readonly string[]
}

/** The console as a person sees it; the same in the desktop app and in a browser. */
export class ConsolePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Follows the navigation and waits for the screen. */
  async go(screen: Screen): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: 'Screens' })
    const link = navigation.getByRole('link', { name: screen })
    // A narrow bar has room for some of the screens only.
    const more = navigation.getByRole('button', { name: 'More' })
    if ((await more.isVisible()) && !(await link.isVisible())) await more.click()
    await link.click()
    await this.ready(screen)
  }

  async ready(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }

  async chooseAgent(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /Agent/ }).click()
    await this.page.getByRole('option', { name }).click()
  }

  /** The row of a profile on the Accounts screen. */
  profile(id: string): Locator {
    return this.page.locator(`[data-profile=${JSON.stringify(id)}]`)
  }

  /** The lane of a provider on the Accounts screen. */
  lane(provider: string): Locator {
    return this.page.getByRole('region', { name: provider, exact: true })
  }

  /** A message that appears for a moment after something was done. */
  toast(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: text })
  }

  /** Every lane of the Accounts screen, read off the page in one go. */
  lanes(): Promise<ShownLane[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll('main section[aria-labelledby]')].map((lane) => ({
        provider: lane.querySelector('h2')?.textContent ?? '',
        profiles: [...lane.querySelectorAll('ol [data-profile]')].map((row) => ({
          id: row.getAttribute('data-profile') ?? '',
          place: Number(/\d+/.exec(row.firstElementChild?.textContent ?? '')?.[0]),
          state: row.getAttribute('data-state') ?? '',
        })),
        excluded: [...lane.querySelectorAll('ul > [data-profile]')].map(
          (row) => row.getAttribute('data-profile') ?? '',
        ),
      })),
    )
  }

  /** Ids of a lane's profiles in the order shown. */
  async order(provider: string): Promise<string[]> {
    const lane = (await this.lanes()).find((item) => item.provider === provider)
    return lane?.profiles.map(({ id }) => id) ?? []
  }
}
