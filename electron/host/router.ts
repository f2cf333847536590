import { implement } from '@orpc/server'
import { contract } from '../../shared/contract/contract.ts'
import type { HostInfo } from '../../shared/contract/types.ts'
import type { DirectoryKeeper } from './directory-keeper.ts'
import { refusalOf } from './refusal.ts'
import type { StateFeed } from './state-feed.ts'

export interface RouterParts {
  readonly info: HostInfo
  readonly directories: DirectoryKeeper
  readonly feed: StateFeed
  /** Makes what a person typed an absolute path. */
  readonly resolve: (path: string) => string
}

/** The contract's procedures on the host's parts; nothing is decided here. */
export function createRouter({ info, directories, feed, resolve }: RouterParts) {
  const os = implement(contract)
  return os.router({
    host: {
      info: os.host.info.handler(() => info),
    },
    directory: {
      open: os.directory.open.handler(({ input }) => directories.open(resolve(input.path)).catch(refusalOf)),
      openExample: os.directory.openExample.handler(() => directories.openExample().catch(refusalOf)),
      openDefault: os.directory.openDefault.handler(() => directories.open(info.defaultDirectory).catch(refusalOf)),
      choose: os.directory.choose.handler(() => directories.choose().catch(refusalOf)),
      close: os.directory.close.handler(() => directories.close()),
      setPolicy: os.directory.setPolicy.handler(({ input }) => directories.setPolicy(input.policyId).catch(refusalOf)),
      reread: os.directory.reread.handler(() => directories.reread().catch(refusalOf)),
    },
    state: {
      watch: os.state.watch.handler(({ signal }) => feed.subscribe(signal)),
    },
  })
}

export type HostRouter = ReturnType<typeof createRouter>
