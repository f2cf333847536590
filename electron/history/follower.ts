import { existsSync } from 'node:fs'
import { addCounts, followLog, LOG_DATE, logOn, NO_COUNTS } from '../logs/index.ts'
import type { HistoryEngine } from './history-engine.ts'
import type { Following } from './sources.ts'

/** Takes in what is written to logs, as long as they are followed; after a restart from where they were left. */
export interface Follower {
  /**
   * Resolves when what comes from then on will be taken in.
   *
   * @param path `{date}` stands for the day
   */
  follow(path: string, withPast: boolean): Promise<void>
  unfollow(source: number): void
  /** Goes on with what was followed before. */
  resume(): void
  /** Resolves when nothing is read any more. */
  close(): Promise<void>
}

const DATED_LOG = /^(.*openclaw(?:-[\w.]+)*-)\d{4}-\d{2}-\d{2}(\.log)$/

export function createFollower(engine: HistoryEngine, now: () => number, onChange: () => void): Follower {
  const running = new Map<number, { readonly stop: AbortController; readonly done: Promise<void> }>()

  async function run(
    source: number,
    following: Following,
    from: 'end' | 'start',
    { signal, began }: { readonly signal: AbortSignal; readonly began: () => void },
  ): Promise<void> {
    const { sources } = engine
    const before = sources.list().find(({ id }) => id === source)
    const followed = followLog({
      fileNow: (nowMs) => logOn(following.path, nowMs),
      now,
      from: following.position ?? from,
      signal,
    })
    let known = 0
    let bytes = before?.bytes ?? 0
    let offset: number | null = following.position?.offset ?? null
    for await (const batch of followed) {
      const stored = batch.events.length === 0 ? null : engine.ingest(batch.events, source)
      known += stored?.known ?? 0
      const position = batch.position
      if (position !== null) {
        bytes += Math.max(0, position.offset - (offset ?? position.offset))
        offset = position.offset
      }
      const counts = addCounts(before?.counts ?? NO_COUNTS, { ...batch.counts, known })
      sources.update(source, { bytes, counts, firstMs: stored?.firstMs ?? null, lastMs: stored?.lastMs ?? null })
      if (!signal.aborted) sources.follow(source, batch.problem === null ? { path: following.path, position } : null)
      began()
      onChange()
    }
  }

  /** @param began called when the log is open; it may not be there yet */
  function start(source: number, following: Following, from: 'end' | 'start', began = (): void => {}): void {
    if (running.has(source)) return began()
    const stop = new AbortController()
    engine.sources.follow(source, following)
    const done = run(source, following, from, { signal: stop.signal, began })
      .catch(() => {
        // It cannot be followed any more; the list of sources says so.
        if (!stop.signal.aborted) engine.sources.follow(source, null)
      })
      .finally(() => {
        running.delete(source)
        began()
        if (!stop.signal.aborted) onChange()
      })
    running.set(source, { stop, done })
    onChange()
  }

  return {
    follow(path, withPast) {
      const pattern = patternOf(path, now())
      const source = engine.sourceOf('live', pattern)
      return new Promise((resolve) => {
        start(source, { path: pattern, position: null }, withPast ? 'start' : 'end', resolve)
        if (!existsSync(logOn(pattern, now()))) resolve()
      })
    },
    unfollow(source) {
      running.get(source)?.stop.abort()
      engine.sources.follow(source, null)
      onChange()
    },
    resume() {
      for (const { id, following } of engine.sources.followed()) start(id, following, 'end')
    },
    async close() {
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** A log with today's date in its name goes on under tomorrow's. */
function patternOf(path: string, nowMs: number): string {
  const dated = DATED_LOG.exec(path)
  const pattern = dated === null ? path : `${dated[1] ?? ''}${LOG_DATE}${dated[2] ?? ''}`
  return logOn(pattern, nowMs) === path ? pattern : path
}
