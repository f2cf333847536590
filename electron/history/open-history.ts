import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts, PolicyId } from '../../shared/engine/index.ts'
import { createStateWatches, historyReader } from './history-reader.ts'
import type { Retention } from './retain.ts'
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
  /** Absent: four hundred days and two million decisions; null: nothing is ever removed. */
  readonly retention?: Retention | null
  /** For defects only. */
  log(message: string, error: unknown): void
}

const DAY_MS = 86_400_000
const RETENTION: Retention = { maxAgeMs: 400 * DAY_MS, maxDecisions: 2_000_000 }
const ENGINE_SOURCE = 'Switchyard'

/**
 * The history of a state directory, in a thread of its own that starts with the first question. Never throws: what is wrong
 * with the database is told by every question.
 */
export function openHistory(options: HistoryOptions): History {
  const { retention = RETENTION } = options
  const watches = createStateWatches(() => worker().call('state'))
  const now = (): number => Date.now() + options.clockShiftMs
  let profileIds: readonly string[] = []
  let isClosed = false
  let lastJob = 0
  let started: WorkerClient | null = null

  function worker(): WorkerClient {
    if (started !== null) return started
    started = startWorker(
      { file: options.file, clockShiftMs: options.clockShiftMs },
      (state) => watches.tell(state),
      (error) => {
        if (isClosed) return
        options.log('The history ended', error)
        watches.end()
      },
    )
    void quietly(started.call('knowProfiles', profileIds))
    if (retention !== null) void quietly(started.call('retain', retention, now()))
    return started
  }

  async function quietly(task: Promise<void>): Promise<void> {
    try {
      await task
    } catch (error) {
      if (!isClosed) options.log('The history could not be kept', error)
    }
  }

  return {
    ...historyReader(worker, watches, () => options.policyId()),
    findings: () => worker().call('findings', options.facts(), now()),
    import: (paths) => worker().call('import', paths),
    cancelImport: () => worker().call('cancelImport'),
    follow: ({ path, withPast }) => worker().call('follow', path ?? options.usualLog(), withPast),
    unfollow: (sourceId) => worker().call('unfollow', sourceId),
    forget: (sourceId) => worker().call('forget', sourceId),
    async bundlePreview(chosen, signal) {
      const context = {
        facts: options.facts(),
        problems: options.problems?.() ?? [],
        consoleVersion: options.consoleVersion ?? 'unknown',
        nowMs: now(),
      }
      const job = ++lastJob
      const making = worker().call('bundlePreview', chosen, context, job)
      const cancel = (): void => void quietly(worker().call('bundleCancel', job))
      if (signal?.aborted === true) cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        return await making
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    bundleSave: (input) => worker().call('bundleSave', input),
    saveView: (input) => worker().call('saveView', input),
    removeView: (id) => worker().call('removeView', id),
    record: (events) => worker().call('record', 'engine', ENGINE_SOURCE, events),
    async knowProfiles(ids) {
      if (ids.length === profileIds.length && ids.every((id, at) => id === profileIds[at])) return
      profileIds = [...ids]
      if (started !== null) await quietly(started.call('knowProfiles', profileIds))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      watches.end()
      await started?.close()
    },
  }
}
