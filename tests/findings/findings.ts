/** The reviewed commit; `npm run findings` runs the present tests against it. */
export const reviewedCommit = '469c3b5c499ee9aebbcd5eef79649ddeca4c69a5'

/**
 * The last commit with the files at the paths of the reviewed commit. The reviewed code runs with its tests and its
 * browser host; the present code runs with the present tests.
 */
export const lastAlike = '3dab844e850ca9d4c228841fd70ec0380430e284'

/** The findings with tests. A title with a finding in brackets claims that the test fails without the correction. */
export const findings = [
  ...['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'],
  ...['C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C10', 'C11', 'C16', 'C17'],
  ...['X1', 'X2', 'X4', 'X5', 'X6', 'X9'],
] as const

/**
 * The reason for which no test of a finding can fail by an assertion in the reviewed code. A finding with such a test
 * must not be listed.
 */
export const withoutAssertion: Readonly<Record<string, string>> = {}

/** The findings of a list in a test's name, which includes the titles of its groups. */
export function findingsIn(name: string, among: readonly string[]): string[] {
  return among.filter((finding) => name.includes(`[${finding}]`))
}
