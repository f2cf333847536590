import path from 'node:path'

import { createHost, shiftedClock, systemClock, type Host, type HostOptions } from './host/index.ts'
import type { LaunchOptions } from './launch-options.ts'

/** What differs between the editions that run a host. */
export type HostShell = Pick<HostOptions, 'runtime' | 'version' | 'chooseDirectory' | 'chooseBundle' | 'safeStorage'>

/** Starts the host as the command line asks for it. */
export function launchHost(options: LaunchOptions, shell: HostShell): Host {
  return createHost({
    ...shell,
    clock: options.startsAtMs === undefined ? systemClock : shiftedClock(options.startsAtMs),
    openExample: options.showsExample,
    ...(options.directory === undefined ? {} : { initialDirectory: path.resolve(options.directory) }),
  })
}
