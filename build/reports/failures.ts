/** The names of failed tests in the JSON reports of both test runners, printed again at the end of a run. */

interface UnitReport {
  readonly testResults?: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

interface EndToEndSuite {
  readonly title?: string
  readonly suites?: readonly EndToEndSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly results?: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

/** One truncated line without colours, since the text of a failure may have any length. */
function firstLine(text: string | undefined): string {
  const plain = (text ?? '').replaceAll(/\u001b\[[0-9;]*m/g, '').trim()
  return (plain.split('\n')[0] ?? '').slice(0, 300)
}

/**
 * The failures of a Vitest run, a line each: `file › test: reason`. A file that could not be read counts as one
 * failure.
 *
 * @param root the project's folder; names of files are relative to it
 */
export function failedUnitTests({ testResults = [] }: UnitReport, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.startsWith(root) ? name.slice(root.length + 1) : name
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file} › ${firstLine(fullName)}: ${firstLine(failureMessages?.[0])}`)
    return tests.length === 0 && status === 'failed' ? [`${file}: ${firstLine(message)}`] : tests
  })
}

export interface EndToEndTest {
  /** `file › group › test`, which is unique in a run. */
  readonly name: string
  /** The first line of the error; empty without an error. */
  readonly reason: string
}

/** The tests of a Playwright run that failed (`unexpected`) or passed (`expected`). */
export function endToEndTestsOf(
  { suites = [], specs = [], title = '' }: EndToEndSuite,
  wanted: 'unexpected' | 'expected',
  groups: readonly string[] = [],
): EndToEndTest[] {
  const own = specs.flatMap(({ title: test, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results = [] }) => {
        const error = results.find((result) => result.error !== undefined)?.error
        // The outermost groups are the files.
        const path = [file, ...[...groups, title].filter((group) => group !== '' && group !== file), test]
        return { name: path.join(' › '), reason: firstLine(error?.message) }
      }),
  )
  return [...own, ...suites.flatMap((suite) => endToEndTestsOf(suite, wanted, [...groups, title]))]
}

/** A run with more failed tests repeats none of them, since the whole run is broken. */
export const maxRepeatedTests = 10
/** A run with more flaky tests fails. */
export const maxFlakyTests = 3

/**
 * Separates flaky tests from failed ones. A flaky test fails among the others and passes when it is repeated alone.
 *
 * @param passed the tests that passed in the repetition; a test that was not repeated counts as failed
 */
export function flakyTests(
  failed: readonly EndToEndTest[],
  passed: readonly EndToEndTest[],
): { readonly failed: readonly EndToEndTest[]; readonly flaky: readonly EndToEndTest[] } {
  const names = new Set(passed.map(({ name }) => name))
  const flaky = failed.filter(({ name }) => names.has(name))
  return flaky.length > maxFlakyTests
    ? { failed, flaky: [] }
    : { failed: failed.filter(({ name }) => !names.has(name)), flaky }
}
