import boundaries from 'eslint-plugin-boundaries'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import { typeRules } from './build/checks/type-rules.ts'

/**
 * The rooms of the server, lowest first: a room imports itself and the rooms before it. The files at the top of
 * `server/` compose them.
 */
const serverRooms = [
  'base',
  'markdown',
  'store',
  'events',
  'context',
  'http',
  'people',
  'streams',
  'messages',
  'organization',
  'registration',
  'routes',
  'levels',
  'backup',
  'generate',
  'demo',
]

/** The modules of the sources; more specific patterns come first. */
const rooms = [
  { type: 'contract', pattern: 'preload/contract' },
  { type: 'contract', pattern: 'preload/channels.ts', mode: 'file' },
  { type: 'preload', pattern: 'preload' },
  { type: 'engine-values', pattern: 'main/engine/values' },
  { type: 'engine-store', pattern: 'main/engine/store' },
  { type: 'engine-api', pattern: 'main/engine/api' },
  { type: 'engine-model', pattern: 'main/engine/model' },
  { type: 'engine-projections', pattern: 'main/engine/projections' },
  { type: 'engine-views', pattern: 'main/engine/views' },
  { type: 'engine-search', pattern: 'main/engine/search' },
  { type: 'engine-core', pattern: 'main/engine/core.ts', mode: 'file' },
  { type: 'engine-ports', pattern: 'main/engine/{ports,failures,window-id}.ts', mode: 'file' },
  { type: 'engine', pattern: 'main/engine' },
  { type: 'network', pattern: 'main/network' },
  { type: 'accounts', pattern: 'main/accounts' },
  { type: 'shell', pattern: 'main/shell' },
  { type: 'keychain', pattern: 'main/keychain.ts', mode: 'file' },
  { type: 'main', pattern: 'main' },
  { type: 'renderer', pattern: 'renderer' },
  ...serverRooms.map((room) => ({ type: `server-${room}`, pattern: `server/${room}` })),
  { type: 'server', pattern: 'server' },
  { type: 'host', pattern: 'host' },
  { type: 'shared', pattern: 'shared' },
  { type: 'words', pattern: 'words' },
  { type: 'tests', pattern: 'tests' },
  { type: 'build', pattern: 'build' },
  { type: 'docs', pattern: 'docs' },
]

/** The rooms of the engine but for its core. */
const readingRooms = [
  ...['engine', 'engine-projections', 'engine-views', 'engine-search', 'engine-model', 'engine-api', 'engine-store'],
  ...['engine-ports', 'engine-values'],
]

/** The allowed imports of each room. */
const doors = {
  contract: ['contract', 'shared'],
  preload: ['contract'],
  'engine-values': ['engine-values', 'contract', 'shared'],
  'engine-store': ['engine-store', 'engine-values'],
  'engine-ports': ['engine-ports', 'engine-values', 'contract', 'shared'],
  'engine-api': ['engine-api', 'engine-ports', 'engine-values', 'contract', 'shared'],
  'engine-model': ['engine-model', 'engine-api', 'engine-store', 'engine-ports', 'engine-values', 'contract', 'shared'],
  // The core commits: whoever shows or searches gets `read-core.ts`, a handle that can only read.
  'engine-projections': [...readingRooms, 'contract', 'shared'],
  'engine-views': [...readingRooms, 'contract', 'shared'],
  'engine-search': [...readingRooms, 'contract', 'shared'],
  'engine-core': [...readingRooms, 'contract', 'shared'],
  engine: [...readingRooms, 'engine-core', 'contract', 'shared'],
  network: ['network', 'engine-api', 'engine-ports', 'engine', 'contract', 'shared'],
  accounts: ['accounts', 'network', 'engine-ports', 'engine', 'keychain', 'contract', 'shared'],
  shell: ['shell', 'network', 'accounts', 'engine-api', 'engine-ports', 'engine', 'contract', 'shared', 'words'],
  keychain: ['contract'],
  main: ['shell', 'network', 'accounts', 'keychain', 'contract', 'words'],
  renderer: ['renderer', 'contract', 'shared', 'words'],
  ...Object.fromEntries(
    serverRooms.map((room, floor) => [
      `server-${room}`,
      [...serverRooms.slice(0, floor + 1).map((below) => `server-${below}`), 'shared'],
    ]),
  ),
  server: ['server', ...serverRooms.map((room) => `server-${room}`), 'shared'],
  shared: [],
  // A leaf over the codes: it makes sentences and does not know what shows them.
  words: ['words', 'contract', 'shared'],
  host: ['host'],
  build: ['build', 'tests', 'docs', 'shared'],
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
      'build/*.cjs',
      // They import from every room, and Oxlint has the rest.
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
  // What their types say is left to Oxlint (`oxlint.config.ts`): it is a few times quicker, but reads no components.
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
  {
    files: ['**/*.{ts,svelte}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { node: { extensions: ['.ts', '.js', '.svelte', '.svelte.ts'] } },
      'boundaries/elements': rooms,
      'boundaries/root-path': import.meta.dirname,
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          policies: [
            ...Object.entries(doors).map(([type, types]) => ({
              from: { element: { type } },
              allow: { to: { element: { types: { anyOf: types } } } },
            })),
            { from: { element: { type: '!renderer' } }, allow: { to: { module: { origin: 'core' } } } },
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
    files: ['main/shell/**', 'main/network/**', 'main/index.ts', 'preload/**', 'host/**'],
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
    // Entries of worker threads, and calls between threads; the engine itself uses ports.
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
