import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import nodePath from 'node:path'
import type { BundleInfo, Finding, HistoryState } from '../../shared/contract/history.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts, PolicyId } from '../../shared/engine/index.ts'
import { HistoryRefused } from './history-refused.ts'
import { StateWatch } from './latest-state.ts'
import type { Retention } from './retain.ts'
import type { TakenBundle } from './take-bundle.ts'
import type { History } from './types.ts'
import { startWorker, type WorkerClient } from './worker-client.ts'

export interface HistoryOptions {
  /** Switchyard's database of the directory, which the host has open. */
  readonly file: string
  /** Difference of the host's clock to the machine's, in ms. */
  readonly clockShiftMs: number
  /** The log that is followed where none is named; `{date}` stands for the local day. */
  usualLog(): string
  /** The policy of the open directory now. */
  policyId(): PolicyId
  /** What the directory says now; null: nothing. */
  facts(): DirectoryFacts | null
  /** What is wrong with the files of the directory; a bundle tells of it. */
  problems?(): readonly Problem[]
  /** That of the console, for bundles. */
  readonly consoleVersion?: string
  /** Absent: four hundred days and two million decisions. */
  readonly retention?: Retention
  /** For defects only. */
  log(message: string, error: unknown): void
}

/** A bundle in place of the directory's own history. */
interface ShownBundle {
  readonly worker: WorkerClient
  readonly info: BundleInfo
  /** null: it was stored by somebody else. */
  readonly taken: TakenBundle | null
  /** Holds its database, and goes with it. */
  readonly folder: string | null
}

const DAY_MS = 86_400_000
const RETENTION: Retention = { maxAgeMs: 400 * DAY_MS, maxDecisions: 2_000_000 }
const ENGINE_SOURCE = 'Switchyard'

/**
 * The history of a state directory, in a thread of its own that starts with the first question. Never throws: what is wrong
 * with the database is told by every question.
 */
