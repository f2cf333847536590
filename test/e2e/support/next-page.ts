import type { Page } from '@playwright/test'

import type { OpenedConsole } from './console-options.ts'

/** The page of the window or tab that an action opens. */
export async function nextPage({ app, page }: OpenedConsole, action: () => Promise<unknown>): Promise<Page> {
  const opening = app === undefined ? page.context().waitForEvent('page') : app.waitForEvent('window')
  await action()
  return await opening
}
