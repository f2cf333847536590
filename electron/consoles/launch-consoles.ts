import path from 'node:path'

import { createHost, shiftedClock, systemClock, type Choosable, type Choose, type HostOptions } from '../host/index.ts'
import type { LaunchOptions } from '../launch-options.ts'
import { createConsoles, type ConsoleEdition, type Consoles } from './consoles.ts'

/** What differs between the editions that run consoles. */
export interface ConsoleShell extends Pick<HostOptions, 'runtime' | 'version' | 'safeStorage'> {
  readonly edition: ConsoleEdition
  /** Asks on behalf of a console. */
  readonly choose?: (consoleId: string, what: Choosable) => ReturnType<Choose>
}

/** Starts the first console as the command line asks for it. All of them go by one clock. */
export function launchConsoles(options: LaunchOptions, shell: ConsoleShell): Consoles {
  const { edition, choose, ...hostShell } = shell
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
        ...(choose === undefined ? {} : { choose: (what) => choose(id, what) }),
        clock,
        beside,
      }),
  })
}
