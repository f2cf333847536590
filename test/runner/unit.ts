import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PROJECT_FOLDER, runTool } from './project-command.ts'
import type { Tally } from './tally.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly numFailedTestSuites: number
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/**
 * Each failed test with its file; of a file that could not be loaded, what its message begins with; and files whose process
 * ended before they did.
 */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(PROJECT_FOLDER, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`)
    const cutOff = assertionResults.filter((result) => result.status === 'pending').length
    if (cutOff > 0) return [`${file}: ended before ${cutOff} of its tests did`]
    return status === 'failed' ? [`${file}: ${message.split('\n', 1)[0] ?? ''}`] : []
  })
}

/** Unit, property and integration tests. */
export async function runUnitTests(): Promise<Tally> {
  const reportFile = join(PROJECT_FOLDER, 'test-output/unit.json')
  mkdirSync(join(PROJECT_FOLDER, 'test-output'), { recursive: true })
  rmSync(reportFile, { force: true })
  const status = await runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${reportFile}`])
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport
  // A file that cannot be loaded, or an error outside any test, fails the run without failing a test.
  const failed = report.numFailedTests > 0 ? report.numFailedTests : status === 0 && report.success ? 0 : 1
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failed === 0 ? [] : failuresOf(report),
  }
}
