import { homedir, hostname, userInfo } from 'node:os'
import nodePath from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { BundleOptions, BundlePreview, BundleProgress, HistoryState } from '../../shared/contract/history/index.ts'
import { BundleRefused, createBundleDesk, type BundleRefusalCode } from '../bundle/index.ts'
import type { BundleContext } from './bundle-source.ts'
import { exportRows } from './export-rows.ts'
import { createFollower } from './follower.ts'
import { openHistoryEngine } from './history-engine.ts'
import { HistoryRefused, type HistoryRefusalCode } from './history-refused.ts'
import { createImporter } from './importer.ts'
import type { WorkerApi, WorkerStart } from './worker-protocol.ts'

/** The functions of a thread, each of which may take its time. */
export type Service = {
  readonly [K in keyof WorkerApi]: (
    ...args: Parameters<WorkerApi[K]>
  ) => ReturnType<WorkerApi[K]> | Promise<ReturnType<WorkerApi[K]>>
}

/** Told at most this often. */
const STATE_EVERY_MS = 100

/** A history with all that goes on in it. `onState` is called when something changed, at most ten times a second. */
export function createHistoryService(start: WorkerStart, onState: (state: HistoryState) => void): Service {
  const engine = openHistoryEngine(start.file)
  const now = (): number => Date.now() + start.clockShiftMs
  let timer: NodeJS.Timeout | null = null
  let lastSentMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  function changed(): void {
    if (timer !== null || isClosed) return
    const waitMs = Math.max(0, lastSentMs + STATE_EVERY_MS - performance.now())
    timer = setTimeout(() => {
      timer = null
      lastSentMs = performance.now()
      if (!isClosed) onState(state())
    }, waitMs)
  }

  const importer = createImporter(engine, changed)
  const follower = createFollower(engine, now, changed)
  follower.resume()
  const desk = createBundleDesk()

  let bundling: BundleProgress | null = null
  const bundleJobs = new Map<number, AbortController>()

  async function bundlePreview(
    options: BundleOptions,
    context: BundleContext,
    { signal }: AbortController,
  ): Promise<BundlePreview> {
    const source = await engine.bundleSource(context, options, privateWords())
    const { totalRecords } = source
    const onRecords = (records: number): void => {
      bundling = { records, totalRecords }
      changed()
    }
    onRecords(0)
    // Whoever changed their mind meanwhile is heard first.
    await setImmediate()
    return await desk.preview(source, options, { signal, onRecords })
  }

  const state = (): HistoryState => ({ ...engine.state(), importing: importer.progress, bundling })

  return {
    state,
    page: (query) => engine.page(query),
    facets: (filter) => engine.facets(filter),
    run: (runKey, policyId) => engine.run(runKey, policyId),
    timeline: (query) => engine.timeline(query),
    charts: (query) => engine.charts(query),
    findings: (facts, nowMs) => engine.findings(facts, nowMs),
    import(paths) {
      importer.start(paths.map((path) => ({ kind: 'path', path })))
      return state()
    },
    cancelImport: () => importer.cancel(),
    follow: (path, withPast) => follower.follow(path, withPast),
    unfollow: (source) => follower.unfollow(source),
    forget(source) {
      if (source !== null) follower.unfollow(source)
      engine.forget(source)
      changed()
    },
    async exportRows(input) {
      return await exportRows(input, await engine.rows(input.filter))
    },
    async bundlePreview(options, context, job) {
      const controller = new AbortController()
      bundleJobs.set(job, controller)
      try {
        return await inHistoryWords(() => bundlePreview(options, context, controller))
      } finally {
        bundleJobs.delete(job)
        bundling = null
        changed()
      }
    },
    bundleCancel: (job) => bundleJobs.get(job)?.abort(),
    bundleSave: (input) => inHistoryWords(() => desk.save(input)),
    takeBundle: (path) => inHistoryWords(() => engine.takeBundle(path)),
    views: () => engine.views.list(),
    saveView: (input) => engine.views.save(input),
    removeView: (id) => engine.views.remove(id),
    record(kind, name, events) {
      const source = engine.sourceOf(kind, name)
      const { firstMs, lastMs, known } = engine.ingest(events, source)
      const before = engine.sources.list().find(({ id }) => id === source)
      if (before !== undefined) {
        const counts = {
          ...before.counts,
          records: before.counts.records + events.length,
          known: before.counts.known + known,
        }
        engine.sources.update(source, { bytes: before.bytes, counts, firstMs, lastMs })
      }
      changed()
    },
    knowProfiles(ids) {
      engine.knowProfiles(ids)
      changed()
    },
    async retain(retention, nowMs) {
      await engine.loaded()
      if (isClosed) return
      if (engine.retain(retention, nowMs) > 0) changed()
    },
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      importer.cancel()
      await follower.close()
      await importer.finished()
      await desk.close()
      engine.close()
    },
  }
}

/** Names of this machine and of whoever uses it. */
function privateWords(): readonly string[] {
  const words = [hostname(), hostname().split('.')[0] ?? '', nodePath.basename(homedir())]
  try {
    words.push(userInfo().username)
  } catch {
    // A user without a name has none that could be told.
  }
  return [...new Set(words)]
}

const CODES: Readonly<Record<BundleRefusalCode, HistoryRefusalCode>> = {
  not_a_bundle: 'invalid',
  newer_version: 'invalid',
  damaged: 'invalid',
  too_large: 'invalid',
  exists: 'invalid',
  unreadable: 'not_found',
  write_failed: 'write_failed',
  no_preview: 'not_found',
  cancelled: 'not_possible',
}

async function inHistoryWords<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof BundleRefused ? new HistoryRefused(CODES[error.code], error.message, error.hint) : error
  }
}
