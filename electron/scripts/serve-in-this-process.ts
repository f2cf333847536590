import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { enterInvocationFolder } from './invocation-folder.ts'
import { OUTPUT_FOLDER } from './project-folders.ts'

/** Runs the built browser edition, which reads this process's arguments and stays until it is interrupted. */
export async function serveInThisProcess(): Promise<void> {
  enterInvocationFolder()
  await import(pathToFileURL(path.join(OUTPUT_FOLDER, 'serve', 'serve.js')).href)
}
