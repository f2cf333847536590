/** `npm run vectors -- <folder>`: runs the vector files of a folder; exit status 1 if one failed, 2 for bad usage. */
import { statSync } from 'node:fs'
import { runFolder } from './run-folder.ts'

const folder = process.argv[2]
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('Usage: npm run vectors -- <folder with vector files>')
  process.exit(2)
}

const results = runFolder(folder)
for (const { file, passed, failures, notRun } of results) {
  if (notRun !== null) {
    console.log(`${file}: not run, ${notRun}`)
    continue
  }
  console.log(`${file}: ${passed} passed, ${failures.length} failed`)
  for (const { name, expected, actual } of failures)
    console.log(`  ${name}\n    expected ${JSON.stringify(expected)}\n    actual   ${JSON.stringify(actual)}`)
}
process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0
