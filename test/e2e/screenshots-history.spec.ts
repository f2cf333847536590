import path from 'node:path'
import { PROJECT_FOLDER } from '../../electron/scripts/project-folders.ts'
import { test } from './fixtures.ts'
import { tourOfHistory } from './support/history-tour.ts'

/** Pictures of the history, to be looked at. */
const FOLDER = path.join(PROJECT_FOLDER, 'test-output', 'screenshots')

for (const theme of ['light', 'dark'] as const) {
  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 400, height: 860 },
  ]) {
    test(`pictures of the history, ${theme}, ${width} px`, async ({ openConsole, edition }) => {
      test.setTimeout(240_000)
      const look = { theme, width, height, reducedMotion: true, zone: 'Europe/London' } as const
      await tourOfHistory(openConsole, look, async (page, name) => {
        await page.screenshot({ path: path.join(FOLDER, `${edition}-history-${name}-${theme}-${width}.png`) })
      })
    })
  }
}
