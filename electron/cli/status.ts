import { runStatus } from './run-status.ts'

// A reader such as `head` may close the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runStatus({
  args: process.argv.slice(2),
  env: process.env,
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  ...(process.stdout.isTTY ? { terminalColumns: process.stdout.columns } : {}),
})
