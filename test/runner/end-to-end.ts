import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER, runTool } from './project-command.ts'
import type { Tally } from './tally.ts'

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

/** The console as people use it, in a real Electron and in Chromium. */
export async function runEndToEnd(): Promise<Tally> {
  const reportFile = join(PROJECT_FOLDER, 'test-output/e2e.json')
  mkdirSync(join(PROJECT_FOLDER, 'test-output'), { recursive: true })
  rmSync(reportFile, { force: true })
  const status = await runTool(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    },
  )
  const { stats, errors } = JSON.parse(readFileSync(reportFile, 'utf8')) as PlaywrightReport
  const failed = stats.unexpected + stats.flaky + errors.length
  return { passed: stats.expected, failed: failed > 0 || status === 0 ? failed : 1, skipped: stats.skipped }
}
