import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../../support/fixture-copy.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { OrderEditor } from '../pages/order-editor.ts'
import type { ConsoleOptions } from './console-options.ts'
import { RECORDINGS } from './recordings.ts'

export interface AccountsScene {
  readonly page: Page
  readonly console: ConsolePage
  /** Of the order of alpha. */
  readonly editor: OrderEditor
  readonly directory: string
}

interface Preparation {
  /** What is done to the copy before it is opened. */
  readonly prepare?: (directory: string) => void
  readonly look?: ConsoleOptions
}

/** Opens a copy of a real directory on the Accounts screen; `then` is what happens there. */
export async function onAccounts(
  openConsole: (options: ConsoleOptions) => Promise<{ readonly page: Page }>,
  version: FixtureVersion,
  then: (scene: AccountsScene) => Promise<void>,
  { prepare, look }: Preparation = {},
): Promise<void> {
  const folder = temporaryFolder()
  try {
    copyFixture(version, folder.path)
    prepare?.(folder.path)
    const at = RECORDINGS.find((recording) => recording.version === version)?.atMs ?? 0
    const { page } = await openConsole({ ...look, directory: folder.path, at })
    const console = new ConsolePage(page)
    await console.ready('Home')
    await console.go('Accounts')
    await then({ page, console, editor: new OrderEditor(page, 'alpha'), directory: folder.path })
  } finally {
    folder.remove()
  }
}
