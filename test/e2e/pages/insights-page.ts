import type { Locator, Page } from '@playwright/test'
import { ConsolePage } from './console-page.ts'

export type ChartName =
  | 'Outcomes over time'
  | 'Reasons by provider'
  | 'Time locked'
  | 'Time on fallback'
  | 'Time until the return'

/** What stands out, and the figures it can be seen in. */
export class InsightsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(tab: 'Findings' | 'Charts'): Promise<void> {
    await new ConsolePage(this.page).go('Insights')
    await this.page.getByRole('navigation', { name: 'Insights' }).getByRole('link', { name: tab }).click()
    await this.page.locator(`[data-screen="${tab.toLowerCase()}"]`).waitFor()
  }

  chart(name: string): Locator {
    return this.page.locator(`[data-chart=${JSON.stringify(name)}]`)
  }

  /** The figures of a chart, row by row, without its heads. */
  async table(name: string): Promise<string[][]> {
    const chart = this.chart(name)
    await chart.getByRole('button', { name: 'As table' }).click()
    const rows = await chart.locator('tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()))
  }

  finding(code: string): Locator {
    return this.page.locator(`[data-finding=${JSON.stringify(code)}]`)
  }
}
