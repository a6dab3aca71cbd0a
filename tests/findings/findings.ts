/** What the review judged; `npm run findings` runs today's tests against it. */
export const reviewedCommit = '469c3b5c499ee9aebbcd5eef79649ddeca4c69a5'

/**
 * The last commit whose files lie where the reviewed commit has them. Its tests and its browser host are what the reviewed
 * code meets; the present code meets the present tests.
 */
export const lastAlike = '3dab844e850ca9d4c228841fd70ec0380430e284'

/** The findings that have tests: a title that holds one in brackets claims to fail without the mend of the finding. */
export const findings = [
  ...['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'],
  ...['C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C10', 'C11', 'C16', 'C17'],
  ...['X1', 'X2', 'X4', 'X5', 'X6', 'X9'],
] as const

/**
 * Why no test of a finding can fail by an assertion in the reviewed code, where that is so. A finding that has one after
 * all must not stand here.
 */
export const withoutAssertion: Readonly<Record<string, string>> = {}

/** The findings of a list that a test's name holds, group titles included. */
export function findingsIn(name: string, among: readonly string[]): string[] {
  return among.filter((finding) => name.includes(`[${finding}]`))
}
