import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from '../runner/child.ts'
import { asPattern, runVitest, testName, type VitestReport } from '../runner/vitest.ts'

/** Tests that judge the engine. */
const engineTests = ['tests/engine', 'tests/unit/main/engine', 'tests/recordings/client.test.ts']
/** The time after which a test counts as hanging. */
const testsMs = 20 * 60_000
/** The profiles of the simulation, run in sequence. */
export const profiles: readonly { readonly name: string; readonly options: readonly string[] }[] = [
  { name: 'short', options: ['--profile', 'short'] },
  { name: 'long', options: ['--profile', 'long'] },
]
/** All mutations get the same schedules. */
const firstSeed = 1

/** The finder of a mutation: the first failing test, or the first schedule that did not converge. */
export type Finder =
  /** Without a name the whole file failed: it hangs, does not load, or leaves an unhandled error. */
  | { readonly kind: 'test'; readonly file: string; readonly name: string | null }
  | { readonly kind: 'schedule'; readonly profile: string; readonly seed: number }

export function finderText(finder: Finder): string {
  if (finder.kind === 'schedule') return `seed ${finder.seed} (${finder.profile})`
  return finder.name === null ? `${finder.file} as a whole` : `${finder.file}: ${finder.name}`
}

/** The files of the engine's tests, below a copy of the project. */
export function engineTestFiles(folder: string): string[] {
  return engineTests.flatMap((path) =>
    path.endsWith('.ts')
      ? [path]
      : readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => relative(folder, join(folder, path, name)))
          .sort(),
  )
}

/** Whether a test file names an invariant. */
export function namesLaw(folder: string, file: string, law: string): boolean {
  return readFileSync(join(folder, file), 'utf8').includes(`[${law}]`)
}

/** No test has the requested name, so that no test ran. */
export class NoSuchTest extends Error {
  readonly code = 'NO_SUCH_TEST'
}

/**
 * Runs test files until a test fails; optionally only the tests whose full name contains a text.
 * @throws NoSuchTest if no test has that name, Error if the runner fails
 */
export async function findByTests(
  folder: string,
  files: readonly string[],
  name: string | null = null,
): Promise<Finder | null> {
  if (files.length === 0) return null
  const options = ['--project=node', '--project=engine', '--bail=1', '--maxWorkers=1']
  if (name !== null) options.push(`--testNamePattern=${asPattern(name)}`)
  const { status, output, isTooLate, report } = await runVitest(
    { files, options, reportFile: join(folder, 'report.json') },
    { cwd: folder, longestMs: testsMs },
  )
  if (isTooLate) return { kind: 'test', file: files[0] ?? '', name: null }
  if (report === null) throw new Error(`the tests did not run:\n${output}`)
  if (status === 0) {
    if (name !== null && !hasRunAny(report)) throw new NoSuchTest(`no test is called ${name}`)
    return null
  }
  // Files that were interrupted at the end of the run count as failed, too; real failures precede them.
  for (const { name, assertionResults } of report.testResults) {
    const failed = assertionResults.find((result) => result.status === 'failed')
    if (failed !== undefined) return { kind: 'test', file: relative(folder, name), name: testName(failed) }
  }
  const broken = report.testResults.find((result) => result.status === 'failed')
  if (broken !== undefined) return { kind: 'test', file: relative(folder, broken.name), name: null }
  // An unhandled rejection.
  return { kind: 'test', file: files[0] ?? '', name: null }
}

function hasRunAny({ testResults }: VitestReport): boolean {
  return testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
}

/** Runs schedules of one profile until one fails. */
export async function findBySchedules(
  folder: string,
  profile: (typeof profiles)[number],
  schedules: { readonly count: number; readonly first?: number },
): Promise<Finder | null> {
  const { count, first = firstSeed } = schedules
  const { status, output, isTooLate } = await runChild(
    [
      join('tests', 'simulation', 'main.ts'),
      ...['--schedules', String(count), '--seed', String(first), '--workers', '1', ...profile.options],
    ],
    // The simulation itself ends a hanging schedule.
    { cwd: folder, longestMs: 10 * 60_000 + count * 60_000, until: /^seed \d+ failed/m },
  )
  const seed = /^seed (\d+) failed/m.exec(output)?.[1]
  if (seed !== undefined) return { kind: 'schedule', profile: profile.name, seed: Number(seed) }
  if (status === 0 && !isTooLate) return null
  throw new Error(`the simulation did not run:\n${output}`)
}
