import { appendFileSync, copyFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { DECISION, recordLine } from '../support/log-lines.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DecisionsPage } from './pages/decisions-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { changeConfig } from './support/directory-facts.ts'
import { AFTER_RECORDINGS_MS, DECISIONS_IN_LOG, logOf, onHistory } from './support/history-stage.ts'

const THERE = DECISIONS_IN_LOG['2026.9.6']

/** A line as the gateway writes it, some seconds before now. */
function failure(runId: string, secondsAgo = 60): string {
  const time = new Date(AFTER_RECORDINGS_MS - secondsAgo * 1000).toISOString()
  const candidate = { requestedProvider: 'alpha', requestedModel: 'big', candidateProvider: 'alpha' }
  const next = { candidateModel: 'big', nextCandidateProvider: 'beta', nextCandidateModel: 'chat' }
  return `${recordLine({ ...DECISION, ...candidate, ...next, runId, sessionId: 's-live' }, { time, _meta: { date: time } })}\n`
}

/** A mark that only a page that was never loaded again still has. */
const markPage = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.dataset['mark'] = 'same'))
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset['mark'] === 'same')

/** Has the directory write its log to a place of the test. */
function writeLogTo(state: string, log: string): void {
  changeConfig(state, (config) => {
    config['logging'] = { ...(config['logging'] as object | undefined), file: log }
  })
}

async function followUsualLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Follow the log' }).click()
  await expect(page.getByText('following 1 log')).toBeVisible()
}

test('a log that is followed and tells of nothing yet is said to be, until it does', async ({ openConsole }) => {
  await onHistory(openConsole, {}, async ({ page, decisions, folder, state }) => {
    const log = join(folder, 'gateway.log')
    writeFileSync(log, '')
    writeLogTo(state, log)
    await page.getByRole('button', { name: 'Follow the log' }).click()
    await expect(page.getByText('Nothing has been decided yet.')).toBeVisible()
    await expect(page.getByText(/The log \S+gateway\.log is followed\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Follow the log' })).toBeHidden()
    await page.getByRole('button', { name: 'Logs…' }).click()
    const drawer = page.getByRole('dialog', { name: 'Logs' })
    await expect(drawer.getByRole('listitem')).toContainText('followed')
    await page.keyboard.press('Escape')

    appendFileSync(log, failure('run-live-1'))
    await decisions.expectCount(1)
    await expect(page.getByText('Nothing has been decided yet.')).toBeHidden()
  })
})

test('what the gateway logs is on the screens as soon as it is written', async ({ openConsole }) => {
  await onHistory(openConsole, {}, async ({ page, console, decisions, folder, state }) => {
    const log = join(folder, 'gateway.log')
    copyFileSync(logOf('2026.9.6'), log)
    writeLogTo(state, log)
    await followUsualLog(page)
    await decisions.expectCount(THERE)
    await markPage(page)

    appendFileSync(log, failure('run-live-1'))
    await decisions.expectCount(THERE + 1)
    await expect(decisions.row(0)).toContainText('s-live')
    await expect(decisions.row(0)).toContainText('failed')

    // While one of the rows is chosen, the list stays where it is and tells how many are new.
    const newest = await decisions.row(0).innerText()
    await decisions.row(0).click()
    appendFileSync(log, failure('run-live-2', 50) + failure('run-live-3', 40))
    await expect(page.getByRole('button', { name: '2 new' })).toBeVisible()
    expect(await decisions.row(0).innerText()).toBe(newest)
    await page.getByRole('button', { name: '2 new' }).click()
    await decisions.expectCount(THERE + 3)
    await expect(decisions.row(2)).toContainText(newest.slice(0, 8))

    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.board.getByRole('button', { name: 'Follow now' }).click()
    await expect(page).toHaveURL(/range=/)
    const lane = timeline.lane('alpha')
    await expect(lane).toHaveAttribute('data-failed', '4')
    appendFileSync(log, failure('run-live-4', 30))
    await expect(lane).toHaveAttribute('data-failed', '5')
    expect(await isMarked(page)).toBe(true)
  })
})

test('a log that is rotated or emptied is followed on, and the gap is told', async ({ openConsole }) => {
  await onHistory(openConsole, {}, async ({ page, console, decisions, folder, state }) => {
    const log = join(folder, 'gateway.log')
    writeFileSync(log, failure('run-1'))
    writeLogTo(state, log)
    await followUsualLog(page)
    await decisions.expectCount(1)

    appendFileSync(log, failure('run-2'))
    renameSync(log, `${log}.1`)
    writeFileSync(log, failure('run-3'))
    await decisions.expectCount(3)

    truncateSync(log)
    await expect.poll(() => gaps(decisions)).toContain('In 2 places the log itself left something out')
    appendFileSync(log, failure('run-4'))
    await decisions.expectCount(4)

    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    await expect(timeline.flags()).toHaveAttribute('data-log-gap', '2')
    await expect(timeline.flags()).toContainText('2 gaps in the log')
  })
})

async function gaps(decisions: DecisionsPage): Promise<string> {
  const logs = await decisions.openLogs()
  const text = await logs.innerText()
  await decisions.closeLogs()
  return text
}

test('after a restart, following goes on where it was left', async ({ openConsole }) => {
  const folder = temporaryFolder()
  const state = join(folder.path, 'state')
  const log = join(folder.path, 'gateway.log')
  copyFixture('2026.7.1', state)
  writeLogTo(state, log)
  writeFileSync(log, failure('run-1'))
  const options = { home: folder.path, directory: state, at: AFTER_RECORDINGS_MS }
  const open = async (): Promise<{ page: Page; decisions: DecisionsPage; close: () => Promise<void> }> => {
    const { page, close } = await openConsole(options)
    await new ConsolePage(page).ready('Home')
    await new ConsolePage(page).go('Decisions')
    return { page, decisions: new DecisionsPage(page), close }
  }

  const first = await open()
  await followUsualLog(first.page)
  await first.decisions.expectCount(1)
  await first.close()
  appendFileSync(log, failure('run-2') + failure('run-3'))

  const { page, decisions } = await open()
  await decisions.expectCount(3)
  await decisions.openLogs()
  await page.getByRole('button', { name: `Follow no longer: ${log}` }).click()
  await expect(decisions.source(log)).not.toContainText('followed')
  await decisions.closeLogs()
  await expect(page.getByText('following 1 log')).toBeHidden()
  appendFileSync(log, failure('run-4'))
  await decisions.import(log)
  await decisions.expectCount(4)
  await expect(decisions.progress).toContainText('4 lines read, 1 record taken in.')
  folder.remove()
})
