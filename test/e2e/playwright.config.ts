import path from 'node:path'

import { defineConfig } from '@playwright/test'

import type { ConsoleFixtures } from './fixtures.ts'

const outputFolder = path.resolve(import.meta.dirname, '..', '..', 'test-output')

/** Every spec runs twice, in the desktop app and in a browser, unless its name says that it is about one of them. Nothing is retried, as a flaky test is a broken one. */
export default defineConfig<object, ConsoleFixtures>({
  testDir: import.meta.dirname,
  outputDir: path.join(outputFolder, 'e2e'),
  globalSetup: path.join(import.meta.dirname, 'global-setup.ts'),
  // Two of these at a time would compete for the cores and disturb each other.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: { screenshot: 'only-on-failure' },
  projects: [
    { name: 'electron', use: { edition: 'electron' }, testIgnore: '**/browser-*.spec.ts' },
    { name: 'chromium', use: { edition: 'chromium' }, testIgnore: '**/desktop-*.spec.ts' },
  ],
})
