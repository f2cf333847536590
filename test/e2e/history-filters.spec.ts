import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DecisionRow } from '../../shared/contract/history/index.ts'
import { expect, test } from './fixtures.ts'
import { DecisionsPage } from './pages/decisions-page.ts'
import { RunPage } from './pages/run-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { logOf, onHistory, RELEASES } from './support/history-stage.ts'
import { openAddress } from './support/open-address.ts'

const LOGS = RELEASES.map((release) => logOf(release))
const ALL = 77

/** Every decision of the recorded logs, as it stands in their lines. */
interface LoggedDecision {
  readonly decision: string
  readonly candidateProvider: string
  readonly candidateModel: string
  readonly reason?: string
  readonly status?: number
  readonly runId: string
  /** The oldest of these releases names its runs by their sessions. */
  readonly sessionId?: string
  readonly time: string
}

const LOGGED = LOGS.flatMap((log) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('model_fallback_decision'))
    .map((line) => {
      const record = JSON.parse(line) as { '1': LoggedDecision; time: string }
      return Object.assign(record['1'], { time: record.time })
    }),
)
const sessionOf = ({ sessionId, runId }: LoggedDecision): string => sessionId ?? runId
const countOf = (matches: (logged: LoggedDecision) => boolean): number => LOGGED.filter(matches).length

test('each field restricts to what the log lines say, with counts, chips and an address of its own', async ({
  openConsole,
}) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, decisions }) => {
    expect(LOGGED).toHaveLength(ALL)
    const isFailed = ({ decision }: LoggedDecision): boolean => decision === 'candidate_failed'
    const isLimited = ({ reason }: LoggedDecision): boolean => reason === 'rate_limit'
    const isAlpha = ({ candidateProvider }: LoggedDecision): boolean => candidateProvider === 'alpha'

    expect(await decisions.offered('Decision')).toContain(`failed candidate_failed ${countOf(isFailed)}`)
    await decisions.choose('Decision', /^failed/)
    await decisions.expectCount(countOf(isFailed))
    expect(await decisions.offered('Reason')).toContain(
      `rate limit reached rate_limit ${countOf((logged) => isFailed(logged) && isLimited(logged))}`,
    )
    await decisions.choose('Reason', /^rate limit reached/)
    await decisions.choose('Provider', /^alpha/)
    await decisions.expectCount(countOf((logged) => isFailed(logged) && isLimited(logged) && isAlpha(logged)))
    await expect(decisions.chips()).toContainText('Provider alpha')
    await expect(page).toHaveURL(/did=failed.*providers=alpha.*why=rate_limit|providers=alpha/)

    await page.getByRole('button', { name: 'Do not restrict: Decision failed' }).click()
    await decisions.expectCount(countOf((logged) => isLimited(logged) && isAlpha(logged)))
    await page.getByRole('button', { name: 'Clear all' }).click()
    await decisions.expectCount(ALL)

    await decisions.choose('Status', '429', '402')
    await decisions.expectCount(countOf(({ status }) => status === 429 || status === 402))
    await decisions.choose('Model', /^alpha\/big/)
    await decisions.expectCount(
      countOf(({ status, candidateModel }) => (status === 429 || status === 402) && candidateModel === 'big'),
    )
    await page.getByRole('button', { name: 'Clear all' }).click()

    await decisions.find('s-cn SMALL')
    await decisions.expectCount(countOf((logged) => sessionOf(logged) === 's-cn' && logged.candidateModel === 'small'))
    await decisions.find('nothing like this')
    await expect(decisions.root).toContainText('No decision matches.')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await decisions.expectCount(ALL)
  })
})

test('an address leads to the same records again, in a fresh page, and survives nonsense in it', async ({
  openConsole,
}) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, decisions }) => {
    await decisions.choose('Session', /^s-overloaded/)
    await decisions.expectCount(countOf((logged) => sessionOf(logged) === 's-overloaded'))
    await page.reload()
    await decisions.expectCount(countOf((logged) => sessionOf(logged) === 's-overloaded'))
    await expect(decisions.chips()).toContainText('Session s-overloaded')

    const from = Date.parse('2026-11-30T02:20:00Z')
    await openAddress(page, `/decisions?from=${from}&did=answered`)
    const isAnswer = ({ decision, time }: LoggedDecision): boolean =>
      decision === 'candidate_succeeded' && Date.parse(time) >= from
    await decisions.expectCount(countOf(isAnswer))
    await openAddress(page, '/decisions?from=never&did=flown&status=x&range=9y&runs=')
    await decisions.expectCount(ALL)
    await openAddress(page, '/decisions?q={}&runs=[1]&sessions=null&to=-5')
    await expect(decisions.filterBar()).toBeVisible()
    await openAddress(page, '/timeline?lanes=circles&from={}')
    await expect(new TimelinePage(page).lane('alpha:home')).toBeVisible()
    await openAddress(page, '/accounts?q=5&provider=[7]&profile=true')
    await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
    await openAddress(page, '/run?key={}')
    await expect(page.getByText('This run is not on record.')).toBeVisible()
    await openAddress(page, '/run?key=no-such-run')
    await expect(page.getByText('This run is not on record.')).toBeVisible()
  })
})

test('a filter is saved under a name, chosen again, and removed', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, decisions }) => {
    await decisions.choose('Provider', /^beta/)
    const saved = await decisions.savedFilters()
    await saved.getByRole('textbox', { name: 'Save the present filter as' }).fill('Only beta')
    await saved.getByRole('button', { name: 'Save' }).click()
    await expect(saved.getByRole('button', { name: 'Only beta', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await decisions.expectCount(ALL)

    await (await decisions.savedFilters()).getByRole('button', { name: 'Only beta', exact: true }).click()
    await decisions.expectCount(countOf(({ candidateProvider }) => candidateProvider === 'beta'))
    const list = await decisions.savedFilters()
    await list.getByRole('button', { name: 'Remove the saved filter Only beta' }).click()
    await expect(list).toContainText('None is saved yet.')
  })
})

