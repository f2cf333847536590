import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { InlineConfig } from 'vite'

import { NONCE_PLACEHOLDER } from '../web-assets/nonce.ts'
import { inProject, OUTPUT_FOLDER } from './project-folders.ts'

/** Not bundled: Electron provides itself, and packages with a binary find it next to their own files. */
const EXTERNAL = ['electron', 'better-sqlite3', '@napi-rs/keyring']

/** The oldest Node.js and Chromium that the output runs on: those of the oldest supported Electron. */
const NODE_TARGET = 'node20.18'

const HISTORY_THREAD = { entry: 'electron/history/history-worker.ts', format: 'es' } as const

/** The builds of the console's four parts, in the order in which they run. */
export function bundleConfigs(): InlineConfig[] {
  return [
    {
      root: inProject('renderer'),
      configFile: inProject('renderer', 'vite.config.ts'),
      html: { cspNonce: NONCE_PLACEHOLDER },
      logLevel: 'warn',
    },
    nodeBundle({ entry: 'electron/main/main.ts', folder: 'main', format: 'es' }),
    // The thread with the history is a file beside the one that starts it.
    nodeBundle({ ...HISTORY_THREAD, folder: 'main', isBeside: true }),
    // A sandboxed preload script is one CommonJS file.
    nodeBundle({ entry: 'electron/preload/preload.ts', folder: 'preload', format: 'cjs' }),
    nodeBundle({ entry: 'electron/serve/serve.ts', folder: 'serve', format: 'es' }),
    nodeBundle({ ...HISTORY_THREAD, folder: 'serve', isBeside: true }),
  ]
}

/** The thread with the history alone, for whoever runs the rest from its sources. */
export function historyThreadConfig(folder: string): InlineConfig {
  return nodeBundle({ ...HISTORY_THREAD, folder })
}

interface NodeBundle {
  readonly entry: string
  /** In the folder of the output, or absolute. */
  readonly folder: string
  readonly format: 'es' | 'cjs'
  /** It joins what is in the folder already. */
  readonly isBeside?: boolean
}

/**
 * All dependencies go into the output: reading one file starts a process faster than finding and parsing some hundred,
 * and what is not used is left out.
 */
function nodeBundle(options: NodeBundle): InlineConfig {
  const { entry, folder, format, isBeside = false } = options
  return {
    root: inProject(),
    configFile: false,
    logLevel: 'warn',
    define: { SWITCHYARD_VERSION: JSON.stringify(packageVersion()) },
    ssr: { target: 'node', noExternal: true, external: EXTERNAL },
    build: {
      ssr: inProject(entry),
      outDir: path.resolve(OUTPUT_FOLDER, folder),
      emptyOutDir: !isBeside,
      target: NODE_TARGET,
      // Stack traces in bug reports should be readable.
      minify: false,
      rolldownOptions: { output: { format, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  }
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string }
  return manifest.version
}
