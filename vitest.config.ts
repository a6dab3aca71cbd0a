import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One for each core that even small machines have; by itself Vitest leaves one of two idle.
    maxWorkers: 2,
    projects: [
      {
        // Tests of main/ have the host's stand-in for electron, as the program itself has where no runtime is.
        resolve: { alias: { electron: resolve(import.meta.dirname, 'host/electron.ts') } },
        test: {
          name: 'node',
          include: [
            'tests/{unit/{main,server,preload,host,build,shared,words},contract,engine,recordings,simulation}/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['tests/support/skip-by-level.ts'],
          testTimeout: 120_000,
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
