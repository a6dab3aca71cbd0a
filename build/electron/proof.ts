/**
 * Proves that the tests named by facts run the lines of these facts: the sources get a probe at each use of Electron's
 * API, the named tests run, and each fact's API must run in one of its tests.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { recordVariable, type RecordLine } from '#tests/electron/record.ts'
import { runChild } from '#tests/runner/child.ts'
import { apisOf, namedTest, patternOf, type LoadedFact } from './facts.ts'
import { probePlugin } from './probes.ts'

/** Deadline of a run. */
const longestMs = 30 * 60_000

/** The result of running the named tests. */
export interface Recorded {
  /** `file: title`, as the test runner names them. */
  readonly passed: readonly string[]
  /** The APIs that ran, by test. */
  readonly ran: ReadonlyMap<string, ReadonlySet<string>>
}

export function readRecord(text: string): Recorded {
  const passed: string[] = []
  const ran = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const entry = JSON.parse(line) as RecordLine // as tests/electron/record.ts writes it
    if ('passed' in entry) {
      passed.push(entry.passed)
      continue
    }
    const apis = ran.get(entry.test) ?? new Set()
    ran.set(entry.test, apis)
    for (const api of entry.apis) apis.add(api)
  }
  return { passed, ran }
}

/** The facts without a proof in the record, each as a sentence with the required change. */
export function unproven(facts: readonly LoadedFact[], used: ReadonlySet<string>, recorded: Recorded): string[] {
  return facts.flatMap((fact) => {
    if (fact.tests.length === 0) return []
    const runs = fact.tests.map((test) => ({ test, apis: ranIn(test, recorded) }))
    return [
      ...runs
        .filter(({ apis }) => apis === null)
        .map(({ test }) => `${fact.file}: “${fact.api}” names a test that did not pass: ${test}`),
      ...apisOf(fact, used)
        .filter((api) => !runs.some(({ apis }) => apis?.has(api) === true))
        .map(
          (api) => `${fact.file}: “${api}” runs in none of the tests that “${fact.api}” names; name one that runs it.`,
        ),
      ...runs
        .filter(({ apis }) => apis !== null && !apisOf(fact, used).some((api) => apis.has(api)))
        .map(({ test }) => `${fact.file}: “${fact.api}” names a test that does not run it: ${test}`),
    ]
  })
}

/** The APIs that ran in a named test with any parameters; null if it failed. */
function ranIn(test: string, { passed, ran }: Recorded): ReadonlySet<string> | null {
  const pattern = new RegExp(`^${patternOf(test)}$`)
  const runs = passed.filter((name) => pattern.test(name))
  return runs.length === 0 ? null : new Set(runs.flatMap((name) => [...(ran.get(name) ?? [])]))
}

/** Runs the unit tests that facts name, with probes. @returns the APIs that they ran */
export async function recordUnitTests(root: string, tests: readonly string[]): Promise<Recorded> {
  return recording(async (file) => {
    await runNamed(root, tests, file, (pattern, files) => [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--config=tests/electron/vitest.config.ts',
      '--reporter=dot',
      `--testNamePattern=${pattern}`,
      ...files,
    ])
  })
}

/** Runs the end-to-end tests that facts name, with probes in the bundles; the bundles are built again afterwards. */
export async function recordEndToEndTests(root: string, tests: readonly string[]): Promise<Recorded> {
  // Bundles with probes are removed in any case.
  rmSync(join(root, 'out/.stamp'), { force: true })
  await buildMain(root, true)
  try {
    return await recording(async (file) => {
      await runNamed(root, tests, file, (pattern, files) => [
        join('node_modules', '@playwright', 'test', 'cli.js'),
        'test',
        `--grep=${pattern}`,
        ...files,
      ])
    })
  } finally {
    await buildMain(root, false)
  }
}

export function isEndToEnd(test: string): boolean {
  return namedTest(test).file.startsWith('tests/e2e/')
}

async function buildMain(root: string, hasProbes: boolean): Promise<void> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: hasProbes ? [probePlugin(root)] : [],
  })
  for (const name of ['preload', 'main']) {
    const environment = builder.environments[name]
    if (environment === undefined) throw new Error(`vite.config.ts has no environment ${name}`)
    await builder.build(environment)
  }
}

async function recording(run: (file: string) => Promise<void>): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-electron-'))
  const file = join(folder, 'record.jsonl')
  try {
    writeFileSync(file, '')
    await run(file)
    return readRecord(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runNamed(
  root: string,
  tests: readonly string[],
  record: string,
  argsFor: (pattern: string, files: readonly string[]) => string[],
): Promise<void> {
  if (tests.length === 0) return
  const named = tests.map(namedTest)
  const files = [...new Set(named.map(({ file }) => file))].sort()
  const pattern = [...new Set(named.map(({ title }) => patternOf(title)))].join('|')
  const { status, output } = await runChild(argsFor(pattern, files), {
    cwd: root,
    longestMs,
    env: { [recordVariable]: record },
  })
  // A failed test proves nothing; the facts that name it are reported.
  if (status !== 0) process.stderr.write(`${output}\n`)
}
