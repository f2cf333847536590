import { defineConfig } from 'vitest/config'

/**
 * The tests that speak about the rules which are mutated: fast ones, without files or sockets. Properties are left out:
 * thousands of runs for each of thousands of mutants take hours, and a rule should not depend on luck to be noticed.
 */
export default defineConfig({
  test: {
    include: ['test/unit/{engine,rotation,window,chain,run,session,policy}*.test.ts'],
    // Reads recorded logs, which are not copied for each run.
    exclude: ['test/unit/run-log.test.ts'],
  },
})
