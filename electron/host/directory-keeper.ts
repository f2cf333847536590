import type { DirectoryState, HostState, OpenFailure } from '../../shared/contract/types.ts'
import type { PolicyId } from '../../shared/engine/index.ts'
import { isBundleFile } from '../bundle/index.ts'
import type { HistoryApi } from '../history/index.ts'
import { isOwnDirectory } from '../own/index.ts'
import type { Choosable, Choose } from './choose.ts'
import type { DirectoryRecords } from './directory-records.ts'
import type { EditSession } from './editing/index.ts'
import { openDirectory, type OpenDirectory } from './open-directory.ts'
import { isLogFile } from './open-log.ts'
import type { DirectoryPorts } from './ports.ts'
import { openRefusal, Refusal } from './refusal.ts'
import { StoreRefused } from '../store/index.ts'
import type { StateFeed } from './state-feed.ts'
import type { OpenRecords } from './without-directory.ts'

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
  readonly choose: Choose | undefined
  /** Opens a support bundle, or refuses it. */
  readonly openBundle: (path: string) => Promise<OpenRecords>
  /** Opens a log by itself, or refuses it. */
  readonly openLog: (path: string) => Promise<OpenRecords>
  /** Brings a directory to the front that another window shows; false: none does. */
  readonly showElsewhere: (path: string) => boolean
  /** Prepares what can be done to a directory that was just opened. */
  readonly openSession: (directory: OpenDirectory) => Promise<EditSession>
  /** Called with every directory that is open now, but not with one that the host made itself for a while. */
  readonly onOpened: (path: string, kind: 'own' | 'attached') => void
}

/**
 * Which directory is open, or which support bundle or log in the place of one. Its operations run one after the other; what
 * cannot be opened never takes the place of what is open.
 */
export interface DirectoryKeeper {
  /** A state directory, or a file that is meant as a bundle or a log. `path` null: another window shows it. */
  open(path: string): Promise<Opened>
  /** `path` null: another window shows it. */
  openBundle(path: string): Promise<Opened>
  /** `path` null: another window shows it. */
  openLog(path: string): Promise<Opened>
  openExample(): Promise<void>
  /** `path` null: cancelled, or another window shows it. */
  choose(what: Choosable): Promise<Opened>
  /** Closes what is open. Behind a bundle or a log, what was open before it is opened again. */
  close(): Promise<void>
  setPolicy(policyId: PolicyId | null): Promise<void>
  reread(): Promise<void>
  /** What can be done to the open directory. @throws {Refusal} `NOT_EDITABLE`: no directory is open, but a bundle or a log */
  session(): EditSession
  /** A history that can grow. @throws {Refusal} `NOT_EDITABLE`: that of the open bundle cannot */
  history(): HistoryApi
  /** What can be looked up about what is open. */
  records(): DirectoryRecords
  /** What is open; null: nothing is. */
  shown(): Pick<DirectoryState, 'path' | 'kind'> | null
  /** Closes for good: nothing can be opened any more. */
  shutDown(): Promise<void>
}

interface Opened {
  readonly path: string | null
}

interface Current {
  readonly directory: OpenDirectory | OpenRecords
  /** null: it is no directory, but lies in the place of one. */
  readonly session: EditSession | null
  /** null: it cannot grow. */
  readonly history: HistoryApi | null
  readonly records: DirectoryRecords
  /** Removes the directory if the host made it. */
  readonly dispose: () => Promise<void>
}

