import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { DirectoryState, HostInfo } from '../../shared/contract/types.ts'
import { defectText } from '../defect-text.ts'
import { createExampleDirectory } from '../example/index.ts'
import {
  findGateway,
  readStateDirectory,
  resolveStateDirectory,
  watchForReload,
  watchStateDirectory,
} from '../openclaw/index.ts'
import { createKnownDirectories, dataFolder as usualDataFolder } from '../own/index.ts'
import type { HttpSend } from '../providers/index.ts'
import { createKeyring, type Protectors, type SafeStoragePort } from '../vault/index.ts'
import type { Beside } from './beside.ts'
import type { Choose } from './choose.ts'
import { systemClock, type Clock } from './clock.ts'
import { createDirectoryKeeper } from './directory-keeper.ts'
import { openEditSession } from './editing/index.ts'
import { openBundle } from './open-bundle.ts'
import { openLog } from './open-log.ts'
import { createOwnDirectories } from './own-directories.ts'
import type { DirectoryPorts } from './ports.ts'
import { createRouter, type HostRouter } from './router.ts'
import { createStateFeed } from './state-feed.ts'
import { systemTimers, type Timers } from './timers.ts'
import { watchForReturn } from './watch-for-return.ts'

export interface HostOptions {
  readonly runtime: HostInfo['runtime']
  /** Version of Switchyard. */
  readonly version: string
  readonly platform?: NodeJS.Platform
  readonly clock?: Clock
  readonly timers?: Timers
  /** Environment variables that say where a state directory lies and what references in it mean. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly homeDir?: string
  /** Absolute path of the directory, support bundle or log to open at the start; null: none; absent: the usual directory. */
  readonly initialDirectory?: string | null
  /** Absolute path of what is to be opened as a log at the start, whatever it is called: a folder, too. */
  readonly initialLog?: string
  /** Opens the example at the start. */
  readonly openExample?: boolean
  /** Absent where there is no such dialog. */
  readonly choose?: Choose
  /** The other windows or tabs; absent: this one is alone. */
  readonly beside?: Beside
  /** The desktop's store for secrets; absent: there is none. */
  readonly safeStorage?: SafeStoragePort
  /** How providers are called; absent: over the network. */
  readonly send?: HttpSend
  /** Where defects are reported; they never contain anything read from a directory. */
  readonly log?: (message: string, error: unknown) => void
}

/** The part of Switchyard behind the contract: everything but windows and sockets. */
export interface Host {
  /** Answers the contract over any transport. */
  readonly router: HostRouter
  /** Resolves when the directory to start with is open or is known not to open; never rejects. */
  readonly ready: Promise<void>
  /**
   * Opens a directory in place of the open one.
   *
   * @param path absolute
   * @throws {Refusal} it cannot be opened
   */
  open(path: string): Promise<void>
  /** What is open; null: nothing is. */
  shown(): Pick<DirectoryState, 'path' | 'kind'> | null
  /** Ends every subscription, watch and timer, and removes the example. */
  close(): Promise<void>
}

/** Composes a host. It knows nothing of Electron: whoever calls this provides the transport and the dialogs. */
export function createHost(options: HostOptions): Host {
  const { clock = systemClock, timers = systemTimers, env = process.env, homeDir = homedir() } = options
  const log = options.log ?? logToStderr
  const beside = options.beside ?? null
  const platform = options.platform ?? process.platform
  const feed = createStateFeed(clock)
  const resolve = (path: string | null): string => resolveStateDirectory({ argument: path, env, homeDir })
  const defaultDirectory = resolve(null)
  const ports: DirectoryPorts = {
    clock,
    timers,
    read: (path, policyId) => readStateDirectory(path, { env, homeDir, ...(policyId === null ? {} : { policyId }) }),
    watch: watchStateDirectory,
    watchForReturn,
    log,
  }
  const dataFolder = usualDataFolder(env, platform, homeDir)
  const known = createKnownDirectories({ dataFolder, clock })
  const protectorsFor = keepersOfKeys(dataFolder, options.safeStorage ?? null)
  let remembering: Promise<void> = Promise.resolve()
  const directories = createDirectoryKeeper({
    feed,
    ports,
    openSession: (directory) =>
      openEditSession(directory, {
        clock,
        timers,
        env,
        homeDir,
        dataFolder,
        defaultDirectory,
        protectorsFor,
        find: findGateway,
        version: options.version,
        watchReload: watchForReload,
        send: options.send,
        resolve,
        log,
      }),
    onOpened: (path, kind) => {
      remembering = remembering
        .then(() => known.remember(path, kind))
        .catch((error: unknown) => log('The list of directories could not be written', error))
    },
    createExample: () => createExampleDirectory({ nowMs: clock.now() }),
    choose: options.choose,
    openBundle: (path) => openBundle(path, log),
    openLog: (path) => openLog(path, { clock, version: options.version, log }),
    showElsewhere: (path) => beside?.show(path) ?? false,
  })
  const info: HostInfo = {
    version: options.version,
    runtime: options.runtime,
    platform,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    canChooseDirectory: options.choose !== undefined,
    besideIn: beside?.place ?? null,
    clockShiftMs: clock.shiftMs ?? 0,
    defaultDirectory,
  }

  async function openFirst(): Promise<void> {
    if (options.openExample === true) return directories.openExample()
    const { initialDirectory, initialLog } = options
    if (initialLog !== undefined) await directories.openLog(initialLog)
    else if (initialDirectory !== null)
      await directories.open(initialDirectory === undefined ? defaultDirectory : resolve(initialDirectory))
  }

  return {
    router: createRouter({
      info,
      directories,
      ownDirectories: createOwnDirectories({
        directories,
        // With what was opened a moment ago.
        known: { ...known, list: () => remembering.then(() => known.list()) },
        clock,
        protectorsFor,
        resolve,
        isOpenElsewhere: (path) => beside?.isElsewhere(path) ?? false,
      }),
      beside,
      feed,
      resolve,
    }),
    // What went wrong is in the state, where a renderer shows it.
    ready: openFirst().catch(() => undefined),
    async open(path) {
      await directories.open(path)
      await remembering
    },
    shown: () => directories.shown(),
    async close() {
      feed.close()
      await directories.shutDown()
      await remembering
    },
  }
}

function logToStderr(message: string, error: unknown): void {
  process.stderr.write(`${message}: ${defectText(error)}\n`)
}

function keepersOfKeys(dataFolder: string, safeStorage: SafeStoragePort | null): (directory: string) => Protectors {
  const keyring = createKeyring()
  return (directory) => {
    // The name of a directory alone may be that of another one.
    const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
    const keyFile = { path: join(dataFolder, 'keys', `${name}.key`), directory }
    return { safeStorage, keyring, keyFile }
  }
}
