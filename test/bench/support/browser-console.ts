import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { startServe } from '../../e2e/support/serve-process.ts'
import { CHROMIUM_ARGS, findChromium } from '../../support/chromium.ts'

export interface BrowserConsole {
  readonly page: Page
  close(): Promise<void>
}

interface BrowserConsoleOptions {
  readonly directory: string
  /** Epoch ms at which the host's clock starts. */
  readonly at: number
  /** For the home folder of the user and the profile of the browser. */
  readonly folder: string
}

/** The browser edition with a page open on it. */
export async function openInBrowser({ directory, at, folder }: BrowserConsoleOptions): Promise<BrowserConsole> {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('OPENCLAW_'),
  )
  const env = { ...Object.fromEntries(own), HOME: home, USERPROFILE: home, TZ: 'UTC' }
  const serve = await startServe({ directory, at }, env)
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium on this machine')
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [...CHROMIUM_ARGS],
    env,
    viewport: { width: 1280, height: 860 },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(serve.url)
  return {
    page,
    async close() {
      await context.close()
      await serve.close()
    },
  }
}
