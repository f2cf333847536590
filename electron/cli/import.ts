import { runImport } from './run-import.ts'

process.exitCode = await runImport({
  args: process.argv.slice(2),
  env: process.env,
  input: process.stdin,
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
})
