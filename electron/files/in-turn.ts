const lastByKey = new Map<string, Promise<unknown>>()

/**
 * Runs tasks with the same key one after the other, in the order in which they were handed in; tasks with different keys
 * do not wait for each other. A task must not wait for another one of its own key.
 */
export async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = lastByKey.get(key) ?? Promise.resolve()
  const run = before.then(task)
  const settled = run.catch(() => undefined)
  lastByKey.set(key, settled)
  try {
    return await run
  } finally {
    if (lastByKey.get(key) === settled) lastByKey.delete(key)
  }
}
