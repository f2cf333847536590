/** Runs one task for a key at a time; who asks while it runs gets the outcome of that run. */
export interface SingleFlightMap<T> {
  run(key: readonly string[], task: () => Promise<T>): Promise<T>
  /** How many tasks are running. */
  readonly size: number
}

export function createSingleFlightMap<T>(): SingleFlightMap<T> {
  const running = new Map<string, Promise<T>>()
  return {
    run(key, task) {
      const name = JSON.stringify(key)
      const current = running.get(name)
      if (current) return current
      const run = (async () => task())().finally(() => running.delete(name))
      running.set(name, run)
      return run
    },
    get size() {
      return running.size
    },
  }
}
