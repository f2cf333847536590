import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeBundle } from '../../electron/bundle/index.ts'
import { canarySource, unpackedParts } from '../support/bundle-source.ts'
import { decisionLine } from '../support/decision-line.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { BundlePage } from './pages/bundle-page.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DecisionsPage } from './pages/decisions-page.ts'
import { InsightsPage } from './pages/insights-page.ts'
import { Locks } from './pages/locks.ts'
import { RunPage } from './pages/run-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { changeConfig } from './support/directory-facts.ts'
import { AFTER_RECORDINGS_MS, logOf, onHistory, RELEASES, type HistoryStage } from './support/history-stage.ts'

const LOGS = RELEASES.map((release) => logOf(release))
const ALL = 77
/** Planted where a state directory has secrets, and where people are named. */
const SECRET = 'sk-canary-7f3a9c51e2d84b60a1'
const PERSON = 'ada.canary@example.org'
/** What of the recordings tells accounts, sessions and runs. */
const NAMES = ['alpha:home', 'alpha:work', 'beta:main', 's-overloaded', '8063c502-1c8c-4201-87b8-b80cca011296', PERSON]

const toBundles = ({ decisions }: HistoryStage): Promise<void> =>
  decisions.root.getByRole('link', { name: 'Support bundle' }).click()

/** A log with a key and an address in an error text. */
function logWithCanaries(folder: string): string {
  const log = join(folder, 'canary.log')
  const errorPreview = `401 refused ${SECRET} of ${PERSON}`
  writeFileSync(log, decisionLine(logOf('2026.9.6'), { runId: 'canary-run', errorPreview }))
  return log
}

test('a bundle is previewed as it will be, and names nobody', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async (stage) => {
    const { page, decisions, folder, state } = stage
    changeConfig(state, (config) => {
      config['env'] = { ALPHA_KEY: SECRET }
    })
    await decisions.import(logWithCanaries(folder))
    await decisions.expectCount(ALL + 1)
    await toBundles(stage)
    const bundles = new BundlePage(page)
    await bundles.expectPreview()
    await bundles.root.getByText('All', { exact: true }).click()
    await bundles.expectPreview()
    expect(await bundles.partNames()).toEqual(expect.arrayContaining(['README.txt', 'decisions.jsonl', 'facts.json']))
    expect(await bundles.textOf('decisions.jsonl')).toContain('"sessionId":"session-')
    expect(await bundles.textOf('events.jsonl')).toContain('"profileId":"alpha:account-')

    const plain = join(folder, 'plain.zip')
    await bundles.save(plain)
    await expect(bundles.root.getByText(`Saved as ${plain}`)).toBeVisible()
    if (process.platform !== 'win32') expect(statSync(plain).mode & 0o777).toBe(0o600)

    await bundles.include('With error texts')
    const withTexts = join(folder, 'texts.zip')
    await bundles.save(withTexts)
    await expect(bundles.root.getByText(`Saved as ${withTexts}`)).toBeVisible()
    expect((await unpackedParts(withTexts))['decisions.jsonl']).toContain('Provider alpha is in cooldown')
    for (const path of [plain, withTexts]) {
      const parts = await unpackedParts(path)
      expect(Object.keys(parts).toSorted()).toEqual((await bundles.partNames()).toSorted())
      for (const [part, text] of Object.entries({ ...parts, archive: readFileSync(path, 'latin1') }))
        for (const name of [...NAMES, SECRET, 'canary', state])
          expect(text.includes(name), `${name} in ${part} of ${path}`).toBe(false)
    }

    // Nothing that exists is overwritten.
    const before = readFileSync(plain)
    await bundles.save(plain)
    await expect(bundles.root.getByRole('alert')).toBeVisible()
    expect(readFileSync(plain).equals(before)).toBe(true)
  })
})

/** Buttons that change something: none of them is there in a bundle. */
const CHANGES =
  /^(?:Add account|Edit order|Edit the order|Undo|Redo|Re-check|Clear|Snooze|Actions for|Choose several|Restore|Import|Export (?:encrypted|in plain)|Search|Forget|Follow)/

async function expectNoChange(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button', { name: CHANGES })).toHaveCount(0)
}

/** Nothing on the page, shown or not, names an account, session or run of the directory. */
async function expectAliases(page: Page): Promise<void> {
  const text = await page.evaluate(() => document.documentElement.outerHTML)
  expect(NAMES.filter((name) => text.includes(name))).toEqual([])
}

