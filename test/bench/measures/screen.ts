import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../../../electron/scripts/project-folders.ts'
import { writeStateDirectory } from '../../support/write-state-directory.ts'
import { median, percentile, type Benchmark } from '../measure.ts'
import { startElectron } from '../support/electron-process.ts'
import { withDisplay } from '../support/with-display.ts'

const SAMPLES = 20
const PROFILE = 'anthropic:user-0-0@example.com'

/** From the rename of a changed file to the changed account on the screen of the desktop app. */
export const screenBenchmark: Benchmark = {
  name: 'screen',
  run: () =>
    withDisplay(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
      writeStateDirectory(folder, 'J', { agents: 20, profilesPerAgent: 50 }, Date.now())
      const app = await startElectron(PROJECT_FOLDER, [folder])
      try {
        const page = await app.page()
        await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click()
        const stateFile = join(folder, 'agents/main/agent/auth-state.json')
        await page.locator(`[data-profile="${PROFILE}"]`).waitFor()
        const timesMs: number[] = []
        for (let sample = 0; sample < SAMPLES; sample++) {
          // It is locked at the start.
          const isLocked = sample % 2 === 1
          const lock = { cooldownUntil: Date.now() + 3_600_000, cooldownReason: 'timeout', errorCount: 1 }
          writeFileSync(`${stateFile}.tmp`, JSON.stringify({ usageStats: { [PROFILE]: isLocked ? lock : {} } }))
          await page.evaluate(watchRow, { id: PROFILE, isLocked })
          const startMs = performance.timeOrigin + performance.now()
          renameSync(`${stateFile}.tmp`, stateFile)
          timesMs.push((await page.evaluate(() => (globalThis as unknown as Watched).shown)) - startMs)
        }
        return [
          { name: 'file change to screen, median', value: median(timesMs), unit: 'ms', target: 1000 },
          {
            name: 'file change to screen, 95th percentile',
            value: percentile(timesMs, 0.95),
            unit: 'ms',
            target: null,
          },
        ] as const
      } finally {
        await app.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
}

interface Watched {
  /** Epoch ms of the frame after the row changed. */
  shown: Promise<number>
}

/** Runs in the page: the answer is kept there, so that nothing is missed between asking and the change. */
function watchRow({ id, isLocked }: { id: string; isLocked: boolean }): void {
  ;(globalThis as unknown as Watched).shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const row = document.querySelector(`[data-profile="${id}"]`)
      if ((row?.getAttribute('data-state') === 'cooldown') !== isLocked) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
    })
    observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  })
}
