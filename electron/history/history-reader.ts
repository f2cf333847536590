import type { HistoryState } from '../../shared/contract/history/index.ts'
import type { PolicyId } from '../../shared/engine/index.ts'
import { StateWatch } from './latest-state.ts'
import type { HistoryReader } from './types.ts'
import type { WorkerClient } from './worker-client.ts'

/** Whoever watches the state of a history. */
export interface StateWatches {
  add(signal: AbortSignal | undefined): StateWatch
  tell(state: HistoryState): void
  /** Ends them all; who comes later is ended at once. */
  end(): void
}

/** @param stateNow asked for everybody who begins to watch */
export function createStateWatches(stateNow: () => Promise<HistoryState>): StateWatches {
  const watches = new Set<StateWatch>()
  let isEnded = false
  return {
    add(signal) {
      const abort = (): void => watch.end()
      const watch = new StateWatch((over) => {
        watches.delete(over)
        signal?.removeEventListener('abort', abort)
      })
      if (isEnded || signal?.aborted === true) watch.end()
      else {
        watches.add(watch)
        signal?.addEventListener('abort', abort, { once: true })
        stateNow().then(
          (state) => watch.push(state),
          () => watch.end(),
        )
      }
      return watch
    },
    tell(state) {
      for (const watch of watches) watch.push(state)
    },
    end() {
      isEnded = true
      for (const watch of watches) watch.end()
    },
  }
}

/** What can be asked of a stored history as it is; `policyId` says by which rules a run is explained. */
export function historyReader(
  worker: () => WorkerClient,
  watches: StateWatches,
  policyId: () => PolicyId,
): Omit<HistoryReader, 'findings'> {
  return {
    watch: (signal) => watches.add(signal),
    page: (query) => worker().call('page', query),
    facets: (filter) => worker().call('facets', filter),
    run: (runKey) => worker().call('run', runKey, policyId()),
    timeline: (query) => worker().call('timeline', query),
    charts: (query) => worker().call('charts', query),
    exportRows: (input) => worker().call('exportRows', input),
    views: () => worker().call('views'),
  }
}
