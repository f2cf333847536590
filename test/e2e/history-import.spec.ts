import { copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeLog } from '../support/log-generator/index.ts'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { DecisionsPage } from './pages/decisions-page.ts'
import { AFTER_RECORDINGS_MS, DECISIONS_IN_LOG, logOf, onHistory, RELEASES } from './support/history-stage.ts'

/** Every line of the recorded logs is one record or about something else: counted by hand. */
const LINES = {
  '2026.5.20': { records: 143, others: 77 },
  '2026.7.1': { records: 161, others: 89 },
  '2026.9.6': { records: 27, others: 65 },
} as const
const ALL = 77
/** Of one log. */
const COPIES = 100

for (const release of RELEASES) {
  test(`the log of ${release}: everything in it is counted, and read twice it adds nothing`, async ({
    openConsole,
  }) => {
    await onHistory(openConsole, { release }, async ({ decisions }) => {
      const { records, others } = LINES[release]
      await decisions.import(logOf(release))
      await decisions.expectCount(DECISIONS_IN_LOG[release])
      await expect(decisions.progress).toContainText(`${records + others} lines read, ${records} records taken in.`)
      await expect(decisions.progress).toContainText(`${others} lines were about other things.`)
      await decisions.putAwayProgress()

      await decisions.import(logOf(release))
      await expect(decisions.progress).toContainText(`${records + others} lines read, nothing taken in.`)
      await expect(decisions.progress).toContainText(`${records} records were here already.`)
      await decisions.expectCount(DECISIONS_IN_LOG[release])
      const logs = await decisions.openLogs()
      await expect(logs.getByRole('list').getByRole('listitem')).toHaveCount(1)
    })
  })
}

test('what cannot be used of a log is counted by its kind, and everything else is read', async ({ openConsole }) => {
  await onHistory(openConsole, {}, async ({ decisions, folder }) => {
    const decisionsOf = readFileSync(logOf('2026.9.6'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('model_fallback_decision'))
    const [first = '', second = '', third = '', fourth = ''] = decisionsOf
    const log = join(folder, 'broken.log')
    const lines = [
      'a line of another program',
      first,
      // Two writers at once.
      second + third,
      // A picture that was written into the log.
      `{"image":"${'A'.repeat(2_000_000)}"}`,
      // A record that was cut by another one.
      `${fourth.slice(0, 300)}${decisionsOf[4]}`,
      '{"1":{"event":"model_fallback_decision"}}',
      fourth.slice(0, 200),
    ]
    writeFileSync(log, lines.join('\n'))
    await decisions.import(log)
    await decisions.expectCount(4)
    const { progress } = decisions
    await expect(progress).toContainText('7 lines read, 4 records taken in.')
    await expect(progress).toContainText('1 line was about other things.')
    await expect(progress).toContainText('2 records shared a line with another one and were taken apart.')
    await expect(progress).toContainText('2 lines cut off')
    await expect(progress).toContainText('1 line too long to be a record')
    await expect(progress).toContainText('1 line damaged')
  })
})

test('a folder stands for all logs in it, a packed log is read, and what cannot be read is said', async ({
  openConsole,
}) => {
  await onHistory(openConsole, {}, async ({ decisions, folder }) => {
    const logs = join(folder, 'logs')
    mkdirSync(logs)
    copyFileSync(logOf('2026.5.20'), join(logs, 'openclaw-2026-11-30.1.log'))
    copyFileSync(logOf('2026.7.1'), join(logs, 'openclaw-2026-11-30.log'))
    writeFileSync(join(logs, 'notes.txt'), 'model_fallback_decision')
    await decisions.import(logs)
    await decisions.expectCount(DECISIONS_IN_LOG['2026.5.20'] + DECISIONS_IN_LOG['2026.7.1'])
    await decisions.putAwayProgress()

    const packed = join(folder, 'openclaw.log.gz')
    writeFileSync(packed, gzipSync(readFileSync(logOf('2026.9.6'))))
    await decisions.import(packed)
    await decisions.expectCount(ALL)
    await decisions.putAwayProgress()
    await decisions.openLogs()
    await expect(decisions.source('openclaw-2026-11-30.1.log')).toContainText('Log file')
    await expect(decisions.source('openclaw-2026-11-30.log')).toContainText('161 records taken in')
    await expect(decisions.source('openclaw.log.gz')).toContainText('27 records taken in')
    await expect(decisions.logs()).not.toContainText('notes.txt')
    await decisions.closeLogs()

    const missing = join(folder, 'missing.log')
    await decisions.import(missing)
    await expect(decisions.progress.getByRole('list', { name: 'What could not be read' })).toContainText('missing.log')
    await decisions.expectCount(ALL)
  })
})

test('an import shows how far it is, and keeps what it has when it is stopped', async ({ openConsole }) => {
  await onHistory(openConsole, {}, async ({ decisions, folder }) => {
    const log = join(folder, 'long.log')
    const startMs = AFTER_RECORDINGS_MS - 86_400_000
    const written = await writeLog(log, { form: '2026.9', noise: 2, seed: 3, runs: 6000, startMs })
    // So many that nobody is too late to stop it.
    const logs = join(folder, 'logs')
    mkdirSync(logs)
    for (let part = 0; part < COPIES; part++) linkSync(log, join(logs, `copy-${100 + part}.log`))
    await decisions.startImport(logs)
    const { progress } = decisions
    await expect(progress.getByRole('progressbar', { name: 'Read so far' })).toBeVisible()
    await expect(progress).toContainText(/Reading copy-1\d\d\.log/)
    await expect(decisions.rows().first()).toBeVisible()
    await progress.getByRole('button', { name: 'Stop' }).click()
    await decisions.expectImported()
    await expect(progress.getByRole('list', { name: 'What could not be read' })).toHaveCount(0)
    await decisions.putAwayProgress()
    const kept = await (await decisions.openLogs()).getByRole('list').getByRole('listitem').count()
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(COPIES)
    await decisions.closeLogs()

    await decisions.import(log)
    await decisions.expectCount(written.decisions)
  })
})

test('the history is there again after a restart, until it is forgotten', async ({ openConsole }) => {
  const home = temporaryFolder()
  const state = join(home.path, 'state')
  copyFixture('2026.9.6', state)
  const options = { home: home.path, directory: state, at: AFTER_RECORDINGS_MS }

  const first = await openConsole(options)
  const before = new DecisionsPage(first.page)
  await new ConsolePage(first.page).ready('Home')
  await new ConsolePage(first.page).go('Decisions')
  for (const release of RELEASES) await before.import(logOf(release))
  await before.expectCount(ALL)
  const newest = await before.row(0).innerText()
  await first.close()

  const { page } = await openConsole(options)
  const decisions = new DecisionsPage(page)
  await new ConsolePage(page).ready('Home')
  await new ConsolePage(page).go('Decisions')
  await decisions.expectCount(ALL)
  expect(await decisions.row(0).innerText()).toBe(newest)
  // What was done before is not told as if it had just been done.
  await expect(decisions.progress).toBeHidden()

  await decisions.forget(logOf('2026.7.1'))
  await decisions.expectCount(ALL - DECISIONS_IN_LOG['2026.7.1'])
  await decisions.forget(null)
  await expect(decisions.root.getByRole('region', { name: 'How to get decisions' })).toBeVisible()
  home.remove()
})