test('an opened bundle is shown on every screen, changes nothing, and gives way again', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async (stage) => {
    const { page, console, decisions, folder } = stage
    const path = join(folder, 'bundle.zip')
    const locks = new Locks(page)
    await console.go('Home')
    const locked = await page.locator('[data-lock]').count()
    expect(locked).toBeGreaterThan(0)
    await console.go('Decisions')
    await toBundles(stage)
    const bundles = new BundlePage(page)
    await bundles.make(path)
    await console.go('Decisions')
    await decisions.forget(logOf('2026.9.6'))
    await decisions.expectCount(ALL - 9)

    await toBundles(stage)
    await bundles.open(path)
    await console.ready('Home')
    await expect(bundles.bar).toContainText(/Support bundle bundle\.zip, made .*30.* 2026, 02:40( AM)?, read-only/i)
    await expect(page.locator('[data-lock]')).toHaveCount(locked)
    const lock = locks.row('alpha:account-1').first()
    const asOfThen = await lock.innerText()
    await expectNoChange(page)
    await expectAliases(page)
    await locks.section().getByRole('button', { name: 'All changes' }).click()
    await expect(page.getByRole('dialog').locator('[data-ledger]')).toBeVisible()
    await page.keyboard.press('Escape')

    await console.go('Accounts')
    await expect(console.profile('alpha:account-1')).toBeVisible()
    await expectNoChange(page)
    await expectAliases(page)
    await page.getByRole('button', { name: 'Details of alpha:account-1' }).click()
    const details = page.getByRole('dialog')
    await expect(details.getByRole('heading', { name: 'What happened to its locks' })).toBeVisible()
    await expect(details.getByRole('button', { name: CHANGES })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await console.go('Decisions')
    await decisions.expectCount(ALL)
    await expect(bundles.bar).toBeVisible()
    await expect(decisions.row(0)).toContainText('session-')
    await expect(page.getByRole('button', { name: 'Saved filters' })).toHaveCount(0)
    const logs = await decisions.openLogs()
    await expect(logs.getByRole('textbox')).toHaveCount(0)
    await expect(logs.getByRole('button', { name: /^Forget/ })).toHaveCount(0)
    await decisions.closeLogs()
    await expectAliases(page)
    await decisions.row(0).getByRole('link').click()
    await expect(new RunPage(page).headline).toHaveText(
      'No model answered: both alpha accounts were locked (out of credit) and both beta accounts were locked (credential refused for good).',
    )
    await expectAliases(page)
    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    await expect(timeline.lane('alpha:account-1')).toBeVisible()
    await expectAliases(page)
    await console.go('Insights')
    await expect(page.locator('[data-finding]').first()).toBeVisible()
    await expectAliases(page)
    await new InsightsPage(page).open('Charts')
    await expect(new InsightsPage(page).chart('Outcomes over time')).toBeVisible()
    await console.go('Problems')
    await expect(bundles.bar).toBeVisible()
    await console.go('Directory')
    await expectNoChange(page)
    // Its countdowns stand still.
    await console.go('Home')
    expect(await lock.innerText()).toBe(asOfThen)

    await bundles.close()
    await console.ready('Home')
    await console.go('Accounts')
    await expect(console.profile('alpha:home')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add account' })).toBeVisible()
    await console.go('Decisions')
    await decisions.expectCount(ALL - 9)
  })
})

test('a bundle is opened on the first screen, as of when it was made', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: [logOf('2026.9.6')] }, async (stage) => {
    const { folder } = stage
    const path = join(folder, 'case 7.zip')
    await toBundles(stage)
    await new BundlePage(stage.page).make(path)

    // A hundred days later, on a machine without any state directory.
    const { page } = await openConsole({ at: AFTER_RECORDINGS_MS + 100 * 86_400_000 })
    const [bundles, console] = [new BundlePage(page), new ConsolePage(page)]
    await expect(page.getByRole('heading', { level: 1, name: /See which account/ })).toBeVisible()
    await bundles.open(join(folder, 'missing.zip'))
    await expect(page.getByRole('alert')).toContainText('The file could not be read.')
    await bundles.open(path)
    await console.ready('Home')
    await expect(bundles.bar).toContainText('case 7.zip')
    await expect(page.locator('[data-lock]').first()).toBeVisible()
    await expect(page.getByText('The clock is set to')).toHaveCount(0)
    await console.go('Decisions')
    await new DecisionsPage(page).expectCount(9)
    await bundles.close()
    await expect(page.getByRole('heading', { level: 1, name: /See which account/ })).toBeVisible()

    const launched = await openConsole({ directory: path })
    await new ConsolePage(launched.page).ready('Home')
    await expect(new BundlePage(launched.page).bar).toContainText('case 7.zip')
  })
})

test('a bundle without a state says so, and has its history', async ({ openConsole }) => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'bare.zip')
  const options = { fromMs: null, toMs: null, withErrorTexts: false, withSessionIds: false }
  await writeBundle(path, canarySource({ facts: null, problems: [] }), options)
  const { page } = await openConsole({ directory: path })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await expect(page.getByText('This bundle holds no state of a directory.')).toBeVisible()
  await console.go('Problems')
  await expect(page.getByText('This bundle holds no state of a directory.')).toBeVisible()
  await console.go('Directory')
  await console.go('Decisions')
  await expect(new DecisionsPage(page).rows().first()).toBeVisible()
  folder.remove()
})

test('what is no bundle is refused in words, and what is open stays', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: [logOf('2026.9.6')] }, async (stage) => {
    const { page, console, decisions, folder } = stage
    const broken = join(folder, 'broken.zip')
    writeFileSync(broken, 'PK\u0003\u0004 no archive at all')
    await toBundles(stage)
    const bundles = new BundlePage(page)
    for (const path of [broken, join(folder, 'missing.zip'), logOf('2026.9.6')]) {
      await bundles.open(path)
      await expect(bundles.dialog().getByRole('alert')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(bundles.dialog()).toBeHidden()
    }
    expect(existsSync(join(folder, 'missing.zip'))).toBe(false)
    await expect(bundles.bar).toHaveCount(0)
    await console.go('Decisions')
    await decisions.expectCount(9)
  })
})
