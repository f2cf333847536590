import { expect, type Locator, type Page } from '@playwright/test'

/** How much of each kind a lane says that it shows. */
export type LaneCounts = Readonly<Record<string, number>>

/** Lanes over time. What is drawn is told by attributes of the names of the lanes. */
export class TimelinePage {
  readonly page: Page
  readonly root: Locator
  readonly board: Locator
  /** The picture itself, which keys move. */
  readonly frame: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.locator('[data-screen="timeline"]')
    this.board = page.locator('[data-timeline]')
    this.frame = this.board.getByRole('application')
  }

  async ready(): Promise<void> {
    await expect(this.frame).toHaveAttribute('data-loading', 'false')
    await expect(this.board.locator('[data-timeline-flags]')).toBeVisible()
  }

  lane(id: string): Locator {
    return this.board.locator(`[data-timeline-lane=${JSON.stringify(id)}]`)
  }

  flags(): Locator {
    return this.board.locator('[data-timeline-flags]')
  }

  /** Every lane with what it shows, in the order of the screen. */
  lanes(): Promise<{ id: string; counts: LaneCounts }[]> {
    return this.board.locator('[data-timeline-lane]').evaluateAll((lanes) =>
      lanes.map((lane) => {
        const kinds = ['cooldown', 'disabled', 'blocked', 'answered', 'failed', 'skipped', 'probed']
        const counts = kinds.map((kind) => [kind, Number(lane.getAttribute(`data-${kind}`))] as const)
        return {
          id: lane.getAttribute('data-timeline-lane') ?? '',
          counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
        }
      }),
    )
  }

  /** What is shown, epoch ms, once the screen has come to rest; both ends as they are at the same moment. */
  async span(): Promise<{ fromMs: number; toMs: number }> {
    return this.frame.evaluate((frame) => ({
      fromMs: Number(frame.getAttribute('data-from')),
      toMs: Number(frame.getAttribute('data-to')),
    }))
  }

  /** The grips of the overview. */
  grip(which: 'Start' | 'End'): Locator {
    return this.board.getByRole('slider', { name: `${which} of what is shown` })
  }

  async chooseLanes(lanes: 'Accounts' | 'Models'): Promise<void> {
    await this.board.getByRole('radio', { name: lanes }).click()
  }

  details(): Locator {
    return this.page.getByRole('dialog', { name: 'What is drawn here' })
  }

  button(name: string): Locator {
    return this.board.getByRole('button', { name, exact: true })
  }
}
