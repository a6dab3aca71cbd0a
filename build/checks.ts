import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export interface CheckResult {
  readonly name: string
  readonly ok: boolean
}

/** Folders whose modules may import each other, types included, in one direction only. */
const cruisedFolders = ['main', 'preload', 'renderer', 'server', 'host', 'shared', 'words', 'build']

const checks: readonly { readonly name: string; readonly script: string; readonly args: readonly string[] }[] = [
  { name: 'formatting (prettier)', script: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'lint (eslint)', script: 'eslint/bin/eslint.js', args: ['--max-warnings', '0', '.'] },
  {
    name: 'no cycles (dependency-cruiser)',
    script: 'dependency-cruiser/bin/dependency-cruiser.mjs',
    args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...cruisedFolders],
  },
  { name: 'types (tsc)', script: 'typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'types of the end-to-end tests (tsc)', script: 'typescript/bin/tsc', args: ['-p', 'tests/e2e'] },
  {
    name: 'types of the page (svelte-check)',
    script: 'svelte-check/bin/svelte-check',
    args: ['--tsconfig', 'renderer/tsconfig.json', '--fail-on-warnings'],
  },
]

/** Runs every check, prints its result, and returns all results. */
export function runChecks(): CheckResult[] {
  return checks.map(({ name, script, args }) => {
    const started = performance.now()
    const { status } = spawnSync(process.execPath, [resolve(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`)
    return { name, ok: status === 0 }
  })
}
