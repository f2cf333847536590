/**
 * The stand-in Electron has no default app, so `electron <folder>` means nothing to it. This is that default app: it
 * takes the first argument that is not a switch as the application's folder, presents itself as that application, and
 * runs it. It is plain JavaScript because it runs inside Electron's own, older Node.js.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

import { app } from 'electron'

substituteSqliteBinding(process.env.SWITCHYARD_LOADER_SQLITE_BINDING)
delete process.env.SWITCHYARD_LOADER_SQLITE_BINDING
await runApplication(process.argv.slice(1).find((argument) => !argument.startsWith('-')))

/**
 * Makes better-sqlite3 load the binary that was compiled for this runtime in place of its own. Only the loading of
 * that one file changes, for `import` and `require` alike, so the application runs as it is shipped.
 */
function substituteSqliteBinding(bindingPath) {
  if (bindingPath === undefined) return
  const stockBinding = path.join('better-sqlite3', 'prebuilds', 'linux-x64.node')
  const dlopen = process.dlopen
  process.dlopen = function dlopenSubstituted(module, fileName, ...rest) {
    return dlopen.call(process, module, fileName.endsWith(stockBinding) ? bindingPath : fileName, ...rest)
  }
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
