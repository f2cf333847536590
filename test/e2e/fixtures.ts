import { test as base } from '@playwright/test'

import { openInChromium } from './support/chromium-console.ts'
import type { ConsoleOptions, OpenedConsole } from './support/console-options.ts'
import { openInElectron } from './support/electron-console.ts'

export { expect } from '@playwright/test'
export type { ConsoleOptions, OpenedConsole } from './support/console-options.ts'

export interface ConsoleFixtures {
  /** Where the console runs: set by the project. Specs need it only to say what is different. */
  edition: 'electron' | 'chromium'
  /**
   * Opens the console, in the desktop app or in a browser, with a profile and a home folder of its own. What a test
   * leaves open is closed behind it.
   */
  openConsole: (options?: ConsoleOptions) => Promise<OpenedConsole>
}

export const test = base.extend<ConsoleFixtures>({
  edition: ['chromium', { option: true }],

  openConsole: async ({ edition }, use) => {
    const opened: OpenedConsole[] = []
    await use(async (options = {}) => {
      const console = edition === 'electron' ? await openInElectron(options) : await openInChromium(options)
      opened.push(console)
      return console
    })
    for (const console of opened) await console.close()
  },
})
