import { defineConfig } from 'vitest/config'
import { HISTORY_THREAD } from './test/support/history-thread.ts'

export default defineConfig({
  define: { HISTORY_THREAD: JSON.stringify(HISTORY_THREAD) },
  test: {
    include: ['test/{unit,property,integration}/**/*.test.ts'],
    globalSetup: 'test/support/history-thread.ts',
    // Each file has its own temporary folders and ports; two workers fill two cores.
    maxWorkers: 2,
    testTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['shared/engine/**/*.ts'],
      // The rules are what this product exists for: nearly every branch of them is told by a test.
      thresholds: { branches: 95 },
      reportsDirectory: 'test-output/coverage',
    },
  },
})
