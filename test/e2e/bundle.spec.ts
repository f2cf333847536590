import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackedParts } from '../support/bundle-source.ts'
import { expect, test } from './fixtures.ts'
import { BundlePage } from './pages/bundle-page.ts'
import { ConsolePage } from './pages/console-page.ts'
import { RunPage } from './pages/run-page.ts'
import { TimelinePage } from './pages/timeline-page.ts'
import { changeConfig } from './support/directory-facts.ts'
import { logOf, onHistory, RELEASES, type HistoryStage } from './support/history-stage.ts'

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
  const line = readFileSync(LOGS[2] ?? '', 'utf8')
    .split('\n')
    .find((text) => text.includes('model_fallback_decision'))
  const record = JSON.parse(line ?? '') as { '1': Record<string, unknown> }
  record['1'] = { ...record['1'], runId: 'canary-run', errorPreview: `401 refused ${SECRET} of ${PERSON}` }
  writeFileSync(log, `${JSON.stringify(record)}\n`)
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

test('an opened bundle is shown on the same screens, changes nothing, and goes again', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: LOGS }, async (stage) => {
    const { page, console, decisions, folder } = stage
    const path = join(folder, 'bundle.zip')
    await toBundles(stage)
    const bundles = new BundlePage(page)
    await bundles.expectPreview()
    await bundles.root.getByText('All', { exact: true }).click()
    await bundles.expectPreview()
    await bundles.save(path)
    await expect(bundles.root.getByText(`Saved as ${path}`)).toBeVisible()
    await console.go('Decisions')
    await decisions.forget(logOf('2026.9.6'))
    await decisions.expectCount(ALL - 9)

    await toBundles(stage)
    await bundles.open(path)
    await decisions.expectCount(ALL)
    await expect(page.getByText('You are looking at the bundle bundle.zip.')).toBeVisible()
    await expect(decisions.row(0)).toContainText('session-')
    const logs = await decisions.openLogs()
    await expect(logs.getByRole('textbox')).toHaveCount(0)
    await expect(logs.getByRole('button', { name: /^Forget/ })).toHaveCount(0)
    await decisions.closeLogs()
    await decisions.row(0).getByRole('link').click()
    await expect(new RunPage(page).headline).toHaveText(
      'No model answered: both alpha accounts were locked (out of credit) and both beta accounts were locked (credential refused for good).',
    )
    await console.go('Timeline')
    const timeline = new TimelinePage(page)
    await timeline.ready()
    await expect(timeline.lane('alpha:account-1')).toBeVisible()
    await console.go('Insights')
    await expect(page.locator('[data-finding]').first()).toBeVisible()
    // The directory itself is as it was.
    await console.go('Accounts')
    await expect(new ConsolePage(page).profile('alpha:home')).toBeVisible()

    await console.go('Decisions')
    await page.getByRole('button', { name: 'Close the bundle' }).click()
    await decisions.expectCount(ALL - 9)
    await expect(page.getByText('You are looking at the bundle')).toBeHidden()
  })
})

test('what is no bundle is refused in words, and what is shown stays', async ({ openConsole }) => {
  await onHistory(openConsole, { logs: [logOf('2026.9.6')] }, async (stage) => {
    const { page, console, decisions, folder } = stage
    const broken = join(folder, 'broken.zip')
    writeFileSync(broken, 'PK\u0003\u0004 no archive at all')
    await toBundles(stage)
    const bundles = new BundlePage(page)
    for (const path of [broken, join(folder, 'missing.zip'), logOf('2026.9.6')]) {
      await bundles.open(path)
      const dialog = page.getByRole('dialog', { name: 'Open a bundle' })
      await expect(dialog.getByRole('alert')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    expect(existsSync(join(folder, 'missing.zip'))).toBe(false)
    await console.go('Decisions')
    await decisions.expectCount(9)
  })
})
