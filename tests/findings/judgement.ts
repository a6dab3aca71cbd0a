import { findingsIn } from './findings.ts'
import type { Outcome, Outcomes } from './outcomes.ts'

/**
 * The result of a test in the reviewed code. `assertion`: the code ran and showed the wrong behaviour. `error`: an
 * exception that no assertion expected. `missing`: a called function did not exist. `timeout`: it did not end.
 * `absent`: it did not run.
 */
export type Met = 'assertion' | 'error' | 'missing' | 'timeout' | 'absent' | 'passed'

export interface Seen {
  readonly file: string
  readonly name: string
  readonly met: Met
  /** The first line of the failure. */
  readonly why: string
}

export interface Verdict {
  readonly finding: string
  readonly seen: readonly Seen[]
  /** The problems of the finding's tests, as sentences; empty if the tests prove it. */
  readonly problems: readonly string[]
  /** The reason for which no assertion is required. */
  readonly reason: string | null
}

/** The wordings of Vitest, of Playwright, and of the tests' own waiting. */
const wordings: readonly { readonly met: Met; readonly pattern: RegExp }[] = [
  {
    met: 'missing',
    pattern:
      /Cannot find (?:module|package)|Failed to (?:load|resolve)|does not provide an export|is not a (?:function|constructor)|Cannot read properties of undefined|is not defined|Right-hand side of 'instanceof'/,
  },
  { met: 'timeout', pattern: /^(?:TestTimeoutError: )?(?:Test|Hook) (?:timed out|timeout of)/ },
  {
    met: 'assertion',
    pattern: /^AssertionError|^(?:Error: )?(?:expect(?:ed)?\b|never happened: )|waiting on the predicate/,
  },
]

/** The kind of a failure. The first of several decides, since the others may be its consequences. */
export function metBy(messages: readonly string[]): Exclude<Met, 'absent' | 'passed'> {
  const first = messages[0] ?? ''
  // The wording of the failure itself, without its stack.
  const head = first.split(/\n\s+at /)[0] ?? ''
  if (/^AssertionError/.test(head)) return 'assertion'
  const met = wordings.find(({ pattern }) => pattern.test(head))?.met
  return met === 'missing' || met === 'timeout' || met === 'assertion' ? met : 'error'
}

/**
 * Judges each finding by the results of its tests in the present and in the reviewed code.
 *
 * @param reasons by finding, the reason for which no test of it fails by an assertion
 */
export function judge(
  findings: readonly string[],
  present: Outcomes,
  reviewed: Outcomes,
  reasons: Readonly<Record<string, string>>,
): Verdict[] {
  return findings.map((finding) => {
    const own = present.tests.filter(({ name }) => findingsIn(name, [finding]).length > 0)
    const ran = own.filter(({ state }) => state !== 'skipped')
    const seen = ran.map((test) => seenOf(test, reviewed))
    const reason = reasons[finding] ?? null
    const hasAssertion = seen.some(({ met }) => met === 'assertion')
    const problems = [
      ...ran.filter(({ state }) => state === 'failed').map((test) => `fails in the present code: ${nameOf(test)}`),
      ...seen.filter(({ met }) => met === 'passed').map((test) => `passes in the reviewed code: ${nameOf(test)}`),
      ...seen.filter(({ met }) => met === 'absent').map((test) => `does not run there: ${nameOf(test)}`),
    ]
    if (own.length === 0) problems.push('has no test')
    else if (ran.length === 0) problems.push('has only tests that were skipped')
    else if (!hasAssertion && reason === null) problems.push('has no test that fails by an assertion')
    if (hasAssertion && reason !== null) problems.push('has a reason for a lack of assertions that it does not need')
    return { finding, seen, problems, reason }
  })
}

function nameOf({ file, name }: { readonly file: string; readonly name: string }): string {
  return `${file}: ${name}`
}

function seenOf({ file, name }: Outcome, { tests, broken }: Outcomes): Seen {
  // A file may also have been run for other findings.
  const same = tests.find((test) => test.file === file && test.name === name && test.state !== 'skipped')
  if (same === undefined) {
    const whole = broken.get(file)
    return { file, name, met: whole === undefined ? 'absent' : metBy([whole]), why: firstLine(whole ?? '') }
  }
  if (same.state === 'passed') return { file, name, met: 'passed', why: '' }
  return { file, name, met: metBy(same.messages), why: firstLine(same.messages[0] ?? '') }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 200)
}

const columns = ['assertion', 'error', 'missing', 'timeout', 'absent', 'passed'] as const

/** The result of each test of a finding, grouped by file and result, followed by the problems. */
export function details({ finding, seen, problems }: Verdict): string[] {
  const groups = Map.groupBy(seen, ({ file, name, met, why }) =>
    [file, met, why, met === 'missing' ? '' : name].join('\0'),
  )
  return [
    ...[...groups.values()].flatMap((group) => {
      const [{ file, name, met, why }] = group as [Seen, ...Seen[]] // groups are never empty
      const what = group.length === 1 ? name : `${group.length} tests`
      return [`${finding} ${met}: ${file}: ${what}`, ...(why === '' ? [] : [`     ${why}`])]
    }),
    ...problems.map((problem) => `${finding} WRONG: ${problem}`),
  ]
}

/** A table in Markdown with a line per finding. */
export function table(verdicts: readonly Verdict[]): string[] {
  return [
    `| Finding | Tests | ${columns.join(' | ')} | Verdict |`,
    `| --- | --: | ${columns.map(() => '--:').join(' | ')} | --- |`,
    ...verdicts.map(({ finding, seen, problems, reason }) => {
      const counts = columns.map((column) => seen.filter(({ met }) => met === column).length)
      const verdict = problems.length > 0 ? 'WRONG' : (reason ?? 'fails without its mend')
      return `| ${finding} | ${seen.length} | ${counts.join(' | ')} | ${verdict} |`
    }),
  ]
}
