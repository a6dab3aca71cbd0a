/**
 * The type of an annotation of an end-to-end test: the number of pictures of its screen that only the drill compares.
 */
export const leftToTheDrill = 'looks left to the drill'

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly tests: readonly {
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    }[]
  }[]
}

/** The number of pictures that the tests of a JSON report of Playwright left to the drill. */
export function looksLeft({ suites = [], specs = [] }: Suite): number {
  const own = specs
    .flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
    .filter(({ type }) => type === leftToTheDrill)
    .reduce((sum, { description }) => sum + Number(description), 0)
  return suites.reduce((sum, suite) => sum + looksLeft(suite), own)
}
