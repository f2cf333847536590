import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../../../electron/scripts/project-folders.ts'
import { writeStateDirectory } from '../../support/write-state-directory.ts'
import { median, type Benchmark } from '../measure.ts'
import { startElectron } from '../support/electron-process.ts'
import { withDisplay } from '../support/with-display.ts'

const SAMPLES = 5

/** From starting the process to the answer on screen, with a fresh profile each time. */
export const startBenchmark: Benchmark = {
  name: 'start',
  run: () =>
    withDisplay(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
      writeStateDirectory(folder, 'S1', { agents: 3, profilesPerAgent: 10 }, Date.now())
      try {
        const timesMs: number[] = []
        // The first start fills the file cache and is not counted.
        for (let sample = 0; sample <= SAMPLES; sample++) {
          const timeMs = await paintedAfterMs(folder)
          if (sample > 0) timesMs.push(timeMs)
        }
        return [
          { name: 'desktop start to first meaningful paint', value: median(timesMs), unit: 'ms', target: 1500 },
        ] as const
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }),
}

async function paintedAfterMs(folder: string): Promise<number> {
  const app = await startElectron(PROJECT_FOLDER, [folder])
  try {
    // The largest thing painted by the time the answer stands there: what the browser itself calls contentful.
    const page = await app.page()
    await page.getByText('claude-opus-5').first().waitFor()
    const paintedAtMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1)
            if (last) resolve(performance.timeOrigin + last.startTime)
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
    return paintedAtMs - app.startedAtMs
  } finally {
    await app.close()
  }
}
