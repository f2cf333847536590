import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'

const J_STATE = 'agents/main/agent/auth-state.json'

const folder = (version: FixtureVersion): ReturnType<typeof temporaryFolder> => {
  const scratch = temporaryFolder()
  copyFixture(version, scratch.path)
  return scratch
}

/** A mark that only a page that was never loaded again still has. */
const markPage = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.dataset['mark'] = 'same'))
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset['mark'] === 'same')

test('a window that ends moves its profile to its place by itself', async ({ openConsole }) => {
  const { path, remove } = folder('2026.5.20')
  const endMs = 1_796_005_272_356
  writeFileSync(
    join(path, J_STATE),
    JSON.stringify({
      version: 1,
      usageStats: {
        'alpha:work': { cooldownUntil: endMs, cooldownReason: 'timeout', errorCount: 1, lastFailureAt: endMs - 30_000 },
      },
    }),
  )
  const { page } = await openConsole({ directory: path, at: endMs - 10_000 })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  await markPage(page)
  expect(await console.order('alpha')).toEqual(['alpha:home', 'alpha:work'])
  await expect(console.profile('alpha:work')).toHaveAttribute('data-state', 'cooldown')

  await expect.poll(() => console.order('alpha'), { timeout: 30_000 }).toEqual(['alpha:work', 'alpha:home'])
  await expect(console.profile('alpha:work')).not.toHaveAttribute('data-state', 'cooldown')
  expect(await isMarked(page)).toBe(true)

  await console.go('Home')
  await expect(page.getByRole('region', { name: /^What changed/ })).toContainText('alpha:work')
  await expect(page.getByRole('region', { name: /^Locked/ })).toContainText('Nothing is locked')
  remove()
})

test('JSON files: a replaced file is on screen without loading the page again', async ({ openConsole }) => {
  const { path, remove } = folder('2026.5.20')
  const { page } = await openConsole({ directory: path, at: 1_796_023_300_000 })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  await markPage(page)
  await expect(console.profile('beta:main')).not.toHaveAttribute('data-state', 'disabled')

  const file = join(path, J_STATE)
  const state = JSON.parse(readFileSync(file, 'utf8')) as { usageStats: Record<string, object> }
  state.usageStats['beta:main'] = {
    disabledUntil: 1_796_023_300_000 + 18_000_000,
    disabledReason: 'billing',
    errorCount: 1,
  }
  writeFileSync(`${file}.tmp`, JSON.stringify(state))
  renameSync(`${file}.tmp`, file)

  await expect(console.profile('beta:main')).toHaveAttribute('data-state', 'disabled')
  expect(await isMarked(page)).toBe(true)
  remove()
})

test('the configuration: an edited order is on screen by itself', async ({ openConsole }) => {
  const { path, remove } = folder('2026.9.6')
  const { page } = await openConsole({ directory: path, at: 1_796_100_000_000 })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  expect(await console.order('alpha')).toEqual(['alpha:home', 'alpha:work'])

  const file = join(path, 'openclaw.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as { auth: { order: object } }
  config.auth.order = { alpha: ['alpha:work'] }
  writeFileSync(file, JSON.stringify(config))

  await expect.poll(() => console.order('alpha')).toEqual(['alpha:work'])
  await expect(console.lane('alpha')).toContainText('alpha:home')
  remove()
})

test('SQLite: what a running OpenClaw commits to its write-ahead log is on screen by itself', async ({
  openConsole,
}) => {
  const { path, remove } = folder('2026.7.1')
  // The database stays open, as a gateway's does, so nothing is written back into the main file.
  const db = new Database(join(path, 'agents/main/agent/openclaw-agent.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('wal_autocheckpoint = 0')
  const { page } = await openConsole({ directory: path, at: 1_796_100_000_000 })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  await markPage(page)
  await expect(console.profile('beta:spare')).not.toHaveAttribute('data-state', 'cooldown')

  const usageStats = { 'beta:spare': { cooldownUntil: 1_796_100_600_000, cooldownReason: 'overloaded', errorCount: 1 } }
  db.prepare('UPDATE auth_profile_state SET state_json = ?').run(JSON.stringify({ version: 1, usageStats }))

  await expect(console.profile('beta:spare')).toHaveAttribute('data-state', 'cooldown')
  expect(await isMarked(page)).toBe(true)
  db.close()
  remove()
})
