import boundaries from 'eslint-plugin-boundaries'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import { engineImports, engineLayers, pageImports, serverLayers, shellLayers } from './build/checks/layers.ts'
import { typeRules } from './build/checks/type-rules.ts'

/** The modules of the sources; more specific patterns come first. */
const modules = [
  { type: 'contract', pattern: 'preload/contract' },
  { type: 'preload', pattern: 'preload' },
  ...engineLayers.map((layer) => ({
    type: `engine-${layer}`,
    pattern: `main/engine/${layer}`,
    ...(layer.endsWith('.ts') ? { mode: 'file' } : {}),
  })),
  { type: 'engine-thread', pattern: 'main/engine/thread' },
  { type: 'engine', pattern: 'main/engine' },
  { type: 'export', pattern: 'main/export' },
  { type: 'network', pattern: 'main/network' },
  { type: 'accounts', pattern: 'main/accounts' },
  ...shellLayers.map((layer) => ({ type: `shell-${layer}`, pattern: `main/shell/${layer}` })),
  { type: 'keychain', pattern: 'main/keychain.ts', mode: 'file' },
  { type: 'main', pattern: 'main' },
  { type: 'texts', pattern: 'renderer/features/**/{en,de}.ts', mode: 'file' },
  { type: 'fixtures', pattern: 'renderer/features/*/fixtures.ts', mode: 'file' },
  ...Object.keys(pageImports).map((layer) => ({ type: `page-${layer}`, pattern: `renderer/${layer}` })),
  { type: 'renderer', pattern: 'renderer' },
  ...serverLayers.map((layer) => ({ type: `server-${layer}`, pattern: `server/${layer}` })),
  { type: 'server', pattern: 'server' },
  { type: 'browser-host', pattern: 'browser-host' },
  { type: 'shared', pattern: 'shared' },
  { type: 'i18n', pattern: 'i18n' },
  { type: 'tests', pattern: 'tests' },
  { type: 'build', pattern: 'build' },
  { type: 'docs', pattern: 'docs' },
]

/** The parts of the engine that the main process sees: types of calls and ports, and the ends of its threads. */
const engineForMain = ['engine-values', 'engine-ports.ts', 'engine-workers', 'engine', 'engine-thread']

/** What every folder of `main/shell` may import besides lower ones. */
const belowShell = ['network', 'accounts', 'export', ...engineForMain, 'engine-api', 'contract', 'shared', 'i18n']

/** The allowed imports of each module. */
const allowedImports = {
  contract: ['contract', 'shared'],
  preload: ['contract'],
  ...Object.fromEntries(
    engineLayers.map((layer) => [
      `engine-${layer}`,
      // The store has its own words, so that a change of the contract needs no migration.
      [...engineImports[layer].map((lower) => `engine-${lower}`), ...(layer === 'store' ? [] : ['contract', 'shared'])],
    ]),
  ),
  engine: ['engine', ...engineLayers.map((layer) => `engine-${layer}`), 'contract', 'shared'],
  'engine-thread': ['engine-thread', 'engine', ...engineLayers.map((layer) => `engine-${layer}`), 'contract', 'shared'],
  // The thread that writes exports: it reads an account's file, and writes pages in the words of the catalogue.
  export: ['export', 'engine-values', 'engine-store', 'engine-state', 'engine-workers', 'contract', 'shared', 'i18n'],
  network: ['network', 'engine-values', 'engine-ports.ts', 'engine-api', 'contract', 'shared'],
  accounts: ['accounts', 'network', ...engineForMain, 'keychain', 'contract', 'shared'],
  ...Object.fromEntries(
    shellLayers.map((layer, index) => [
      `shell-${layer}`,
      [...shellLayers.slice(0, index + 1).map((lower) => `shell-${lower}`), ...belowShell],
    ]),
  ),
  keychain: ['contract'],
  main: [...shellLayers.map((layer) => `shell-${layer}`), 'network', 'accounts', 'keychain', 'contract', 'i18n'],
  ...Object.fromEntries(
    Object.entries(pageImports).map(([layer, lower]) => [
      `page-${layer}`,
      [...lower.map((each) => `page-${each}`), 'contract', 'shared', 'i18n'],
    ]),
  ),
  // The entry and the styles.
  renderer: ['renderer', ...Object.keys(pageImports).map((layer) => `page-${layer}`), 'contract', 'shared', 'i18n'],
  ...Object.fromEntries(
    serverLayers.map((layer, index) => [
      `server-${layer}`,
      [...serverLayers.slice(0, index + 1).map((lower) => `server-${lower}`), 'shared'],
    ]),
  ),
  server: ['server', ...serverLayers.map((layer) => `server-${layer}`), 'shared'],
  shared: [],
  // The catalogue only has sentences for codes, and does not depend on their users. A feature's texts are in its folder.
  i18n: ['i18n', 'texts', 'contract', 'shared'],
  // A translation has the type of the English texts.
  texts: ['texts', 'i18n', 'contract', 'shared'],
  // Only tests import the fixtures of a feature.
  fixtures: ['tests', 'contract', 'shared'],
  'browser-host': ['browser-host'],
  // The table of translations compares the catalogues.
  build: ['build', 'tests', 'docs', 'i18n', 'shared'],
  docs: ['docs'],
}

