import { runTool } from './project-command.ts'
import { addTallies, EMPTY_TALLY, type Tally } from './tally.ts'

const CHECKS = [
  { name: 'type check', tool: 'tsc', args: ['-b'] },
  { name: 'lint', tool: 'oxlint', args: ['--deny-warnings', '--type-aware'] },
  { name: 'format', tool: 'oxfmt', args: ['--check', '.'] },
  { name: 'dead code', tool: 'knip', args: [] },
] as const

/** What can be told without running the product. */
export async function runChecks(): Promise<Tally> {
  let total = EMPTY_TALLY
  for (const { name, tool, args } of CHECKS) {
    const isFine = (await runTool(tool, args)) === 0
    console.log(`${isFine ? '✓' : '✗'} ${name}`)
    total = addTallies(total, isFine ? { ...EMPTY_TALLY, passed: 1 } : { ...EMPTY_TALLY, failed: 1, failures: [name] })
  }
  return total
}
