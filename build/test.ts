/**
 * `npm test` and, with --drill, `npm run drill`: checks, unit and engine tests, end-to-end tests; or the tests that the
 * arguments select (`selected-tests.ts`). The last line is the sum: `N passed, N failed, N skipped`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { everyForm } from '#support/asked-forms.ts'
import { leftByKind } from '#support/left-to-the-drill.ts'
import { chooseSeed } from '#support/random.ts'
import { attackFiles, keepAttacks } from './reports/attacks.ts'
import { runChecks } from './checks/checks.ts'
import { Children } from './children.ts'
import { selectedTests } from './reports/selected-tests.ts'
import {
  endToEndTestsOf,
  failedUnitTests,
  flakyTests,
  maxRepeatedTests,
  type EndToEndTest,
} from './reports/failures.ts'

const root = resolve(import.meta.dirname, '..')
const [drill, ...rest] = process.argv.slice(2)
const isDrill = drill === '--drill'
const selected = selectedTests(isDrill ? rest : process.argv.slice(2))
const { title } = selected
const folder = mkdtempSync(join(tmpdir(), 'skein-reports-'))
const lastFailed = join(folder, 'last-run.json')

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const children = new Children()
// All runners inherit it.
process.stdout.write(`seed of the randomised tests: SKEIN_SEED=${chooseSeed(isDrill)}\n`)
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
/** The failures, a line each. They are printed again at the end, where readers of a long output look first. */
const failures: string[] = []
/** The flaky end-to-end tests, a line each. */
const flaky: string[] = []

function add(counts: Counts): void {
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}

async function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = children.startNode([resolve(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(isDrill ? { SKEIN_DRILL: '1', SKEIN_KILL_ROUNDS: process.env.SKEIN_KILL_ROUNDS ?? '500' } : {}),
      ...env,
    },
  })
  const status = await new Promise<number>((found) => {
    child.once('exit', (code) => found(code ?? 1))
    child.once('error', () => found(1))
  })
  // After a signal, tests that did not run are not counted.
  if (children.isEnding) process.exit(1)
  return status
}

