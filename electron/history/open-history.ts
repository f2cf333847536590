import type { BundleInfo, HistoryState } from '../../shared/contract/history.ts'
import type { DirectoryFacts, PolicyId } from '../../shared/engine/index.ts'
import { HistoryRefused } from './history-refused.ts'
import { StateWatch } from './latest-state.ts'
import type { Retention } from './retain.ts'
import type { History } from './types.ts'
import { startWorker, type WorkerClient } from './worker-client.ts'

export interface HistoryOptions {
  /** Switchyard's database of the directory, which the host has open. */
  readonly file: string
  /** Difference of the host's clock to the machine's, in ms. */
  readonly clockShiftMs: number
  /** The log that is followed where none is named; `{date}` stands for the local day. */
  usualLog(): Promise<string>
  /** The policy of the open directory now. */
  policyId(): PolicyId
  /** What the directory says now; null: nothing. */
  facts(): DirectoryFacts | null
  /** Absent: a hundred days and two million decisions. */
  readonly retention?: Retention
  /** For defects only. */
  log(message: string, error: unknown): void
}

const DAY_MS = 86_400_000
const RETENTION: Retention = { maxAgeMs: 100 * DAY_MS, maxDecisions: 2_000_000 }
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
  let bundle: { readonly worker: WorkerClient; readonly info: BundleInfo } | null = null

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
  async function change<T>(task: (own: WorkerClient) => Promise<T>): Promise<T> {
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

  async function closeBundle(): Promise<void> {
    const closing = bundle?.worker
    bundle = null
    await closing?.close()
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
    run: (runKey) => shown().call('run', runKey, options.policyId()),
    timeline: (query) => shown().call('timeline', query),
    charts: (query) => shown().call('charts', query),
    findings: () => shown().call('findings', bundle === null ? options.facts() : null, now()),
    import: (paths) => change((own) => own.call('import', paths)),
    cancelImport: () => worker().call('cancelImport'),
    follow: ({ path, withPast }) =>
      change(async (own) => await own.call('follow', path ?? (await options.usualLog()), withPast)),
    unfollow: (sourceId) => change((own) => own.call('unfollow', sourceId)),
    forget: (sourceId) => change((own) => own.call('forget', sourceId)),
    exportRows: (input) => shown().call('exportRows', input),
    bundlePreview: noBundles,
    bundleSave: noBundles,
    bundleOpen: noBundles,
    bundleClose: noBundles,
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
      const started = startWorker({ file, clockShiftMs: options.clockShiftMs }, tell, ended)
      try {
        await started.call('state')
      } catch (error) {
        await started.close()
        throw error
      }
      bundle = { worker: started, info }
      await tellNow()
    },
    async showOwn() {
      if (bundle === null) return
      await closeBundle()
      await tellNow()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      for (const watch of watches) watch.end()
      await Promise.all([closeBundle(), own?.close()])
    },
  }
}

function noBundles(): Promise<never> {
  return Promise.reject(
    new HistoryRefused('not_possible', 'Bundles are not there yet.', 'Export the rows of the table instead.'),
  )
}
