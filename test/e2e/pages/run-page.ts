import type { Locator, Page } from '@playwright/test'

/** Why one model answered one request, and why the others did not. */
export class RunPage {
  readonly page: Page
  readonly root: Locator
  readonly answer: Locator
  readonly headline: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.locator('[data-screen="run"]')
    this.answer = page.getByRole('region', { name: 'Why this model' })
    this.headline = this.answer.getByRole('heading', { level: 2 })
  }

  /** A fact of the run by its name, as `Took`. */
  fact(name: string): Locator {
    return this.answer.locator('dl > div').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  /** The cards of candidates: those that answered first, then the others in the order of the run. */
  candidates(): Locator {
    return this.root.locator('[data-candidate]')
  }

  /** @param name `provider/model` */
  candidate(name: string): Locator {
    return this.root.locator(`[data-candidate=${JSON.stringify(name)}]`)
  }

  /** The calls inside a candidate, in their order. */
  calls(candidate: Locator): Locator {
    return candidate.getByRole('list', { name: 'Calls' }).getByRole('listitem')
  }

  /** The locks that kept a candidate from being asked. */
  locks(candidate: Locator): Locator {
    return candidate.getByRole('list', { name: 'Locks at that moment' }).getByRole('listitem')
  }

  /** Candidates on the axis of time, in the order of the run. */
  waterfall(): Locator {
    return this.root.getByRole('region', { name: 'What happened when' }).locator('li[data-mark]')
  }

  evidence(): Locator {
    return this.root.getByRole('region', { name: 'Where this comes from' })
  }
}
