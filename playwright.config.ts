import { defineConfig } from '@playwright/test'
import { chooseSeed } from './tests/support/random.ts'

// The workers inherit it.
chooseSeed()

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 90_000,
  // A try that waits for what it did itself is repeated as soon as that may be there; the usual second holds a worker up.
  expect: { timeout: 15_000, toPass: { intervals: [50, 100, 200] } },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  reporter:
    process.env.SKEIN_TEST_REPORT === undefined
      ? 'list'
      : [['list'], ['json', { outputFile: process.env.SKEIN_TEST_REPORT }]],
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'tests/e2e/references/{arg}{ext}',
  use: { trace: 'off', screenshot: 'only-on-failure' },
})
