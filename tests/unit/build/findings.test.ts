import { describe, expect, it } from 'vitest'
import { findings, findingsIn, withoutAssertion } from '../../findings/findings.ts'
import { details, judge, metBy, table } from '../../findings/judgement.ts'
import { playwrightOutcomes, together, vitestOutcomes, type Outcome, type Outcomes } from '../../findings/outcomes.ts'
import { isCovered } from '../../findings/reviewed-tree.ts'
import { filesThatName } from '../../findings/runs.ts'

function outcomes(tests: readonly Partial<Outcome>[], broken: Readonly<Record<string, string>> = {}): Outcomes {
  return {
    tests: tests.map((test) => ({ file: 'a.test.ts', name: '[Z4] one', state: 'passed', messages: [], ...test })),
    broken: new Map(Object.entries(broken)),
  }
}

const failed = (message: string, name = '[Z4] one') => ({ name, state: 'failed', messages: [message] }) as const
const assertion = 'AssertionError: expected 2 to be 1 // Object.is equality\n    at /x/a.test.ts:1:1'
const problemsOf = (
  present: Outcomes,
  reviewed: Outcomes,
  reasons: Readonly<Record<string, string>> = {},
  finding = 'Z4',
) => judge([finding], present, reviewed, reasons)[0]?.problems

describe('a finding', () => {
  it('is named by a whole code in a title', () => {
    const among = ['Y1', 'Z4', 'Z10']
    expect(findingsIn('the outbox > [Z10] [Y1] a row', among)).toEqual(['Y1', 'Z10'])
    expect(findingsIn('[Z1] a row of (Z4)', among)).toEqual([])
  })

  it.each(findings)('has a test file: %s', (finding) => {
    expect(filesThatName([finding])).not.toEqual([])
  })

  it('may lack an assertion only if it has tests', () => {
    expect(Object.keys(withoutAssertion).filter((finding) => !findings.some((one) => one === finding))).toEqual([])
  })
})

describe('a failure', () => {
  it.each([
    [assertion, 'assertion'],
    ['AssertionError: promise rejected "TypeError: x is not a function" instead of resolving', 'assertion'],
    ['Error: expected +0 to be 2 // Object.is equality\n    at Proxy.__VITEST_POLL_CHAIN__', 'assertion'],
    ['Error: expect(locator).toBeVisible() failed\n\nLocator: x', 'assertion'],
    ['Error: never happened: it says so\n    at VirtualClock.until', 'assertion'],
    ['Timeout 30000ms exceeded while waiting on the predicate', 'assertion'],
    ['TestTimeoutError: Test timed out in 5000ms.', 'timeout'],
    ['Test timeout of 90000ms exceeded.', 'timeout'],
    ["Cannot find module '../x.ts' imported from /y/z.test.ts", 'missing'],
    ['TypeError: file.retry is not a function\n    at a.test.ts', 'missing'],
    ['onceFor is not a function', 'missing'],
    ['ZodError: [ { "code": "invalid" } ]', 'error'],
    // A match in the stack is not the reason of the failure.
    ['Error: locked\n    at TypeError: x is not a function', 'error'],
    ['', 'error'],
  ])('%s is of the kind %s', (message, met) => {
    expect(metBy([message])).toBe(met)
  })

  it('is judged by its first message, which may cause the others', () => {
    expect(metBy([assertion, 'TypeError: file.close is not a function'])).toBe('assertion')
    expect(metBy(['TypeError: file.close is not a function', assertion])).toBe('missing')
    expect(metBy([])).toBe('error')
  })
})

