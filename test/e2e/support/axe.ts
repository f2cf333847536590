import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds, short enough to read in a failure. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // What React Aria has just said aloud by referring to an element, which may be gone before its words are.
    .exclude('[data-live-announcer] > [role="log"]')
    .analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
  )
}

/** How much of the page is cut off at its side. */
export const overflowPx = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
