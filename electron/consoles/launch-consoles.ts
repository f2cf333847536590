import path from 'node:path'

import { createHost, shiftedClock, systemClock, type HostOptions } from '../host/index.ts'
import type { LaunchOptions } from '../launch-options.ts'
import { createConsoles, type ConsoleEdition, type Consoles } from './consoles.ts'

/** What differs between the editions that run consoles. */
export interface ConsoleShell extends Pick<HostOptions, 'runtime' | 'version' | 'safeStorage'> {
  readonly edition: ConsoleEdition
  /** Asks for a folder on behalf of a console. */
  readonly chooseDirectory?: (consoleId: string) => Promise<string | undefined>
  /** Asks for a support bundle in the same way. */
  readonly chooseBundle?: (consoleId: string) => Promise<string | undefined>
}

/** Starts the first console as the command line asks for it. All of them go by one clock. */
export function launchConsoles(options: LaunchOptions, shell: ConsoleShell): Consoles {
  const { edition, chooseDirectory, chooseBundle, ...hostShell } = shell
  const clock = options.startsAtMs === undefined ? systemClock : shiftedClock(options.startsAtMs)
  return createConsoles({
    edition,
    first: {
      openExample: options.showsExample,
      ...(options.directory === undefined ? {} : { initialDirectory: path.resolve(options.directory) }),
    },
    createHost: (id, start, beside) =>
      createHost({
        ...hostShell,
        ...start,
        ...(chooseDirectory === undefined ? {} : { chooseDirectory: () => chooseDirectory(id) }),
        ...(chooseBundle === undefined ? {} : { chooseBundle: () => chooseBundle(id) }),
        clock,
        beside,
      }),
  })
}
