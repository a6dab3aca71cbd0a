/** The unit tests of a proof, with probes in the sources. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { probePlugin } from '#build/electron/probes.ts'

const root = resolve(import.meta.dirname, '../..')

export default defineConfig({
  root,
  plugins: [probePlugin(root)],
  resolve: { alias: { electron: resolve(root, 'browser-host/electron.ts') } },
  test: {
    maxWorkers: 2,
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/electron/vitest-setup.ts', 'tests/support/skip-by-level.ts'],
    testTimeout: 120_000,
  },
})
