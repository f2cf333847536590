/**
 * Makes better-sqlite3 load the binary that was compiled for this runtime in place of its own, in the thread that this runs
 * in. Only the loading of that one file changes, so the application runs as it is shipped.
 */
const path = require('node:path')

const VARIABLE = 'SWITCHYARD_LOADER_SQLITE_BINDING'
const bindingPath = process.env[VARIABLE]

if (bindingPath !== undefined) {
  const stockBinding = path.join('better-sqlite3', 'prebuilds', 'linux-x64.node')
  const dlopen = process.dlopen
  process.dlopen = function dlopenSubstituted(module, fileName, ...rest) {
    return dlopen.call(process, module, fileName.endsWith(stockBinding) ? bindingPath : fileName, ...rest)
  }
  delete process.env[VARIABLE]
}

module.exports = { bindingPath, VARIABLE }
