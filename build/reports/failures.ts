/** The names of what failed, out of the JSON reports of both test runners: printed again at the end of a run. */

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

/** One line, without colours, cut: the text of a failure may have any length. */
function firstLine(text: string | undefined): string {
  const plain = (text ?? '').replaceAll(/\u001b\[[0-9;]*m/g, '').trim()
  return (plain.split('\n')[0] ?? '').slice(0, 300)
}

/**
 * What failed in a run of Vitest, a line each: `file › test: reason`. A file that could not be read at all counts as one
 * failure.
 *
 * @param root The project's folder: names of files are shown relative to it.
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

/** What failed, or succeeded only when repeated, in a run of Playwright, a line each: `file › test: reason`. */
export function failedEndToEndTests({ suites = [], specs = [] }: EndToEndSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results = [] }) => {
        const error = results.find((result) => result.error !== undefined)?.error
        return `${file} › ${title}: ${firstLine(error?.message)}`
      }),
  )
  return [...own, ...suites.flatMap((suite) => failedEndToEndTests(suite))]
}
