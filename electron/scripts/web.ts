import { buildConsoleOrExit } from './build-console.ts'
import { serveInThisProcess } from './serve-in-this-process.ts'

/** `npm run web`: the console in a browser. */
await buildConsoleOrExit()
await serveInThisProcess()
