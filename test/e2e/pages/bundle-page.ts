import { expect, type Locator, type Page } from '@playwright/test'
import { tick } from './tick.ts'

/** Where a support bundle is made, saved and opened. */
export class BundlePage {
  readonly page: Page
  readonly root: Locator
  readonly preview: Locator
  /** On every screen while a bundle is open: which, as of when, and the way back. */
  readonly bar: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.locator('[data-screen="bundle"]')
    this.bar = page.locator('[data-place]')
    this.preview = this.root.locator('[data-preview]')
  }

  async expectPreview(): Promise<void> {
    await expect(this.preview).toHaveAttribute('data-preview', 'made')
  }

  parts(): Locator {
    return this.root.getByRole('tablist', { name: 'Parts of the bundle' }).getByRole('tab')
  }

  /** Every part with its size, as `facts.json` and `3.4 kB`. */
  async partNames(): Promise<string[]> {
    return this.parts().evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-key') ?? ''))
  }

  /** The text of a part, as far as it is shown. */
  async textOf(part: string): Promise<string> {
    await this.parts().filter({ hasText: part }).click()
    return this.root.getByRole('region', { name: `Text of ${part}` }).innerText()
  }

  async include(what: 'With error texts' | 'With session ids'): Promise<void> {
    await tick(this.root.getByRole('checkbox', { name: new RegExp(`^${what}`) }))
    await this.expectPreview()
  }

  async save(path: string): Promise<void> {
    const form = this.root.getByRole('form', { name: 'Save the bundle' })
    await form.getByRole('textbox', { name: 'Save as' }).fill(path)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
  }

  dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Open a support bundle' })
  }

  /** From the screen of bundles, or from the first screen. */
  async open(path: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Open a (?:support )?bundle…$/ }).click()
    await this.dialog().getByRole('textbox', { name: 'Bundle' }).fill(path)
    await this.dialog().getByRole('button', { name: 'Open', exact: true }).click()
  }

  async close(): Promise<void> {
    await this.bar.getByRole('button', { name: 'Close the bundle' }).click()
    await expect(this.bar).toBeHidden()
  }

  /** Makes a bundle of all that is on record, from the screen of bundles. */
  async make(path: string): Promise<void> {
    await this.expectPreview()
    await this.root.getByText('All', { exact: true }).click()
    await this.expectPreview()
    await this.save(path)
    await expect(this.root.getByText(`Saved as ${path}`)).toBeVisible()
  }
}
