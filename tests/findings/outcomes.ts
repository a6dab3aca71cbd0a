import { relative } from 'node:path'
import { testName, type VitestReport } from '../runner/vitest.ts'

/** The result of a test. */
export interface Outcome {
  /** The path from the project's folder, with slashes. */
  readonly file: string
  /** The title with those of the groups. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** The failures, the first one first. */
  readonly messages: readonly string[]
}

/** The results of a run of tests. */
export interface Outcomes {
  readonly tests: readonly Outcome[]
  /** By file, the reason for which it did not load, so that none of its tests ran. */
  readonly broken: ReadonlyMap<string, string>
}

export const nothing: Outcomes = { tests: [], broken: new Map() }

export function together(parts: readonly Outcomes[]): Outcomes {
  return {
    tests: parts.flatMap(({ tests }) => tests),
    broken: new Map(parts.flatMap(({ broken }) => [...broken])),
  }
}

function fileName(folder: string, path: string): string {
  return relative(folder, path).replaceAll('\\', '/')
}

/** Reads Vitest's report of a run in `folder`. */
export function vitestOutcomes(folder: string, report: VitestReport): Outcomes {
  const broken = new Map<string, string>()
  const tests = report.testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = fileName(folder, path)
    if (status === 'failed' && assertionResults.length === 0) broken.set(file, plain(message ?? ''))
    return assertionResults.map((test): Outcome => {
      const state = test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped'
      return { file, name: testName(test), state, messages: (test.failureMessages ?? []).map(plain) }
    })
  })
  return { tests, broken }
}

interface Suite {
  readonly title: string
  readonly specs?: readonly Spec[]
  readonly suites?: readonly Suite[]
}

interface Spec {
  readonly title: string
  readonly tests: readonly {
    /** The status over all attempts. */
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[]
  }[]
}

/** The used part of the report of Playwright's JSON reporter. */
export interface PlaywrightReport {
  readonly suites: readonly Suite[]
  readonly errors?: readonly { readonly message?: string }[]
}

/** Reads Playwright's report of a run of one file. */
export function playwrightOutcomes(file: string, report: PlaywrightReport): Outcomes {
  const tests = report.suites.flatMap((suite) => testsOf(file, suite, []))
  const broken = new Map<string, string>()
  if (tests.length === 0) broken.set(file, plain(report.errors?.[0]?.message ?? 'it has no such test'))
  return { tests, broken }
}

function testsOf(file: string, suite: Suite, groups: readonly string[]): Outcome[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ status, results }): Outcome => {
      const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => plain(message)))
      // A test that passes at the second attempt has failed once and proves nothing.
      const state = status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed'
      return { file, name: [...groups, title].join(' > '), state, messages }
    }),
  )
  // The outermost suite is the file.
  const inner = (suite.suites ?? []).flatMap((one) => testsOf(file, one, [...groups, one.title]))
  return [...own, ...inner]
}

/** The text without the colours of a terminal. */
function plain(text: string): string {
  return text.replaceAll(/\u001b\[[\d;]*m/g, '')
}
