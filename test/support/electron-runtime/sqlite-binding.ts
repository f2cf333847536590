import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { reportProgress } from '../progress.ts'
import { runCommand } from '../run-command.ts'
import { ensureSystemPackages } from '../system-packages.ts'
import { cachedFolder } from './cache-folder.ts'

const BINDING_NAME = 'better_sqlite3.node'
const BUILD_TIMEOUT_MS = 15 * 60_000

/**
 * better-sqlite3's own binary asks for Node-API 10, which the stand-in Electron's Node.js lacks: loading it there ends
 * the process. The same source compiled against the experimental API level uses nothing that is missing. The result is
 * for that runtime only and lives in the cache; the installed package stays as it came.
 */
export async function rebuildSqliteBinding(): Promise<string> {
  const require = createRequire(import.meta.url)
  const packageFolder = path.resolve(path.dirname(require.resolve('better-sqlite3')), '..')
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }

  const folder = await cachedFolder(`better-sqlite3-${version}-napi9-1`, async (workFolder) => {
    await ensureSystemPackages(['native-build'])
    reportProgress(`Compiling better-sqlite3 ${version} for the stand-in Electron (about two minutes, once)`)
    await compile(packageFolder, workFolder)
  })
  return path.join(folder, BINDING_NAME)
}

async function compile(packageFolder: string, workFolder: string): Promise<void> {
  const require = createRequire(import.meta.url)
  const sourceFolder = path.join(workFolder, 'source')
  await cp(packageFolder, sourceFolder, { recursive: true })

  // The build looks this one up by name from the source folder.
  const addonApiFolder = path.dirname(
    createRequire(path.join(packageFolder, 'package.json')).resolve('node-addon-api/package.json'),
  )
  await mkdir(path.join(sourceFolder, 'node_modules'), { recursive: true })
  await cp(addonApiFolder, path.join(sourceFolder, 'node_modules', 'node-addon-api'), { recursive: true })

  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js')
  const headersFolder = findNodeHeaders()
  await runCommand(
    process.execPath,
    [
      nodeGyp,
      'rebuild',
      '-C',
      sourceFolder,
      '--release',
      '--force_build=1',
      ...(headersFolder === undefined ? [] : [`--nodedir=${headersFolder}`]),
    ],
    {
      env: {
        ...process.env,
        CXXFLAGS: '-UNAPI_VERSION -DNAPI_EXPERIMENTAL -DNODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT',
      },
      timeoutMs: BUILD_TIMEOUT_MS,
    },
  )
  await rename(path.join(sourceFolder, 'build', 'Release', BINDING_NAME), path.join(workFolder, BINDING_NAME))
  await rm(sourceFolder, { recursive: true })
}

/**
 * The prefix of a Node.js that came with its headers. node-gyp would download those of the running version otherwise,
 * and the Node.js inside node_modules has none. Node-API is stable across versions, so any will do.
 */
function findNodeHeaders(): string | undefined {
  const binFolders = (process.env['PATH'] ?? '').split(path.delimiter)
  return [...binFolders.map((folder) => path.dirname(folder)), '/usr', '/usr/local'].find((prefix) =>
    existsSync(path.join(prefix, 'include', 'node', 'node_api.h')),
  )
}
