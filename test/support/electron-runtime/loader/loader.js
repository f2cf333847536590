/**
 * The stand-in Electron has no default app, so `electron <folder>` means nothing to it. This is that default app: it
 * takes the first argument that is not a switch as the application's folder, presents itself as that application, and
 * runs it. It is plain JavaScript because it runs inside Electron's own, older Node.js.
 */
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import workerThreads from 'node:worker_threads'

import { app } from 'electron'

import { bindingPath, VARIABLE } from './sqlite-binding.cjs'

if (bindingPath !== undefined) substituteInThreads(bindingPath)
await runApplication(process.argv.slice(1).find((argument) => !argument.startsWith('-')))

/** Threads of the application load the binary by themselves. */
function substituteInThreads(binding) {
  const { Worker } = workerThreads
  const substitute = fileURLToPath(new URL('sqlite-binding.cjs', import.meta.url))
  workerThreads.Worker = class extends Worker {
    constructor(file, options = {}) {
      const execArgv = [...(options.execArgv ?? []), '--require', substitute]
      super(file, { ...options, execArgv, env: { ...(options.env ?? process.env), [VARIABLE]: binding } })
    }
  }
  syncBuiltinESMExports()
}

async function runApplication(folderArgument) {
  if (folderArgument === undefined) {
    process.stderr.write('Usage: electron [switches] <application folder> [arguments]\n')
    app.exit(2)
    return
  }
  const folder = path.resolve(folderArgument)
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

  app.setName(manifest.productName ?? manifest.name)
  app.setVersion(manifest.version)
  app.setAppPath(folder)
  // Tells the application that the folder is one of its arguments, as under Electron's own default app.
  process.defaultApp = true
  await import(pathToFileURL(path.join(folder, manifest.main)).href)
}
