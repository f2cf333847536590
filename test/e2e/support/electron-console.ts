import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { _electron } from '@playwright/test'

import { PROJECT_FOLDER } from '../../../electron/scripts/project-folders.ts'
import {
  consoleArguments,
  consoleEnvironment,
  createScratchFolder,
  windowSize,
  type ConsoleOptions,
  type OpenedConsole,
} from './console-options.ts'
import { handedOverRuntime } from './runtime-handover.ts'

/** Starts the desktop app on a profile of its own and waits for its window. */
export async function openInElectron(options: ConsoleOptions): Promise<OpenedConsole & { app: object }> {
  const { executablePath, args, env } = handedOverRuntime()
  const scratch = await createScratchFolder()
  const home = options.home ?? path.join(scratch.path, 'home')
  await mkdir(home, { recursive: true })

  const app = await _electron.launch({
    executablePath,
    args: [
      ...args,
      `--user-data-dir=${path.join(scratch.path, 'profile')}`,
      '--lang=en-US',
      PROJECT_FOLDER,
      ...consoleArguments(options),
    ],
    env: { ...consoleEnvironment(options, home), ...env },
  })
  let output = ''
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const page = await app.firstWindow()
  await page.emulateMedia({
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
  })
  await asked(() =>
    app.evaluate(({ BrowserWindow }, { width, height }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        // Narrower than a user could make it, for specs that share their sizes with the browser.
        window.setMinimumSize(1, 1)
        window.setContentSize(width, height)
      }
    }, windowSize(options)),
  )

  return {
    app,
    page,
    scratch: scratch.path,
    output: () => output,
    async close() {
      await app.close()
      await scratch.remove()
    },
  }
}

/** On a busy machine the app may lose a question before it answers; what can be done twice is asked again. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 4; ; left--) {
    try {
      return await ask()
    } catch (error) {
      if (left === 0 || !String(error).includes('promise was garbage collected')) throw error
    }
  }
}
