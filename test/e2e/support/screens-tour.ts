import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder } from '../../support/fixture-copy.ts'
import { expect } from '../fixtures.ts'
import { ConsolePage } from '../pages/console-page.ts'
import type { ConsoleOptions, OpenedConsole } from './console-options.ts'

/** When some accounts of the recorded directory were locked. */
const AT_MS = 1_796_005_940_000

/** Every screen that says how things are: of the example, of a real directory, of a damaged one, and without any. */
export async function tourOfScreens(
  openConsole: (options: ConsoleOptions) => Promise<OpenedConsole>,
  look: ConsoleOptions,
  visit: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const scratch = temporaryFolder()
  copyFixture('2026.9.6', scratch.path)
  try {
    await open({ example: true }, async (page, console) => {
      for (const agent of ['Research', 'Operations', 'Assistant']) {
        await console.chooseAgent(agent)
        await visit(page, `home-${agent.toLowerCase()}`)
        await console.go('Accounts')
        await visit(page, `accounts-${agent.toLowerCase()}`)
        await console.go('Home')
      }
      await console.go('Problems')
      await visit(page, 'problems-none')
      await console.go('Accounts')
      await page.getByRole('button', { name: 'Details of anthropic:work' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await visit(page, 'details')
    })
    await open({ directory: scratch.path, at: AT_MS }, async (page, console) => {
      await visit(page, 'fixture-home')
      await console.go('Accounts')
      await visit(page, 'fixture-accounts')
    })
    writeFileSync(join(scratch.path, 'openclaw.json'), '{ "auth": { "order": ["alpha" } }')
    writeFileSync(join(scratch.path, 'agents/main/agent/openclaw-agent.sqlite'), 'no database at all')
    await open({ directory: scratch.path, at: AT_MS }, async (page, console) => {
      await visit(page, 'damaged-home')
      await console.go('Problems')
      await expect(page.getByRole('main')).toContainText('openclaw.json')
      await visit(page, 'problems')
    })
    const first = await openConsole(look)
    await expect(first.page.getByRole('button', { name: 'Look at the example' })).toBeVisible()
    await visit(first.page, 'first-run')
    await first.close()
  } finally {
    scratch.remove()
  }

  async function open(
    options: ConsoleOptions,
    task: (page: Page, console: ConsolePage) => Promise<void>,
  ): Promise<void> {
    const { page, close } = await openConsole({ ...look, ...options })
    const console = new ConsolePage(page)
    await console.ready('Home')
    await task(page, console)
    await close()
  }
}