describe('the judgement of a finding', () => {
  it('is positive if each test passes now and fails there, one of them by an assertion', () => {
    const other = '[Z4] other'
    expect(
      problemsOf(outcomes([{}, { name: other }]), outcomes([failed(assertion), failed('Error: x', other)])),
    ).toEqual([])
  })

  it.each([
    ['that passes there', [{}], outcomes([{}]), 'passes in the reviewed code: a.test.ts: [Z4] one'],
    ['that fails now', [failed('x')], outcomes([failed(assertion)]), 'fails in the present code: a.test.ts: [Z4] one'],
    ['that is not found there', [{}], outcomes([]), 'does not run there: a.test.ts: [Z4] one'],
    ['that is skipped there', [{}], outcomes([{ state: 'skipped' }]), 'does not run there: a.test.ts: [Z4] one'],
  ] as const)('is negative with a test %s', (_what, present, reviewed, problem) => {
    expect(problemsOf(outcomes(present), reviewed)).toContain(problem)
  })

  it('is negative without a test, and without a test that ran', () => {
    expect(problemsOf(outcomes([]), outcomes([]))).toEqual(['has no test'])
    expect(problemsOf(outcomes([{ state: 'skipped' }]), outcomes([]))).toEqual(['has only tests that were skipped'])
    // Another finding with the same prefix.
    expect(problemsOf(outcomes([{ name: '[Z10] one' }]), outcomes([]), {}, 'Z1')).toEqual(['has no test'])
  })

  it('requires an assertion, or a reason for its absence, which must be needed', () => {
    const missing = outcomes([], { 'a.test.ts': "Cannot find module 'x'" })
    expect(problemsOf(outcomes([{}]), missing)).toEqual(['has no test that fails by an assertion'])
    expect(problemsOf(outcomes([{}]), missing, { Z4: 'nothing can be asked' })).toEqual([])
    expect(problemsOf(outcomes([{}]), outcomes([failed(assertion)]), { Z4: 'nothing can be asked' })).toEqual([
      'has a reason for a lack of assertions that it does not need',
    ])
  })

  it('uses the run to which a test of a file belongs, not one in which the file did not load', () => {
    const first = outcomes([], { 'a.test.ts': "Cannot find module 'x'" })
    const both = together([first, outcomes([{ state: 'skipped' }, failed(assertion)])])
    expect(problemsOf(outcomes([{}]), both)).toEqual([])
  })

  it('is reported once for all tests with the same missing part', () => {
    const present = outcomes([{}, { name: '[Z4] other' }])
    const missing = outcomes([], { 'a.test.ts': "Cannot find module 'x'" })
    expect(judge(['Z4'], present, missing, { Z4: 'so it is' }).flatMap(details)).toEqual([
      'Z4 missing: a.test.ts: 2 tests',
      "     Cannot find module 'x'",
    ])
  })

  it('is reported with each test, and in a table', () => {
    const verdicts = judge(['Z4', 'Z5'], outcomes([{}]), outcomes([failed(assertion)]), {})
    expect(verdicts.flatMap(details)).toEqual([
      'Z4 assertion: a.test.ts: [Z4] one',
      '     AssertionError: expected 2 to be 1 // Object.is equality',
      'Z5 WRONG: has no test',
    ])
    expect(table(verdicts).slice(2)).toEqual([
      '| Z4 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | fails without its mend |',
      '| Z5 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | WRONG |',
    ])
  })
})

describe('a test report', () => {
  it('of Vitest gives each test under its file, and the files that did not load', () => {
    const read = vitestOutcomes('/p', {
      testResults: [
        {
          name: '/p/tests/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', ancestorTitles: [], title: 'one' },
            {
              status: 'failed',
              ancestorTitles: ['group'],
              title: 'two',
              failureMessages: ['\u001b[31mAssertionError\u001b[39m: x'],
            },
            { status: 'pending', ancestorTitles: [], title: 'three' },
          ],
        },
        { name: '/p/tests/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      ],
    })
    expect(read).toEqual({
      tests: [
        { file: 'tests/a.test.ts', name: 'one', state: 'passed', messages: [] },
        { file: 'tests/a.test.ts', name: 'group > two', state: 'failed', messages: ['AssertionError: x'] },
        { file: 'tests/a.test.ts', name: 'three', state: 'skipped', messages: [] },
      ],
      broken: new Map([['tests/b.test.ts', 'Cannot find module']]),
    })
  })

  it('of Playwright gives each test without its file among its groups, or the reason for its absence', () => {
    const file = 'tests/e2e/a.spec.ts'
    const test = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped', message?: string) => ({
      status,
      results: [{ errors: message === undefined ? [] : [{ message }] }],
    })
    const read = playwrightOutcomes(file, {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [
            { title: 'one', tests: [test('expected')] },
            { title: 'two', tests: [test('skipped')] },
          ],
          suites: [
            { title: 'group', specs: [{ title: 'three', tests: [test('unexpected', '\u001b[2mError: expect(x)')] }] },
          ],
        },
      ],
    })
    expect(read.tests).toEqual([
      { file, name: 'one', state: 'passed', messages: [] },
      { file, name: 'two', state: 'skipped', messages: [] },
      { file, name: 'group > three', state: 'failed', messages: ['Error: expect(x)'] },
    ])
    const errors = [{ message: "Error: Cannot find module 'x'" }]
    expect(playwrightOutcomes(file, { suites: [], errors }).broken).toEqual(
      new Map([[file, "Error: Cannot find module 'x'"]]),
    )
  })
})

it('the packages of the reviewed tree are shared only if each has exactly its version', () => {
  const lock = (packages: Readonly<Record<string, { version: string; integrity: string }>>) => ({ packages })
  const one = { version: '1.0.0', integrity: 'sha512-a' }
  const own = { version: '0.1.0', integrity: '' }
  expect(isCovered(lock({ '': own, a: one }), lock({ '': one, a: one, b: one }))).toBe(true)
  expect(isCovered(lock({ a: one, b: one }), lock({ a: one }))).toBe(false)
  expect(isCovered(lock({ a: one }), lock({ a: { ...one, version: '1.0.1' } }))).toBe(false)
  expect(isCovered(lock({ a: one }), lock({ a: { ...one, integrity: 'sha512-b' } }))).toBe(false)
})