test('a saved filter keeps the last hours as such, in the address as well', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, decisions }) => {
    await decisions.filterBar().getByRole('radio', { name: 'the last 24 hours' }).click()
    await expect(page).toHaveURL(/range=24h/)
    const saved = await decisions.savedFilters()
    await expect(saved).toContainText('Includes the last 24 hours, counted back from whenever it is chosen.')
    await saved.getByRole('textbox', { name: 'Save the present filter as' }).fill('Lately')
    await saved.getByRole('button', { name: 'Save' }).click()
    await expect(saved.getByRole('button', { name: 'Lately', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await decisions.filterBar().getByRole('radio', { name: 'All', exact: true }).click()
    await expect(page).not.toHaveURL(/range=/)

    await (await decisions.savedFilters()).getByRole('button', { name: 'Lately', exact: true }).click()
    await expect(page).toHaveURL(/range=24h/)
    await expect(page).not.toHaveURL(/from=/)
    await expect(decisions.filterBar().getByRole('radio', { name: 'the last 24 hours' })).toBeChecked()
  })
})

test('rows that match are written to a file, once', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, console, decisions, folder }) => {
    await decisions.choose('Decision', /^answered/)
    const count = countOf(({ decision }) => decision === 'candidate_succeeded')
    await decisions.expectCount(count)

    const csv = join(folder, 'rows.csv')
    await decisions.export('CSV', csv)
    await expect(console.toast(`${count} decisions written to ${csv}.`)).toBeVisible()
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[0]).toContain('time,agent,session,run,attempt,total,decision,provider,model')
    expect(lines.slice(1).every((line) => line.includes(',candidate_succeeded,'))).toBe(true)
    if (process.platform !== 'win32') expect(statSync(csv).mode & 0o777).toBe(0o600)

    const json = join(folder, 'rows.jsonl')
    await decisions.export('JSON', json)
    await expect(console.toast(`written to ${json}.`)).toBeVisible()
    const rows = readFileSync(json, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as DecisionRow)
    const times = LOGGED.filter(({ decision }) => decision === 'candidate_succeeded').map(({ time }) =>
      Date.parse(time),
    )
    expect(rows.map(({ atMs }) => atMs)).toEqual(times.toSorted((a, b) => b - a))

    await decisions.export('CSV', csv)
    const dialog = page.getByRole('dialog', { name: 'Export decisions' })
    await expect(dialog.getByRole('alert')).toBeVisible()
    expect(readFileSync(csv, 'utf8').trimEnd().split('\r\n')).toHaveLength(count + 1)
    await dialog.getByRole('textbox', { name: 'New file' }).fill('rows.csv')
    await dialog.getByRole('button', { name: 'Write the file' }).click()
    await expect(dialog).toContainText('Enter the whole path')
    expect(existsSync('rows.csv')).toBe(false)
  })
})

test('the list is used by keyboard: rows, pages, ends, a run and back, a copy', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async ({ page, console, decisions }) => {
    await decisions.grid.focus()
    const active = (index: number): Promise<void> =>
      expect(decisions.row(index)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await active(0)
    await page.keyboard.press('ArrowDown')
    await active(1)
    await page.keyboard.press('End')
    await active(ALL - 1)
    await expect(decisions.row(ALL - 1)).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await active(ALL - 1)
    await page.keyboard.press('PageUp')
    await expect(decisions.row(ALL - 1)).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('Home')
    await active(0)
    await expect(decisions.strip).toContainText('beta/chat was not asked: credential refused for good')

    await page.keyboard.press('Control+c')
    await expect(console.toast('copied')).toBeVisible()
    const search = decisions.filterBar().getByRole('searchbox')
    await search.focus()
    await page.keyboard.press('Control+v')
    await expect(search).toHaveValue(/^2026-11-30T02:32:51.*skipped {2}beta\/chat {2}\(auth_permanent\)/)
    await expect(search).toHaveValue(/requested alpha\/big/)
    // Until a filter has arrived, the list is still the one before it.
    await expect(decisions.root).toContainText('No decision matches.')
    await decisions.find('')
    await decisions.expectCount(ALL)
    await decisions.grid.focus()
    await page.keyboard.press('Home')
    await active(0)

    await page.keyboard.press('Enter')
    const run = new RunPage(page)
    await expect(run.headline).toContainText('No model answered')
    await page.goBack()
    await decisions.expectCount(ALL)
    await decisions.row(1).click()
    await decisions.strip.getByRole('button', { name: 'More about the chosen decision' }).click()
    await page.getByRole('menuitem', { name: 'Only this run' }).click()
    await decisions.expectCount(3)
  })
})

test('on a narrow screen decisions are cards, which lead to their runs', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS, width: 400, height: 860 }, async ({ page, decisions }) => {
    await expect(decisions.row(0)).toContainText('beta/chat')
    await expect(decisions.row(0)).toContainText('skipped: key refused, final')
    await expect(page.getByRole('columnheader')).toHaveCount(1)
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflowPx).toBeLessThanOrEqual(0)
    await decisions.row(0).getByRole('link').click()
    await expect(new RunPage(page).headline).toContainText('No model answered')
    await page.goBack()
    await new DecisionsPage(page).expectCount(ALL)
  })
})
