/**
 * `npm run check`: formatting, lint and types, each reported separately; `npm run lint` and `npm run typecheck` run a part.
 * `npm run format` formats every file of the checkout.
 */
import { resolve } from 'node:path'
import { Children } from '../children.ts'

const root = resolve(import.meta.dirname, '../..')
/** The number of concurrent checks. Each uses one core; small machines have two. */
const atOnce = 2

/** Each check produces much short-lived memory. */
const flags = ['--max-semi-space-size=64']

export interface CheckResult {
  readonly name: string
  readonly ok: boolean
}

export type CheckKind = 'format' | 'lint' | 'types'

interface Check {
  readonly kind: CheckKind
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Another check finds the same: this one runs only where its kind is asked for. */
  readonly isCovered?: boolean
}

/** Folders whose modules must not import each other in cycles, imports of types included. */
const cruisedFolders = ['main', 'preload', 'renderer', 'server', 'browser-host', 'shared', 'i18n', 'build']

/** What a module imports is told by its text, so results are kept by content; types of components are not. */
const eslintCache = ['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/']

/** Oxfmt formats modules as Prettier does, in a hundredth of its time; it does not read components. */
function formatters(mode: '--check' | '--write'): readonly Check[] {
  return [
    { kind: 'format', name: 'formatting (oxfmt)', script: 'oxfmt/bin/oxfmt', args: [mode, '**/*.ts'] },
    {
      kind: 'format',
      name: 'formatting (prettier)',
      script: 'prettier/bin/prettier.cjs',
      args: [mode, '.', '!**/*.ts'],
    },
  ]
}

/** The checks, the slowest first. */
const checks: readonly Check[] = [
  // Oxlint checks the types of modules, and ESLint those of components, which Oxlint does not read.
  {
    kind: 'lint',
    name: 'lint of the components (eslint)',
    script: 'eslint/bin/eslint.js',
    args: ['--max-warnings', '0', '**/*.svelte'],
    // With this, TypeScript reads components as the parser does; without it, each component invalidates the program of
    // types.
    env: { SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1' },
  },
  {
    kind: 'lint',
    name: 'layers (eslint)',
    script: 'eslint/bin/eslint.js',
    args: ['--max-warnings', '0', '--ignore-pattern', '**/*.svelte', ...eslintCache, '.'],
  },
  // Its rules need the types of all modules, so it can as well report their errors.
  {
    kind: 'lint',
    name: 'lint and types (oxlint)',
    script: 'oxlint/bin/oxlint',
    args: ['--type-check', '--deny-warnings', '.'],
  },
  {
    kind: 'types',
    name: 'types (tsc)',
    script: '@typescript/native/bin/tsc',
    args: ['-p', '.'],
    isCovered: true,
  },
  {
    kind: 'types',
    name: 'types of the page (svelte-check)',
    script: 'svelte-check/bin/svelte-check',
    args: ['--tsconfig', 'renderer/tsconfig.json', '--fail-on-warnings', '--tsgo-experimental-api'],
  },
  {
    kind: 'types',
    name: 'types of the end-to-end tests (tsc)',
    script: '@typescript/native/bin/tsc',
    args: ['-p', 'tests/e2e'],
    isCovered: true,
  },
  ...formatters('--check'),
  { kind: 'types', name: 'translations', script: '../build/checks/translations.ts', args: [] },
  {
    kind: 'lint',
    name: 'no cycles (dependency-cruiser)',
    script: 'dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...cruisedFolders],
  },
]

/** Runs checks, two at a time, prints what each says once it has ended, and returns all results. */
export async function runChecks(
  children: Children,
  wanted: readonly Check[] = checks.filter(({ isCovered }) => isCovered !== true),
): Promise<CheckResult[]> {
  const waiting = [...wanted]
  const results: CheckResult[] = []
  const lane = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      results.push(await run(children, check))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}

async function run(children: Children, { name, script, args, env = {} }: Check): Promise<CheckResult> {
  const started = performance.now()
  const said: Buffer[] = []
  const child = children.startNode([...flags, resolve(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
  const status = await new Promise<number>((found) => {
    child.once('close', (code) => found(code ?? 1))
    child.once('error', () => found(1))
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${Buffer.concat(said).toString()}${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`)
  return { name, ok: status === 0 }
}

/** The checks that the command line asks for: all, those of a kind, or with `--write` the formatters. */
function wantedChecks(kind: string | undefined): readonly Check[] | undefined {
  if (kind === undefined) return undefined
  if (kind === '--write') return formatters('--write')
  const wanted = checks.filter((check) => check.kind === kind)
  if (wanted.length === 0) throw new Error(`there is no kind of checks “${kind}”; the kinds are format, lint and types`)
  return wanted
}

if (import.meta.main) {
  const results = await runChecks(new Children(), wantedChecks(process.argv[2]))
  process.exitCode = results.some((result) => !result.ok) ? 1 : 0
}
