import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,property,integration}/**/*.test.ts'],
    // Each file has its own temporary folders and ports; two workers fill two cores.
    maxWorkers: 2,
    testTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['shared/**/*.ts', 'electron/**/*.ts'],
      reportsDirectory: 'test-output/coverage',
    },
  },
})
