import type { Locator, Page } from '@playwright/test'

/** Locks wherever they are shown: what can be done about one, and what came of it. */
export class Locks {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A running lock on the Home screen. */
  row(id: string): Locator {
    return this.page.locator(`[data-lock=${JSON.stringify(id)}]`)
  }

  section(): Locator {
    return this.page.getByRole('region', { name: /^Locked/ })
  }

  async recheck(id: string): Promise<void> {
    await this.row(id)
      .getByRole('button', { name: `Re-check ${id}` })
      .click()
  }

  /** What the last re-check of an account came to, under its lock. */
  outcome(id: string): Locator {
    return this.row(id).locator('[data-recheck]')
  }

  /** What several re-checks together came to. */
  batch(): Locator {
    return this.page.locator('[data-recheck-batch="done"]')
  }

  async ask(id: string, what: 'Clear…' | 'Snooze…'): Promise<Locator> {
    await this.row(id)
      .getByRole('button', { name: `Clear or snooze ${id}` })
      .click()
    await this.page.getByRole('menuitem', { name: what }).click()
    return what === 'Clear…' ? this.page.getByRole('alertdialog') : this.page.getByRole('dialog')
  }

  /** What became of locks, newest first, one text each. */
  ledger(): Locator {
    return this.page.locator('[data-ledger] li')
  }

  /** What OpenClaw made of the last edit. */
  gatewayBanner(): Locator {
    return this.page.locator('[data-gateway]')
  }
}
