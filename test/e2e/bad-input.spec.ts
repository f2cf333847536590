import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { writeStateDirectory } from '../support/write-state-directory.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'

test('a directory that does not exist is named, and another one can be opened', async ({ openConsole }) => {
  const { path, remove } = temporaryFolder()
  const { page } = await openConsole({ directory: join(path, 'nowhere') })
  await expect(page.getByText(join(path, 'nowhere')).first()).toBeVisible()
  await page.getByRole('button', { name: 'Look at the example' }).click()
  await new ConsolePage(page).ready('Home')
  remove()
})

test('a file in place of a directory is named as such', async ({ openConsole }) => {
  const { path, remove } = temporaryFolder()
  writeFileSync(join(path, 'file'), 'x')
  const { page } = await openConsole({ directory: join(path, 'file') })
  await expect(page.getByRole('alert')).toContainText(join(path, 'file'))
  remove()
})

test('damaged files are named with what is wrong, and everything else is shown', async ({ openConsole }) => {
  const { path, remove } = temporaryFolder()
  copyFixture('2026.7.1', path)
  mkdirSync(join(path, 'agents/broken/agent'), { recursive: true })
  writeFileSync(join(path, 'agents/broken/agent/openclaw-agent.sqlite'), 'this is no database, whatever its name says')
  mkdirSync(join(path, 'agents/empty/agent'), { recursive: true })
  writeFileSync(join(path, 'openclaw.json'), '{ "auth": { "order": { "alpha": ["alpha:work" } } }')

  const { page } = await openConsole({ directory: path, at: 1_796_004_602_000 })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Problems')
  await expect(page.getByRole('main')).toContainText('openclaw.json')
  await expect(page.getByRole('main')).toContainText('agents/broken/agent/openclaw-agent.sqlite')
  await console.go('Accounts')
  await expect(console.profile('alpha:work')).toBeVisible()
  await expect(console.profile('beta:spare')).toHaveAttribute('data-state', 'disabled')
  remove()
})

test('ten thousand profiles are shown in parts, and any of them is found', async ({ openConsole }) => {
  const { path, remove } = temporaryFolder()
  writeStateDirectory(path, 'J', { agents: 1, profilesPerAgent: 10_000 }, Date.now())
  const { page } = await openConsole({ directory: path })
  const console = new ConsolePage(page)
  await console.ready('Home')
  await console.go('Accounts')
  await expect(console.lane('anthropic').getByRole('button', { name: 'Show 100 more' })).toBeVisible()
  await page.getByRole('searchbox').fill('user-0-9998@')
  await expect(page.locator('[data-profile]')).toHaveCount(1)
  remove()
})

test('ids of every kind are shown whole and break nothing', async ({ openConsole }) => {
  const { path, remove } = temporaryFolder()
  const ids = [
    'anthropic:"quoted" <b>bold</b>',
    'anthropic:日本語 👩‍🚀',
    `anthropic:${'long'.repeat(60)}`,
    'anthropic:\u202Ertl',
    'constructor',
    '__proto__',
  ]
  // Built as text, because `__proto__` in an object literal would be no key.
  const entries = ids.map(
    (id) => `${JSON.stringify(id)}: { "type": "api_key", "provider": "anthropic", "key": "example" }`,
  )
  mkdirSync(join(path, 'agents/main/agent'), { recursive: true })
  writeFileSync(
    join(path, 'agents/main/agent/auth-profiles.json'),
    `{ "version": 1, "profiles": { ${entries.join(', ')} } }`,
  )
  for (const width of [1280, 400]) {
    const { page, close } = await openConsole({ directory: path, width })
    const console = new ConsolePage(page)
    await console.ready('Home')
    await console.go('Accounts')
    expect((await console.order('anthropic')).toSorted()).toEqual(ids.toSorted())
    await expect(page.locator('main b')).toHaveCount(0)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await close()
  }
  remove()
})
