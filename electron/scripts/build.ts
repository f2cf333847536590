import { buildConsoleOrExit } from './build-console.ts'

await buildConsoleOrExit()