/** The counts of a report. A run that wrote no report, or failed without a failed test, counts as one failure. */
function countsOf(status: number, read: () => Counts): Counts {
  try {
    const counts = read()
    if (status === 0 || counts.failed > 0) return counts
    failures.push(`a runner ended with code ${status} without a failed test`)
    return { ...counts, failed: 1 }
  } catch {
    failures.push(`a runner ended with code ${status} and wrote no report`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> // both runners write one object
}

/** The runner's option for a selection that may be empty for it; a whole run must find tests. */
function mayBeNone(option: string): readonly string[] {
  return selected.isWhole ? [] : [option]
}

async function unitTests(
  files: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { isOfAttacks = false }: { readonly isOfAttacks?: boolean } = {},
): Promise<Counts> {
  const file = join(folder, 'vitest.json')
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const byTitle = title === undefined ? [] : [`--testNamePattern=${title}`]
  const status = await run(
    'vitest/vitest.mjs',
    [...options, ...mayBeNone('--passWithNoTests'), ...byTitle, ...files],
    env,
  )
  return countsOf(status, () => {
    const report = readJson(file)
    if (isOfAttacks) keepAttacks(root, report as unknown as Parameters<typeof keepAttacks>[1]) // as Vitest writes it
    failures.push(...failedUnitTests(report, root))
    return {
      passed: Number(report.numPassedTests),
      failed: Number(report.numFailedTests),
      // In a run of selected tests, all other tests are skipped on purpose.
      skipped: title === undefined ? Number(report.numPendingTests) + Number(report.numTodoTests) : 0,
    }
  })
}

interface EndToEndRun {
  readonly counts: Counts
  readonly failed: readonly EndToEndTest[]
  readonly passed: readonly EndToEndTest[]
}

async function runEndToEnd(args: readonly string[]): Promise<EndToEndRun> {
  const file = join(folder, 'playwright.json')
  rmSync(file, { force: true })
  const status = await run('@playwright/test/cli.js', ['test', `--last-failed-file=${lastFailed}`, ...args], {
    SKEIN_TEST_REPORT: file,
  })
  let failed: readonly EndToEndTest[] = []
  let passed: readonly EndToEndTest[] = []
  const counts = countsOf(status, () => {
    const report = readJson(file)
    const left = [...leftByKind(report)].map(([kind, count]) => `${count} ${kind}`)
    if (left.length > 0) process.stdout.write(`left to npm run drill: ${left.join(', ')}\n`)
    failed = endToEndTestsOf(report, 'unexpected')
    passed = endToEndTestsOf(report, 'expected')
    const stats = report.stats as Record<string, number> // Playwright's JSON report
    return { passed: Number(stats.expected), failed: Number(stats.unexpected), skipped: Number(stats.skipped) }
  })
  return { counts, failed, passed }
}

/** Runs end-to-end tests, and repeats each failed one alone. */
async function endToEndTests(files: readonly string[]): Promise<Counts> {
  const byTitle = title === undefined ? [] : [`--grep=${title}`]
  const { counts, failed } = await runEndToEnd([...mayBeNone('--pass-with-no-tests'), ...byTitle, ...files])
  const isRepeated = failed.length > 0 && failed.length <= maxRepeatedTests
  if (isRepeated) process.stdout.write(`${failed.length} failed: repeated by itself\n`)
  // The output of the first run of a failed test is kept beside the trace of the second one.
  const options = ['--last-failed', '--workers=1', '--trace=on', '--output=test-results/repeated']
  const repeated = isRepeated ? (await runEndToEnd(options)).passed : []
  const outcome = flakyTests(failed, repeated)
  failures.push(...outcome.failed.map(lineOf))
  flaky.push(...outcome.flaky.map(lineOf))
  const excused = outcome.flaky.length
  return { ...counts, passed: counts.passed + excused, failed: counts.failed - excused }
}

function lineOf({ name, reason }: EndToEndTest): string {
  return `${name}: ${reason}`
}

if (isDrill) {
  // Randomized tests, with full counts.
  add(
    await unitTests(
      [
        'tests/simulation',
        'tests/contract/optional-fields.test.ts',
        'tests/engine/hostile-server.test.ts',
        'tests/engine/levels.test.ts',
        'tests/engine/sizes-from-server.test.ts',
        'tests/recordings/client.test.ts',
        'tests/unit/build/packaging.test.ts',
        'tests/unit/main/engine/values/ranges.test.ts',
        'tests/unit/renderer/clipboard',
        'tests/unit/server/demo/live.test.ts',
        'tests/unit/server/fuzz.test.ts',
        'tests/unit/server/http/input-limits.test.ts',
        'tests/unit/server/sizes.test.ts',
        'tests/unit/server/store/personal-rows.test.ts',
        'tests/unit/server/large-organization.test.ts',
      ],
      { SKEIN_CLIENT_SIZES: resolve(root, 'results/client-sizes.txt') },
    ),
  )
  // Every attack in full size.
  add(await unitTests(attackFiles, {}, { isOfAttacks: true }))
  // The engine's tests against a server of each level, in both dialects.
  for (const { featureLevel, dialect } of everyForm) {
    process.stdout.write(`the engine's tests at level ${featureLevel}, in the dialect ${dialect}\n`)
    // Tests that visit every level themselves, or concern the client only, run once, above.
    const once = ['tests/engine/levels.test.ts', 'tests/engine/sizes-from-server.test.ts']
    const files = ['tests/engine', ...once.flatMap((file) => ['--exclude', file])]
    add(
      await unitTests(files, {
        SKEIN_FEATURE_LEVEL: String(featureLevel),
        SKEIN_DIALECT: dialect,
        SKEIN_HOSTILE_ANSWERS: '5000',
      }),
    )
  }
  // The page's tasks are measured while no other tests run.
  add(await endToEndTests(['page-hold']))
  // Every fixture in every look.
  add(await endToEndTests(['visual.spec', 'heavy.spec', 'contrast.spec', 'wide-window', 'gallery', 'pseudo-locale']))
  add(await endToEndTests(['accessibility', 'navigation.spec', 'following']))
  add(await endToEndTests(['kill', 'levels.spec', 'steady', 'torture.spec']))
} else {
  if (selected.isWhole) {
    for (const { name, ok } of await runChecks(children)) {
      add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
      if (!ok) failures.push(name)
    }
  }
  if (selected.unit !== null) add(await unitTests(selected.unit, {}, { isOfAttacks: selected.isWhole }))
  if (selected.endToEnd !== null) add(await endToEndTests(selected.endToEnd))
  if (total.passed + total.failed === 0) {
    failures.push('no test was found: look at the spelling of the files and of the title')
    total.failed += 1
  }
}

for (const test of flaky) process.stdout.write(`~ flaky: ${test}\n`)
process.stdout.write(`${flaky.length} flaky\n`)
for (const failure of failures) process.stdout.write(`✗ ${failure}\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = total.failed > 0 ? 1 : 0
