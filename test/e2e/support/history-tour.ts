import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { BundlePage } from '../pages/bundle-page.ts'
import { InsightsPage } from '../pages/insights-page.ts'
import { LogPage } from '../pages/log-page.ts'
import { RunPage } from '../pages/run-page.ts'
import { TimelinePage } from '../pages/timeline-page.ts'
import type { ConsoleOptions, OpenedConsole } from './console-options.ts'
import { logOf, onHistory, RELEASES, type HistoryStage } from './history-stage.ts'
import { openAddress } from './open-address.ts'

/** A screen of the tour, as it is shown now. */
export type Visit = (page: Page, name: string) => Promise<void>
type Stop = (name: string) => Promise<void>

/** Leads through all screens of the history, each in the state in which it has most to show. */
export async function tourOfHistory(
  openConsole: (options: ConsoleOptions) => Promise<OpenedConsole>,
  look: ConsoleOptions,
  visit: Visit,
): Promise<void> {
  await onHistory(openConsole, look, async (stage) => {
    const { page, decisions } = stage
    const stop: Stop = (name) => visit(page, name)
    await expect(page.getByRole('region', { name: 'How to get decisions' })).toBeVisible()
    await stop('decisions-empty')
    for (const release of RELEASES) await decisions.import(logOf(release))
    await stop('decisions-imported')
    await decisions.putAwayProgress()
    await list(stage, stop)
    await runs(stage, stop)
    await overTime(stage, stop)
    await bundle(stage, stop)
    await logByItself(stage, stop)
  })
}

async function list({ page, decisions }: HistoryStage, stop: Stop): Promise<void> {
  await decisions.expectCount(77)
  await stop('decisions')
  await decisions.row(3).click()
  await expect(decisions.strip).toBeVisible()
  await stop('decisions-chosen')
  await decisions.strip.getByRole('button', { name: 'Choose none' }).click()
  await decisions.choose('Decision', /^failed/)
  await decisions.choose('Provider', /^alpha/)
  await stop('decisions-filtered')
  await decisions
    .filterBar()
    .getByRole('button', { name: /^Reason/ })
    .click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await stop('filter-values')
  await page.keyboard.press('Escape')
  await decisions.savedFilters()
  await stop('saved-filters')
  await page.keyboard.press('Escape')
  await decisions.find('nothing like this')
  await expect(decisions.root).toContainText('No decision matches.')
  await stop('nothing-matches')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await decisions.openLogs()
  await stop('logs')
  await decisions.closeLogs()
  await decisions.root.getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByRole('dialog', { name: 'Export decisions' })).toBeVisible()
  await stop('export')
  await page.keyboard.press('Escape')
}

async function runs({ page }: HistoryStage, stop: Stop): Promise<void> {
  const run = new RunPage(page)
  const keys = {
    'run-fell-back': 'f03aca5e-c997-4433-9b26-35ade1cb101c',
    'run-no-answer': 'd1698fa4-6b2d-4e17-8a9e-e275b1a08286',
    'run-inferred': 's-html503',
    'run-unknown': 'no-such-run',
  }
  for (const [name, key] of Object.entries(keys)) {
    await openAddress(page, `/run?key=${key}`)
    await expect(run.answer.or(page.getByText('This run is not on record.'))).toBeVisible()
    await stop(name)
  }
}

async function overTime({ page, console }: HistoryStage, stop: Stop): Promise<void> {
  await console.go('Timeline')
  const timeline = new TimelinePage(page)
  await timeline.ready()
  await stop('timeline')
  await timeline.lane('alpha:work').getByRole('button').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(timeline.details()).toBeVisible()
  await stop('timeline-details')
  await page.keyboard.press('Escape')
  await expect(timeline.details()).toBeHidden()
  await timeline.chooseLanes('Models')
  await expect(timeline.lane('beta/chat')).toBeVisible()
  await stop('timeline-models')
  const insights = new InsightsPage(page)
  await insights.open('Charts')
  await expect(insights.chart('Recovery')).toBeVisible()
  await stop('charts')
  await insights.chart('Outcomes over time').getByRole('button', { name: 'As table' }).click()
  await stop('charts-table')
  await insights.open('Findings')
  await expect(page.locator('[data-finding]').first()).toBeVisible()
  await stop('findings')
}

async function bundle({ page, console, decisions, folder }: HistoryStage, stop: Stop): Promise<void> {
  await console.go('Decisions')
  await decisions.root.getByRole('link', { name: 'Support bundle' }).click()
  const bundles = new BundlePage(page)
  await bundles.expectPreview()
  await stop('bundle')
  await bundles.include('With error texts')
  const path = join(folder, 'case.zip')
  await bundles.save(path)
  await expect(bundles.root.getByText(`Saved as ${path}`)).toBeVisible()
  await stop('bundle-saved')
  await bundles.open(path)
  await console.ready('Home')
  await expect(bundles.bar).toBeVisible()
  await stop('bundle-home')
  await console.go('Accounts')
  await expect(console.profile('alpha:account-1')).toBeVisible()
  await stop('bundle-accounts')
  await page.getByRole('button', { name: 'Details of alpha:account-1' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await stop('bundle-account')
  await page.keyboard.press('Escape')
  await console.go('Timeline')
  await new TimelinePage(page).ready()
  await stop('bundle-timeline')
  await console.go('Decisions')
  await expect(decisions.rows().first()).toBeVisible()
  await stop('bundle-decisions')
  await console.go('Problems')
  await stop('bundle-problems')
  await console.go('Directory')
  await expect(page.getByRole('heading', { name: 'Open now' })).toBeVisible()
  await stop('bundle-directory')
  await page.getByRole('link', { name: 'Make or open a support bundle' }).click()
  await expect(bundles.root.getByText('What stands out in it')).toBeVisible()
  await stop('bundle-page')
  await bundles.close()
}

async function logByItself({ page, console, decisions }: HistoryStage, stop: Stop): Promise<void> {
  await console.go('Directory')
  const logs = new LogPage(page)
  await page.getByRole('button', { name: 'Open a log…' }).click()
  await expect(logs.dialog()).toBeVisible()
  await stop('log-open')
  await page.keyboard.press('Escape')
  await logs.open(logOf('2026.9.6'))
  await expect(decisions.rows().first()).toBeVisible()
  await stop('log-decisions')
  await console.go('Directory')
  await expect(page.getByRole('heading', { name: 'Open now' })).toBeVisible()
  await stop('log-directory')
  await logs.close()
}
