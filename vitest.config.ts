import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vitest/config'

/** Tests of main/ use the browser host's stand-in for electron, as the program does without a runtime. */
const resolveElectron = { alias: { electron: resolve(import.meta.dirname, 'browser-host/electron.ts') } }
const inNode = {
  environment: 'node',
  setupFiles: [
    'tests/support/skip-by-level.ts',
    'tests/support/after-file.ts',
    'tests/support/cheap-hashes.ts',
    'tests/support/copied-databases.ts',
  ],
  testTimeout: 120_000,
  // Conditions may take long on a busy machine; the default of one second is too short for a new thread.
  expect: { poll: { timeout: 30_000 } },
}

/** The tests of states draw nothing: they get empty components and icons, which need not be compiled. */
const withoutComponents: Plugin = {
  name: 'without-components',
  enforce: 'pre',
  resolveId: (source) => (/^@lucide\/svelte\/|\.svelte$/.test(source) ? '\0component' : null),
  load: (id) => (id === '\0component' ? 'export default {}' : null),
}

export default defineConfig({
  test: {
    // Small machines have two cores; Vitest's default would leave one of them idle.
    maxWorkers: 2,
    // Tests make much that is soon garbage.
    execArgv: ['--max-semi-space-size=32'],
    globalSetup: ['tests/support/vitest-run.ts'],
    projects: [
      {
        resolve: resolveElectron,
        test: {
          ...inNode,
          name: 'node',
          include: [
            'tests/unit/{preload,browser-host,server/http}/**/*.test.ts',
            // Some of them measure how long a request holds the server up: much that is left in memory holds it up, too.
            'tests/unit/server/*.test.ts',
            'tests/unit/main/!(engine)/**/*.test.ts',
            'tests/unit/main/*.test.ts',
            'tests/simulation/**/*.test.ts',
          ],
        },
      },
      {
        resolve: resolveElectron,
        // These tests leave no state in modules, which a worker loads once for all of its files.
        test: {
          ...inNode,
          name: 'engine',
          include: [
            'tests/{engine,contract,recordings}/**/*.test.ts',
            'tests/unit/{main/engine,shared,i18n}/**/*.test.ts',
            'tests/unit/server/!(http)/**/*.test.ts',
          ],
          isolate: false,
        },
      },
      {
        resolve: resolveElectron,
        // Beside the engine's: some of these files leave whole programs of TypeScript in the memory of their worker.
        test: { ...inNode, name: 'build', include: ['tests/unit/{build,bench}/**/*.test.ts'], isolate: false },
      },
      {
        plugins: [withoutComponents, svelte({ configFile: false })],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'state',
          include: ['tests/unit/renderer/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: inNode.testTimeout,
        },
      },
    ],
  },
})
