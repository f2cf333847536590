/**
 * `npm test`: everything that has to hold, one step after the other, and at the end one line
 * `N passed, N failed, N skipped`, below the names of what failed. A check such as the type check counts as one test. All
 * steps run even if one fails, so that a run says everything that is wrong.
 *
 * `--only <step>` runs one step: `static`, `unit` or `e2e`.
 */
import { runChecks } from './runner/checks.ts'
import { runEndToEnd } from './runner/end-to-end.ts'
import { addTallies, EMPTY_TALLY, type Tally } from './runner/tally.ts'
import { runUnitTests } from './runner/unit.ts'

const STEPS: Readonly<Record<string, () => Promise<Tally>>> = {
  static: runChecks,
  unit: runUnitTests,
  e2e: runEndToEnd,
}

const only = process.argv.indexOf('--only')
const name = only === -1 ? undefined : process.argv[only + 1]
if (only !== -1 && (name === undefined || !Object.hasOwn(STEPS, name))) {
  console.error(`--only takes one of ${Object.keys(STEPS).join(', ')}`)
  process.exit(2)
}

let total = EMPTY_TALLY
for (const [step, run] of Object.entries(STEPS)) {
  if (name !== undefined && name !== step) continue
  const startedAtMs = performance.now()
  const tally = await run().catch((error: unknown): Tally => {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`\n${step}: ${message}`)
    return { ...EMPTY_TALLY, failed: 1, failures: [`${step}: ${message}`] }
  })
  console.log(`\n${step} took ${Math.round((performance.now() - startedAtMs) / 1000)} s`)
  total = addTallies(total, tally)
}
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
