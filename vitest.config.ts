import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two workers: even small machines have two cores, and Vitest's default would leave one idle.
    maxWorkers: 2,
    globalSetup: ['tests/support/vitest-run.ts'],
    projects: [
      {
        // Tests of main/ use the host's stand-in for electron, as the program does where no runtime is.
        resolve: { alias: { electron: resolve(import.meta.dirname, 'host/electron.ts') } },
        test: {
          name: 'node',
          include: [
            'tests/{unit/{main,server,preload,host,build,bench,shared,words},contract,engine,recordings,simulation}/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['tests/support/skip-by-level.ts', 'tests/support/after-file.ts'],
          testTimeout: 120_000,
          // A condition is waited for, however long a busy machine takes; the usual second is too short for a new thread.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: ['browser'] },
        test: { name: 'state', include: ['tests/unit/renderer/**/*.test.ts'], environment: 'node' },
      },
    ],
  },
})
