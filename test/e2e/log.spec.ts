import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionLine } from '../support/decision-line.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DecisionsPage } from './pages/decisions-page.ts'
import { InsightsPage } from './pages/insights-page.ts'
import { LogPage } from './pages/log-page.ts'
import { RunPage } from './pages/run-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { AFTER_RECORDINGS_MS, DECISIONS_IN_LOG, logOf, onHistory } from './support/history-stage.ts'

const RELEASE = '2026.7.1'

test('a log by itself is looked at where no directory is, and started with', async ({ openConsole }) => {
  const folder = temporaryFolder()
  const log = join(folder.path, 'openclaw.log')
  copyFileSync(logOf(RELEASE), log)
  const { page } = await openConsole({ directory: join(folder.path, 'none'), at: AFTER_RECORDINGS_MS })
  const logs = new LogPage(page)
  const decisions = new DecisionsPage(page)
  await expect(page.getByRole('heading', { level: 1, name: /See which account/ })).toBeVisible()

  await logs.open(join(folder.path, 'missing.log'))
  await expect(page.getByRole('alert')).toContainText('There is no such file or folder.')
  await logs.open(log)
  await expect(logs.bar).toContainText('Log openclaw.log by itself.')
  await decisions.expectCount(DECISIONS_IN_LOG[RELEASE])
  // Screens that tell of accounts have nothing to tell.
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveText([
    'Timeline',
    'Decisions',
    'Insights',
    'Directory',
  ])

  // Whatever the log is written on is not seen until it is followed.
  const opened = await decisions.openLogs()
  await expect(opened.getByRole('region', { name: 'The log of this OpenClaw' })).toHaveCount(0)
  await opened.getByRole('textbox', { name: 'File or folder' }).fill(log)
  await opened.getByRole('button', { name: 'Import and follow' }).click()
  await expect(decisions.source('openclaw.log').filter({ hasText: 'followed' })).toBeVisible()
  await decisions.closeLogs()
  appendFileSync(log, decisionLine(log, { runId: 'one-more' }))
  await decisions.expectCount(DECISIONS_IN_LOG[RELEASE] + 1)

  await logs.close()
  await expect(page.getByRole('heading', { level: 1, name: /See which account/ })).toBeVisible()

  const launched = await openConsole({ directory: log, at: AFTER_RECORDINGS_MS })
  await expect(new LogPage(launched.page).bar).toBeVisible()
  await new DecisionsPage(launched.page).expectCount(DECISIONS_IN_LOG[RELEASE] + 1)
  folder.remove()
})

test('a log beside a directory leaves its history alone, and shows its own on every screen', async ({
  openConsole,
}) => {
  await onHistory(openConsole, { logs: [logOf('2026.9.6')] }, async ({ page, console, decisions }) => {
    const logs = new LogPage(page)
    await console.go('Directory')
    await logs.open(logOf(RELEASE))
    await decisions.expectCount(DECISIONS_IN_LOG[RELEASE])

    await decisions.row(0).click()
    await decisions.strip.getByRole('button', { name: 'Why this model?' }).click()
    await expect(new RunPage(page).answer).toBeVisible()
    await console.go('Timeline')
    await new TimelinePage(page).ready()
    const insights = new InsightsPage(page)
    await insights.open('Charts')
    await expect(insights.chart('Outcomes over time')).toBeVisible()
    await console.go('Directory')
    await expect(page.getByText('none: it holds a history only')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Export|Plain text/ })).toHaveCount(0)

    await logs.close()
    await console.ready('Home')
    await console.go('Decisions')
    await decisions.expectCount(DECISIONS_IN_LOG['2026.9.6'])
  })
})

test('a log that tells of nothing is said to have been read', async ({ openConsole }) => {
  const folder = temporaryFolder()
  const log = join(folder.path, 'notes.log')
  writeFileSync(log, 'Shopping\n\nmilk\n')
  const { page } = await openConsole({ directory: log })
  const decisions = new DecisionsPage(page)
  await expect(new LogPage(page).bar).toContainText('notes.log')
  await decisions.expectImported()
  await expect(decisions.progress).toContainText('3')
  await expect(page.getByRole('heading', { name: 'No decision is on record yet' })).toBeVisible()
  folder.remove()
})

test('on a narrow screen all screens of a log are in the bar', async ({ openConsole }) => {
  const opened = await openConsole({ directory: logOf(RELEASE), at: AFTER_RECORDINGS_MS, width: 400 })
  const { page } = opened
  const console = new ConsolePage(page)
  const navigation = page.getByRole('navigation', { name: 'Screens' })
  await expect(navigation.getByRole('link')).toHaveCount(4)
  for (const name of ['Timeline', 'Insights', 'Directory', 'Decisions'] as const) {
    await navigation.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
  await expect(navigation.getByRole('button', { name: 'More' })).toHaveCount(0)
  await expect(console.page.locator('[data-place]')).toBeVisible()
})
