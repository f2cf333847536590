import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER, runTool } from './project-command.ts'
import type { Tally } from './tally.ts'

interface Suite {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly projectName: string; readonly status: string }[]
  }[]
  readonly suites?: readonly Suite[]
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly suites: readonly Suite[]
  readonly errors: readonly { readonly message?: string }[]
}

/** Each failed spec with its edition and file. */
function failuresIn({ specs, suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `${file} (${projectName}): ${title}`),
  )
  return [...own, ...suites.flatMap(failuresIn)]
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
  const { stats, suites, errors } = JSON.parse(readFileSync(reportFile, 'utf8')) as PlaywrightReport
  const failed = stats.unexpected + stats.flaky + errors.length
  return {
    passed: stats.expected,
    failed: failed > 0 || status === 0 ? failed : 1,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failuresIn), ...errors.map(({ message = '' }) => message.split('\n', 1)[0] ?? '')],
  }
}
