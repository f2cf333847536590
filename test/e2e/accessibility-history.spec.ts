import { expect, test } from './fixtures.ts'
import { overflowPx, violations } from './support/axe.ts'
import { tourOfHistory } from './support/history-tour.ts'

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 1024, 400]) {
    test(`no axe violation and nothing cut off in the history, ${theme}, ${width} px`, async ({ openConsole }) => {
      test.setTimeout(240_000)
      await tourOfHistory(openConsole, { theme, width, reducedMotion: true }, async (page, name) => {
        expect.soft(await violations(page), name).toEqual([])
        expect.soft(await overflowPx(page), name).toBe(0)
      })
    })
  }
}
