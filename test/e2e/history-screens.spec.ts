import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { InsightsPage } from './pages/insights-page.ts'
import { RunPage } from './pages/run-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { logOf, onHistory, RELEASES } from './support/history-stage.ts'

const LOGS = RELEASES.map((release) => logOf(release))

/** What the log of 2026.9.6 tells of each account, read from its lines by hand. */
const LANES_OF_ACCOUNTS = [
  { id: 'alpha', counts: { failed: 1, skipped: 4 } },
  { id: 'alpha:home', counts: { cooldown: 1, disabled: 1, failed: 2 } },
  { id: 'alpha:work', counts: { disabled: 1, failed: 1 } },
  { id: 'beta', counts: { answered: 1, skipped: 1 } },
  { id: 'beta:main', counts: { disabled: 1, failed: 1 } },
  { id: 'beta:spare', counts: { disabled: 1, failed: 1 } },
]

test('the timeline draws what the lines of a log say', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: [logOf('2026.9.6')] }, async ({ page, console }) => {
    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    // A little beyond the first decision there is an account that failed before it.
    await timeline.button('Zoom out').click()
    await expect.poll(() => timeline.lanes()).toEqual(LANES_OF_ACCOUNTS)
    await expect(timeline.flags()).toHaveAttribute('data-fell-back', '1')
    await timeline.chooseLanes('Models')
    await expect(timeline.lane('beta/chat')).toHaveAttribute('data-answered', '1')
    await expect(timeline.lane('beta/chat')).toHaveAttribute('data-failed', '1')
    await expect(timeline.lane('alpha/big')).toHaveAttribute('data-skipped', '2')
    await expect(timeline.lane('alpha/small')).toHaveAttribute('data-skipped', '2')
    await expect(page).toHaveURL(/lanes=models/)
  })
})

test('the timeline is moved, zoomed and read by keyboard', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: [logOf('2026.9.6')] }, async ({ page, console }) => {
    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    const whole = await timeline.span()
    const length = async (): Promise<number> => {
      const { fromMs, toMs } = await timeline.span()
      return toMs - fromMs
    }
    await timeline.frame.focus()
    await page.keyboard.press('+')
    await expect.poll(length).toBeLessThan((whole.toMs - whole.fromMs) * 0.8)
    const zoomed = await timeline.span()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await timeline.span()).fromMs).toBeGreaterThan(zoomed.fromMs)
    const moved = await timeline.span()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await timeline.span()).fromMs).toBeLessThan(moved.fromMs)
    await expect(page).toHaveURL(/from=\d+&to=\d+/)
    await page.keyboard.press('0')
    await expect.poll(length).toBeGreaterThanOrEqual(whole.toMs - whole.fromMs)

    // The window of the overview.
    const start = timeline.grip('Start')
    await start.focus()
    const before = await timeline.span()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await timeline.span()).fromMs).toBeGreaterThan(before.fromMs)
    expect((await timeline.span()).toMs).toBe(before.toMs)
    await page.keyboard.press('Home')
    await expect
      .poll(async () => Number(await start.getAttribute('aria-valuenow')))
      .toBeLessThanOrEqual(before.fromMs + 60_000)

    // Along the marks of a lane, to the run of one of them.
    const lane = timeline.lane('beta:main').getByRole('button')
    await lane.focus()
    await page.keyboard.press('Home')
    await expect(timeline.board.locator('[aria-live]')).toContainText('Credential refused for good')
    await page.keyboard.press('Enter')
    await expect(timeline.details()).toBeVisible()
    await timeline.details().getByRole('link').last().click()
    await expect(page).toHaveURL(/\/decisions\?/)
  })
})

test('each chart proves its sentence by a table, and leads to the records', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, decisions }) => {
    const insights = new InsightsPage(page)
    await insights.open('Charts')
    const counts = new Map<string, number>()
    for (const { candidateProvider, reason, decision } of LOGS.flatMap(decisionsOf)) {
      if (decision !== 'candidate_failed') continue
      const name = `${candidateProvider}: ${WORDS[reason ?? ''] ?? reason}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const table = await insights.table('Reasons by provider')
    const told = table.filter(([name]) => counts.has(name ?? ''))
    expect(Object.fromEntries(told.map(([name, count]) => [name, Number(count)]))).toEqual(
      Object.fromEntries([...counts].filter(([name]) => Object.values(WORDS).some((word) => name.endsWith(word)))),
    )
    await expect(insights.chart('Outcomes over time')).toContainText(
      /The requested model answered \d+\s%\sof\s\d+\sruns/,
    )
    await expect(insights.chart('Time locked').locator('svg').first()).toBeVisible()
    await insights.chart('Reasons by provider').getByRole('link', { name: 'alpha: rate limit reached' }).click()
    await decisions.expectCount(counts.get('alpha: rate limit reached') ?? 0)
  })
})

const WORDS: Readonly<Record<string, string>> = {
  rate_limit: 'rate limit reached',
  auth_permanent: 'credential refused for good',
  format: 'request not understood',
  overloaded: 'provider overloaded',
  billing: 'out of credit',
  model_not_found: 'model not found',
}

interface Logged {
  readonly decision: string
  readonly candidateProvider: string
  readonly reason?: string
}

function decisionsOf(log: string): Logged[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('model_fallback_decision'))
    .map((line) => (JSON.parse(line) as { '1': Logged })['1'])
}

test('what stands out leads to what shows it', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, decisions }) => {
    const insights = new InsightsPage(page)
    await insights.open('Findings')
    const finding = page.locator('[data-finding]').first()
    await expect(finding).toBeVisible()
    const shows: Locator = finding.getByRole('list', { name: 'What shows it' })
    await shows.getByRole('link', { name: 'Decisions' }).click()
    await expect(decisions.rows().first()).toBeVisible()
    await page.goBack()
    await shows.getByRole('link', { name: 'Timeline' }).click()
    await expect(new TimelinePage(page).frame).toBeVisible()
    await page.goBack()
    await shows.getByRole('link', { name: /^(The run|Run 1)/ }).click()
    await expect(new RunPage(page).headline).toBeVisible()
  })
})

test('on a narrow screen the other screens open from “More”', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS, width: 400, height: 860 }, async ({ page, console }) => {
    const more = page.getByRole('button', { name: 'More' })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await more.click()
    await expect(page.getByRole('link', { name: 'Insights' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Insights' })).toBeHidden()
    await expect(more).toBeFocused()
    for (const screen of ['Insights', 'Directory', 'Problems', 'Timeline'] as const) {
      await console.go(screen)
      await expect(more).toHaveAttribute('aria-expanded', 'false')
    }
  })
})
