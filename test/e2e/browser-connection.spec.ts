import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { violations } from './support/axe.ts'
import { logOf, onHistory, RELEASES } from './support/history-stage.ts'

const logs = RELEASES.map((release) => logOf(release))

test('when the host is gone, the decisions stay as they were and say so', async ({ openConsole }) => {
  await onHistory(openConsole, { logs }, async ({ page, decisions, stopHost }) => {
    await decisions.expectCount(77)
    await expect(decisions.root.locator('[data-stale="false"]')).toBeVisible()
    await stopHost()
    await expect(page.getByText('as it was when the connection was lost')).toBeVisible()
    await expect(decisions.root.locator('[data-stale="true"]')).toBeVisible()
    await expect(decisions.row(0)).toContainText('skipped')
    await decisions.row(0).click()
    await expect(decisions.strip).toContainText('beta/chat was not asked')
  })
})

test('when the host is gone, the timeline stays as it was', async ({ openConsole }) => {
  await onHistory(openConsole, { logs }, async ({ page, console, stopHost }) => {
    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    const before = await timeline.lanes()
    await stopHost()
    await expect(page.getByText('Connection lost.')).toBeVisible()
    expect(await timeline.lanes()).toEqual(before)
  })
})

test('without the key, the page says what is missing, in both themes', async ({ openConsole }) => {
  for (const theme of ['light', 'dark'] as const) {
    const { page, close } = await openConsole({ example: true, theme, reducedMotion: true })
    await new ConsolePage(page).ready('Home')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(new URL('/', page.url()).href)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('This page needs its key')
    expect(await violations(page), theme).toEqual([])
    await close()
  }
})
