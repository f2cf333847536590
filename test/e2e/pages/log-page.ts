import { expect, type Locator, type Page } from '@playwright/test'

/** A log that is open by itself. */
export class LogPage {
  readonly page: Page
  /** On every screen while it is open: which, and the way back. */
  readonly bar: Locator

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('region', { name: 'Open log' })
  }

  dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Open a log' })
  }

  /** From the first screen, or from that of the directory. */
  async open(path: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Open a log…' }).click()
    await this.dialog().getByRole('textbox', { name: 'Log' }).fill(path)
    await this.dialog().getByRole('button', { name: 'Open', exact: true }).click()
  }

  async close(): Promise<void> {
    await this.bar.getByRole('button', { name: 'Close the log' }).click()
    await expect(this.bar).toBeHidden()
  }
}
