import { expect, test } from './fixtures.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { logOf, onHistory, RELEASES } from './support/history-stage.ts'

test('when the host is gone, the screens of the history stay and say so', async ({ openConsole }) => {
  const logs = RELEASES.map((release) => logOf(release))
  await onHistory(openConsole, { logs }, async ({ page, console, decisions, stopHost }) => {
    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    await console.go('Decisions')
    await decisions.expectCount(77)
    await stopHost()
    await expect(page.getByText('as it was when the connection was lost')).toBeVisible()
    await expect(decisions.root.locator('[data-stale="true"]')).toBeVisible()
    await expect(decisions.row(0)).toContainText('skipped')
    // What was on the screen before is there still.
    await console.go('Timeline')
    await expect(timeline.lane('alpha:home')).toBeVisible()
  })
})
