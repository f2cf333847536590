import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_FOLDER } from '../../electron/scripts/project-folders.ts'
import { copyFixture, temporaryFolder } from '../support/fixture-copy.ts'
import { expect, test } from './fixtures.ts'
import { ConsolePage } from './pages/console-page.ts'
import { tourOfEditing } from './support/editing-tour.ts'

/** Pictures of every screen, to be looked at; the README shows two of them. */
const FOLDER = path.join(PROJECT_FOLDER, 'test-output', 'screenshots')
const SIZES = [
  { width: 1280, height: 800 },
  { width: 400, height: 860 },
] as const

for (const theme of ['light', 'dark'] as const) {
  for (const { width, height } of SIZES) {
    test(`pictures, ${theme}, ${width} px`, async ({ openConsole, edition }) => {
      const shot = (name: string): string => path.join(FOLDER, `${edition}-${name}-${theme}-${width}.png`)
      const scratch = temporaryFolder()
      copyFixture('2026.9.6', scratch.path)
      const look = { theme, width, height, reducedMotion: true, zone: 'Europe/London' } as const

      const example = await openConsole({ ...look, example: true })
      const console = new ConsolePage(example.page)
      await console.ready('Home')
      await example.page.screenshot({ path: shot('home') })
      await console.chooseAgent('Operations')
      await example.page.screenshot({ path: shot('home-stopped') })
      await console.chooseAgent('Assistant')
      await console.go('Accounts')
      await example.page.screenshot({ path: shot('accounts') })
      await example.page.getByRole('button', { name: 'Details of anthropic:work' }).click()
      await expect(example.page.getByRole('dialog')).toBeVisible()
      await example.page.screenshot({ path: shot('details') })
      await example.page.keyboard.press('Escape')
      await example.close()

      const real = await openConsole({ ...look, directory: scratch.path, at: 1_796_005_940_000 })
      const fixture = new ConsolePage(real.page)
      await fixture.ready('Home')
      await real.page.screenshot({ path: shot('fixture-home') })
      await fixture.go('Accounts')
      await real.page.screenshot({ path: shot('fixture-accounts') })
      await real.close()

      writeFileSync(path.join(scratch.path, 'openclaw.json'), '{ "auth": { "order": ["alpha" } }')
      writeFileSync(path.join(scratch.path, 'agents/main/agent/openclaw-agent.sqlite'), 'no database at all')
      const damaged = await openConsole({ ...look, directory: scratch.path, at: 1_796_005_940_000 })
      const problems = new ConsolePage(damaged.page)
      await problems.ready('Home')
      await problems.go('Problems')
      await damaged.page.screenshot({ path: shot('problems') })
      await damaged.close()

      const first = await openConsole(look)
      await expect(first.page.getByRole('button', { name: 'Look at the example' })).toBeVisible()
      await first.page.screenshot({ path: shot('first-run') })
      scratch.remove()
    })

    test(`pictures of editing, ${theme}, ${width} px`, async ({ openConsole, edition }) => {
      const look = { theme, width, height, reducedMotion: true, zone: 'Europe/London' } as const
      await tourOfEditing(openConsole, look, async (page, name) => {
        await page.screenshot({ path: path.join(FOLDER, `${edition}-edit-${name}-${theme}-${width}.png`) })
      })
    })
  }
}