export function createDirectoryKeeper(options: KeeperOptions): DirectoryKeeper {
  const { feed, ports, createExample, showElsewhere, openSession, onOpened } = options
  let current: Current | null = null
  /** Opens again the directory that was open before; null: there was none, or one is open now. */
  let goBack: (() => Promise<void>) | null = null
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
    current = { directory, session, history: session.history, records: session, dispose }
    goBack = null
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
    await old?.session?.close()
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

  async function openInPlace(path: string, open: (path: string) => Promise<OpenRecords>): Promise<Opened> {
    if (showElsewhere(path)) return { path: null }
    show({ kind: 'opening', path })
    try {
      const place = await open(path)
      const before = current
      // Behind one that takes the place of another lies the same directory.
      if (before === null || before.session !== null)
        goBack = before === null ? null : wayBackTo(before.directory.state)
      const { records, history } = place
      current = { directory: place, session: null, history, records, dispose: () => Promise.resolve() }
      feed.replace({ kind: 'open', directory: place.state })
      place.follow((state, change) => feed.advance({ kind: 'open', directory: state }, change))
      await discard(before)
      return { path }
    } catch (error) {
      show({ kind: 'none', failure: error instanceof Refusal ? error.data.failure : null })
      throw error
    }
  }

  function wayBackTo({ kind, path, policySource, facts }: DirectoryState): () => Promise<void> {
    return async () => {
      if (kind === 'example') await openExample()
      // Another window may show it by now.
      else if ((await openAttached(path)).path === null) return close()
      if (policySource === 'chosen') await opened().directory.setPolicy(facts.policyId)
    }
  }

  const openBundle = (path: string): Promise<Opened> => openInPlace(path, options.openBundle)
  const openLog = (path: string): Promise<Opened> => openInPlace(path, options.openLog)

  async function choose(what: Choosable): Promise<Opened> {
    if (options.choose === undefined) {
      throw new Refusal('NO_DIALOG', 'There is no dialog for folders and files here.', {
        hint: 'Type the path instead.',
      })
    }
    // The dialog may stay open for as long as it likes: nothing waits for it.
    const path = (await options.choose(what)) ?? null
    const open = { directory: openAny, bundle: openBundle, log: openLog }[what]
    return path === null ? { path } : await inTurn(() => open(path))
  }

  async function openAny(path: string): Promise<Opened> {
    if (await isBundleFile(path)) return await openBundle(path)
    return (await isLogFile(path)) ? await openLog(path) : await openAttached(path)
  }

  async function close(failure: OpenFailure | null = null): Promise<void> {
    const before = current
    current = null
    goBack = null
    feed.replace({ kind: 'none', failure })
    await discard(before)
  }

  /** A bundle or log stays on screen until what was open before is there, or is known not to open any more. */
  async function closeOrGoBack(): Promise<void> {
    try {
      await (goBack ?? close)()
    } catch (error) {
      await close(error instanceof Refusal ? error.data.failure : null)
    }
  }

  function opened(): Current {
    if (current !== null) return current
    throw new Refusal('NO_DIRECTORY', 'No directory is open.', { hint: 'Open a state directory first.' })
  }

  return {
    open: (path) => inTurn(() => openAny(path)),
    openBundle: (path) => inTurn(() => openBundle(path)),
    openLog: (path) => inTurn(() => openLog(path)),
    openExample: () => inTurn(openExample),
    choose,
    close: () => inTurn(closeOrGoBack),
    setPolicy: (policyId) => inTurn(async () => opened().directory.setPolicy(policyId)),
    reread: () => inTurn(() => opened().directory.reread()),
    session() {
      const { session, directory } = opened()
      return session ?? refuseEdit(directory.state.kind)
    },
    history() {
      const { history, directory } = opened()
      return history ?? refuseEdit(directory.state.kind)
    },
    records: () => opened().records,
    shown: () => current?.directory.state ?? null,
    async shutDown() {
      isShutDown = true
      await queue
      await close()
    },
  }
}

function refuseEdit(kind: DirectoryState['kind']): never {
  if (kind === 'log')
    throw new Refusal('NOT_EDITABLE', 'A log is open by itself, without a directory that could be edited.', {
      hint: 'Open the state directory first.',
    })
  throw new Refusal('NOT_EDITABLE', 'A support bundle is open, which can only be read.', {
    hint: 'Close the bundle first.',
  })
}

/** The database of an own directory holds its secrets: without it the directory is of no use. */
function cannotRemember(path: string, error: unknown): unknown {
  if (!(error instanceof StoreRefused)) return error
  return openRefusal({ path, code: 'unreadable', message: error.message, hint: error.hint })
}
