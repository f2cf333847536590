import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyFixture, temporaryFolder, type FixtureVersion } from '../../support/fixture-copy.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { DecisionsPage } from '../pages/decisions-page.ts'
import type { ConsoleOptions, OpenedConsole } from './console-options.ts'

/** When the recordings had just been made. */
export const AFTER_RECORDINGS_MS = 1_796_006_400_000

export const RELEASES = ['2026.5.20', '2026.7.1', '2026.9.6'] as const satisfies readonly FixtureVersion[]

/** How many decisions are in the log of each recording: lines that name the event. */
export const DECISIONS_IN_LOG: Readonly<Record<FixtureVersion, number>> = {
  '2026.5.20': 29,
  '2026.7.1': 39,
  '2026.9.6': 9,
}

export function logOf(release: FixtureVersion, name = 'openclaw.log'): string {
  return join(import.meta.dirname, '..', '..', 'fixtures', `openclaw-${release}`, 'logs', name)
}

type OpenConsole = (options: ConsoleOptions) => Promise<OpenedConsole>

export interface HistoryStage {
  readonly page: Page
  readonly console: ConsolePage
  readonly decisions: DecisionsPage
  /** For files of the test, removed at its end. */
  readonly folder: string
  /** The state directory that is open. */
  readonly state: string
  /** Ends the host under the page of the browser edition. */
  stopHost(): Promise<void>
}

interface StageOptions extends ConsoleOptions {
  /** Read before the test begins. */
  readonly logs?: readonly string[]
  readonly release?: FixtureVersion
}

/** Opens a copy of a recorded state directory on its Decisions screen, with some logs imported. */
export async function onHistory(
  openConsole: OpenConsole,
  { logs = [], release = '2026.9.6', ...look }: StageOptions,
  task: (stage: HistoryStage) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder()
  const state = join(folder.path, 'state')
  copyFixture(release, state)
  const opened = await openConsole({ at: AFTER_RECORDINGS_MS, directory: state, ...look })
  try {
    const { page } = opened
    const console = new ConsolePage(page)
    const decisions = new DecisionsPage(page)
    await console.ready('Home')
    await console.go('Decisions')
    for (const log of logs) await decisions.import(log)
    if (logs.length > 0) await decisions.putAwayProgress()
    await task({
      page,
      console,
      decisions,
      folder: folder.path,
      state,
      stopHost: async () => opened.stopHost?.(),
    })
  } finally {
    await opened.close()
    folder.remove()
  }
}
