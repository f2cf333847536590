import type { DirectoryState, HostState } from '../../shared/contract/types.ts'
import type { PolicyId } from '../../shared/engine/index.ts'
import { isOwnDirectory } from '../own/index.ts'
import type { EditSession } from './editing/index.ts'
import { openDirectory, type OpenDirectory } from './open-directory.ts'
import type { DirectoryPorts } from './ports.ts'
import { openRefusal, Refusal } from './refusal.ts'
import { StoreRefused } from '../store/index.ts'
import type { StateFeed } from './state-feed.ts'

/** A directory that the host made itself and removes when it is closed. */
export interface TemporaryDirectory {
  readonly path: string
  remove(): Promise<void>
}

export interface KeeperOptions {
  readonly feed: StateFeed
  readonly ports: DirectoryPorts
  /** Writes the example to a private temporary directory. */
  readonly createExample: () => Promise<TemporaryDirectory>
  readonly chooseDirectory: (() => Promise<string | null | undefined>) | undefined
  /** Brings a directory to the front that another window shows; false: none does. */
  readonly showElsewhere: (path: string) => boolean
  /** Prepares what can be done to a directory that was just opened. */
  readonly openSession: (directory: OpenDirectory) => Promise<EditSession>
  /** Called with every directory that is open now, but not with one that the host made itself for a while. */
  readonly onOpened: (path: string, kind: 'own' | 'attached') => void
}

/**
 * Which directory is open. Its operations run one after the other; a directory that cannot be opened never takes the place of
 * one that is open.
 */
export interface DirectoryKeeper {
  /** `path` null: another window shows it. */
  open(path: string): Promise<Opened>
  openExample(): Promise<void>
  /** `path` null: cancelled, or another window shows it. */
  choose(): Promise<Opened>
  close(): Promise<void>
  setPolicy(policyId: PolicyId | null): Promise<void>
  reread(): Promise<void>
  /** What can be done to the open directory. */
  session(): EditSession
  /** What is open; null: nothing is. */
  shown(): Pick<DirectoryState, 'path' | 'kind'> | null
  /** Closes for good: nothing can be opened any more. */
  shutDown(): Promise<void>
}

interface Opened {
  readonly path: string | null
}

interface Current {
  readonly directory: OpenDirectory
  readonly session: EditSession
  /** Removes the directory if the host made it. */
  readonly dispose: () => Promise<void>
}

export function createDirectoryKeeper(options: KeeperOptions): DirectoryKeeper {
  const { feed, ports, createExample, chooseDirectory, showElsewhere, openSession, onOpened } = options
  let current: Current | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let isShutDown = false

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = queue.then(() => {
      if (isShutDown) throw new Error('The host is closed')
      return task()
    })
    queue = turn.catch(() => undefined)
    return turn
  }

  /** While a directory is open it stays on screen until the next one is there. */
  function show(state: HostState): void {
    if (current === null) feed.replace(state)
  }

  /** Opens a directory in place of the current one, or throws and leaves everything as it was. */
  async function replaceCurrent(
    path: string,
    kind: DirectoryState['kind'],
    dispose: Current['dispose'],
  ): Promise<void> {
    const directory = await openDirectory({ path, kind, ports })
    if ('code' in directory) throw openRefusal(directory)
    const session = await openSession(directory).catch(async (error: unknown) => {
      await directory.close()
      throw cannotRemember(path, error)
    })
    const before = current
    current = { directory, session, dispose }
    feed.replace({ kind: 'open', directory: directory.state })
    session.follow(directory.state)
    directory.follow((state, change) => {
      feed.advance({ kind: 'open', directory: state }, change)
      session.follow(state)
    })
    await discard(before)
  }

  async function discard(old: Current | null): Promise<void> {
    await old?.directory.close()
    await old?.session.close()
    await old?.dispose().catch((error: unknown) => ports.log('A temporary directory could not be removed', error))
  }

  async function openAttached(path: string): Promise<Opened> {
    if (showElsewhere(path)) return { path: null }
    show({ kind: 'opening', path })
    try {
      const kind = isOwnDirectory(path) ? 'own' : 'attached'
      // Its database is opened once: what was open of it is closed first.
      if (kind === 'own' && current?.directory.state.path === path) await close()
      await replaceCurrent(path, kind, () => Promise.resolve())
      onOpened(path, kind)
      return { path }
    } catch (error) {
      const failure = error instanceof Refusal ? error.data.failure : null
      show({ kind: 'none', failure })
      throw error
    }
  }

  async function openExample(): Promise<void> {
    show({ kind: 'opening', path: '' })
    const example = await createExample().catch((error: unknown) => {
      ports.log('The example could not be written', error)
      show({ kind: 'none', failure: null })
      throw new Refusal('EXAMPLE_FAILED', 'The example could not be written to a temporary folder.', {
        hint: 'Check that the folder for temporary files exists, can be written to and has room.',
        cause: error,
      })
    })
    try {
      await replaceCurrent(example.path, 'example', () => example.remove())
    } catch (error) {
      await example.remove()
      show({ kind: 'none', failure: error instanceof Refusal ? error.data.failure : null })
      throw error
    }
  }

  async function choose(): Promise<Opened> {
    if (chooseDirectory === undefined) {
      throw new Refusal('NO_DIALOG', 'There is no folder dialog here.', {
        hint: 'Type the path of the directory instead.',
      })
    }
    // The dialog may stay open for as long as it likes: nothing waits for it.
    const path = (await chooseDirectory()) ?? null
    return path === null ? { path } : await inTurn(() => openAttached(path))
  }

  async function close(): Promise<void> {
    const before = current
    current = null
    feed.replace({ kind: 'none', failure: null })
    await discard(before)
  }

  function opened(): Current {
    if (current !== null) return current
    throw new Refusal('NO_DIRECTORY', 'No directory is open.', { hint: 'Open a state directory first.' })
  }

  return {
    open: (path) => inTurn(() => openAttached(path)),
    openExample: () => inTurn(openExample),
    choose,
    close: () => inTurn(close),
    setPolicy: (policyId) => inTurn(async () => opened().directory.setPolicy(policyId)),
    reread: () => inTurn(() => opened().directory.reread()),
    session: () => opened().session,
    shown: () => current?.directory.state ?? null,
    async shutDown() {
      isShutDown = true
      await queue
      await close()
    },
  }
}

/** The database of an own directory holds its secrets: without it the directory is of no use. */
function cannotRemember(path: string, error: unknown): unknown {
  if (!(error instanceof StoreRefused)) return error
  return openRefusal({ path, code: 'unreadable', message: error.message, hint: error.hint })
}
