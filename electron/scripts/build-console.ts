import { build } from 'vite'

import { bundleConfigs } from './bundles.ts'
import { clearStamp, inputsFingerprint, readStamp, writeStamp } from './build-stamp.ts'

/**
 * Builds everything that runs into dist/: the page, the desktop's main and preload scripts, and the browser edition's
 * server. Does nothing when no source has changed since the last complete build, so that starting twice starts fast.
 */
export async function buildConsole(): Promise<void> {
  const fingerprint = await inputsFingerprint()
  if ((await readStamp()) === fingerprint) return

  process.stderr.write('[switchyard] Building (a few seconds, only after changes)\n')
  await clearStamp()
  for (const config of bundleConfigs()) await build(config)
  await writeStamp(fingerprint)
}

/** For scripts: a source that does not build is the developer's to read, not a crash of the script. */
export async function buildConsoleOrExit(): Promise<void> {
  try {
    await buildConsole()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
