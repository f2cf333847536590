import { test } from './fixtures.ts'
import { tourOfEditing } from './support/editing-tour.ts'
import { tourOfHistory } from './support/history-tour.ts'
import { lookAround } from './support/look-around.ts'
import { SIZES } from './support/pictures.ts'
import { tourOfScreens } from './support/screens-tour.ts'

for (const theme of ['light', 'dark'] as const) {
  for (const size of SIZES) {
    test(`the first screens look right, ${theme}, ${size.width} px`, async ({ openConsole, edition }) => {
      await lookAround(tourOfScreens, { openConsole, edition }, { theme, ...size }, 'first')
    })
    test(`the history looks right, ${theme}, ${size.width} px`, async ({ openConsole, edition }) => {
      test.setTimeout(300_000)
      await lookAround(tourOfHistory, { openConsole, edition }, { theme, ...size }, 'history')
    })
    // Between the other two sizes, the dialogs and panels of editing are as they are in the wide one.
    if (size.width === 1024) continue
    test(`editing looks right, ${theme}, ${size.width} px`, async ({ openConsole, edition }) => {
      test.setTimeout(300_000)
      await lookAround(tourOfEditing, { openConsole, edition }, { theme, ...size }, 'edit')
    })
  }
}