export function openHistory(options: HistoryOptions): History {
  const watches = new Set<StateWatch>()
  const now = (): number => Date.now() + options.clockShiftMs
  let profileIds: readonly string[] = []
  let isClosed = false
  let own: WorkerClient | null = null
  let bundle: ShownBundle | null = null

  function worker(): WorkerClient {
    if (own !== null) return own
    const started = startWorker(
      { file: options.file, clockShiftMs: options.clockShiftMs },
      (state) => {
        if (bundle === null) tell(state)
      },
      ended,
    )
    own = started
    void quietly(started.call('knowProfiles', profileIds))
    void quietly(started.call('retain', options.retention ?? RETENTION, now()))
    return started
  }

  /** What is shown: the directory's own history, or a bundle in its place. */
  function shown(): WorkerClient {
    return bundle?.worker ?? worker()
  }

  /** What changes the history is not for a bundle. */
  async function change<T>(task: (of: WorkerClient) => Promise<T>): Promise<T> {
    if (bundle !== null)
      throw new HistoryRefused('not_possible', 'A bundle is shown, which cannot be changed.', 'Close the bundle first.')
    return await task(worker())
  }

  function ended(error: unknown): void {
    if (isClosed) return
    options.log('The history ended', error)
    for (const watch of watches) watch.end()
  }

  async function quietly(task: Promise<void>): Promise<void> {
    try {
      await task
    } catch (error) {
      if (!isClosed) options.log('The history could not be kept', error)
    }
  }

  function tell(state: HistoryState): void {
    const seen = bundle === null ? state : { ...state, bundle: bundle.info }
    for (const watch of watches) watch.push(seen)
  }

  async function tellNow(): Promise<void> {
    tell(await shown().call('state'))
  }

  /** While a bundle is taken in, it is not shown yet. */
  function tellBundle(state: HistoryState): void {
    if (bundle !== null) tell(state)
  }

  async function showOwn(): Promise<void> {
    if (bundle === null) return
    await closeBundle()
    await tellNow()
  }

  async function closeBundle(): Promise<void> {
    const closing = bundle
    bundle = null
    await closing?.worker.close()
    if (closing?.folder != null) await rm(closing.folder, { recursive: true, force: true })
  }

  return {
    watch(signal) {
      const abort = (): void => watch.end()
      const watch = new StateWatch((over) => {
        watches.delete(over)
        signal?.removeEventListener('abort', abort)
      })
      if (isClosed || signal?.aborted === true) watch.end()
      else {
        watches.add(watch)
        signal?.addEventListener('abort', abort, { once: true })
        shown()
          .call('state')
          .then(
            (state) => watch.push(bundle === null ? state : { ...state, bundle: bundle.info }),
            () => watch.end(),
          )
      }
      return watch
    },
    page: (query) => shown().call('page', query),
    facets: (filter) => shown().call('facets', filter),
    run: (runKey) => shown().call('run', runKey, bundle?.taken?.policyId ?? options.policyId()),
    timeline: (query) => shown().call('timeline', query),
    charts: (query) => shown().call('charts', query),
    // Those of a bundle were made where more is known than what got into it.
    findings: async (): Promise<readonly Finding[]> =>
      bundle?.taken?.findings ?? (await shown().call('findings', bundle === null ? options.facts() : null, now())),
    import: (paths) => change((of) => of.call('import', paths)),
    cancelImport: () => worker().call('cancelImport'),
    follow: ({ path, withPast }) => change(async (of) => await of.call('follow', path ?? options.usualLog(), withPast)),
    unfollow: (sourceId) => change((of) => of.call('unfollow', sourceId)),
    forget: (sourceId) => change((of) => of.call('forget', sourceId)),
    exportRows: (input) => shown().call('exportRows', input),
    bundlePreview: (chosen) =>
      change((thread) =>
        thread.call('bundlePreview', chosen, {
          facts: options.facts(),
          problems: options.problems?.() ?? [],
          consoleVersion: options.consoleVersion ?? 'unknown',
          nowMs: now(),
        }),
      ),
    bundleSave: (input) => worker().call('bundleSave', input),
    async bundleOpen(path) {
      // Only its owner may look into a folder that is made this way.
      const folder = await mkdtemp(nodePath.join(tmpdir(), 'switchyard-shown-'))
      const file = nodePath.join(folder, 'switchyard.sqlite')
      const started = startWorker({ file, clockShiftMs: options.clockShiftMs }, tellBundle, ended)
      try {
        const taken = await started.call('takeBundle', path)
        await closeBundle()
        bundle = { worker: started, info: taken.info, taken, folder }
      } catch (error) {
        await started.close()
        await rm(folder, { recursive: true, force: true })
        throw error
      }
      await tellNow()
    },
    bundleClose: showOwn,
    views: () => worker().call('views'),
    saveView: (input) => worker().call('saveView', input),
    removeView: (id) => worker().call('removeView', id),
    record: (events) => worker().call('record', 'engine', ENGINE_SOURCE, events),
    async knowProfiles(ids) {
      if (ids.length === profileIds.length && ids.every((id, at) => id === profileIds[at])) return
      profileIds = [...ids]
      if (own !== null) await quietly(own.call('knowProfiles', profileIds))
    },
    async showBundle({ file, info }) {
      await closeBundle()
      const started = startWorker({ file, clockShiftMs: options.clockShiftMs }, tellBundle, ended)
      try {
        await started.call('state')
      } catch (error) {
        await started.close()
        throw error
      }
      bundle = { worker: started, info, taken: null, folder: null }
      await tellNow()
    },
    showOwn,
    shownFacts: () => bundle?.taken?.facts ?? null,
    async close() {
      if (isClosed) return
      isClosed = true
      for (const watch of watches) watch.end()
      await Promise.all([closeBundle(), own?.close()])
    },
  }
}