const engineTime = 'Time, chance and timers come through the ports, so that a run can be replayed.'

export default ts.config(
  {
    ignores: [
      'out/**',
      'dist/**',
      'natives/**',
      'node_modules/**',
      'test-results/**',
      'results/**',
      'playwright-report/**',
      'build/**/*.cjs',
      // Tests import from every module, and Oxlint has their other rules.
      'tests/**',
    ],
  },
  { files: ['**/*.svelte'], extends: [ts.configs.strictTypeChecked] },
  svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: ts.parser, projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: typeRules,
  },
  // Oxlint has the rules with types of modules (`oxlint.config.ts`): it is a few times faster, but reads no components.
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
  {
    files: ['**/*.{ts,svelte}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { './build/checks/import-resolver.cjs': {} },
      'boundaries/elements': modules,
      'boundaries/root-path': import.meta.dirname,
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          policies: [
            ...Object.entries(allowedImports).map(([type, types]) => ({
              from: { element: { type } },
              allow: { to: { element: { types: { anyOf: types } } } },
            })),
            {
              from: { element: { type: '!{renderer,page-*,page-*/*}' } },
              allow: { to: { module: { origin: 'core' } } },
            },
            { allow: { to: { module: { origin: 'external' } } } },
          ],
        },
      ],
      'svelte/prefer-svelte-reactivity': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Literal[value=/INSERT OR REPLACE/i], TemplateElement[value.raw=/INSERT OR REPLACE/i])',
          message: 'INSERT OR REPLACE skips delete triggers; use ON CONFLICT … DO UPDATE.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'electron', message: 'Only main/shell, main/network, main/index.ts and preload use electron.' },
            { name: 'better-sqlite3', message: 'SQL lives in main/engine/store and server/store.' },
          ],
        },
      ],
    },
  },
  {
    files: ['main/shell/**', 'main/network/**', 'main/index.ts', 'preload/**', 'browser-host/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'better-sqlite3', message: 'SQL lives in the stores.' }] }],
    },
  },
  {
    files: ['main/engine/store/**', 'server/store/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'electron', message: 'The stores know no electron.' }] }],
    },
  },
  {
    files: ['main/engine/**'],
    // Entries of worker threads, and calls between threads, which have no ports.
    ignores: [
      'main/engine/thread/entry.ts',
      'main/engine/thread/thread-clock.ts',
      'main/engine/workers/{worker-calls,serve-calls}.ts',
      'main/engine/workers/reader/entry.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate', 'fetch'].map((name) => ({ name, message: engineTime })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: engineTime },
        { object: 'Math', property: 'random', message: engineTime },
      ],
    },
  },
  {
    files: ['**/*.svelte'],
    rules: {
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$state', '$derived', '$bindable'] }],
    },
  },
)
