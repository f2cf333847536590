import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { chromium } from '@playwright/test'

import { CHROMIUM_ARGS, findChromium } from '../../support/chromium.ts'
import {
  consoleEnvironment,
  createScratchFolder,
  windowSize,
  type ConsoleOptions,
  type OpenedConsole,
} from './console-options.ts'
import { startServe } from './serve-process.ts'

/** Starts the browser edition and opens its printed address in a Chromium with a profile of its own. */
export async function openInChromium(options: ConsoleOptions): Promise<OpenedConsole> {
  const scratch = await createScratchFolder()
  const home = options.home ?? path.join(scratch.path, 'home')
  await mkdir(home, { recursive: true })

  const env = consoleEnvironment(options, home)
  const serve = await startServe(options, env)
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine')
  const context = await chromium.launchPersistentContext(path.join(scratch.path, 'profile'), {
    executablePath,
    args: [...CHROMIUM_ARGS],
    env,
    viewport: windowSize(options),
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(serve.url)

  return {
    page,
    scratch: scratch.path,
    output: () => serve.output(),
    stopHost: () => serve.close(),
    async close() {
      await context.close()
      await serve.close()
      await scratch.remove()
    },
  }
}
