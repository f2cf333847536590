/**
 * Runs an asynchronous task one at a time. A request that arrives while it runs causes one more run, however many requests
 * there are, so that the last run always started after the last request.
 */
export interface SingleFlight {
  /** Resolves when a run that started after this request has ended; rejects when that run failed. */
  request(): Promise<void>
  /** Resolves when nothing runs and nothing waits to run. */
  idle(): Promise<void>
}

export function createSingleFlight(task: () => Promise<void>): SingleFlight {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function start(): Promise<void> {
    const run = task().finally(() => {
      if (running === run) running = null
    })
    running = run
    return run
  }

  async function idle(): Promise<void> {
    const current = next ?? running
    if (current === null) return
    await current.catch(() => undefined)
    return idle()
  }

  return {
    request() {
      if (running === null) return start()
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null
          return start()
        })
      return next
    },
    idle,
  }
}
