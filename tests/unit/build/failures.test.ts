import { describe, expect, it } from 'vitest'
import { endToEndTestsOf, failedUnitTests, flakyTests } from '#build/reports/failures.ts'

describe('the list of failures at the end of a run', () => {
  it('has the file, the test and the reason of a unit test, in one line without colours', () => {
    const report = {
      testResults: [
        {
          name: '/project/tests/unit/a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'a passes', status: 'passed', failureMessages: [] },
            {
              fullName: 'a fails',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n  at x'],
            },
          ],
        },
      ],
    }
    expect(failedUnitTests(report, '/project')).toEqual(['tests/unit/a.test.ts › a fails: expected 1 to be 2'])
  })

  it('has a file that could not be read', () => {
    const report = {
      testResults: [{ name: '/project/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
    }
    expect(failedUnitTests(report, '/project')).toEqual(['b.test.ts: no such module'])
  })

  it('has an end-to-end test of a nested suite', () => {
    const failed = { status: 'unexpected', results: [{ error: { message: 'timed out\nlater' } }] }
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [{ title: 'opens', file: 'a.spec.ts', tests: [failed] }],
          suites: [
            {
              title: 'a door',
              specs: [
                { title: 'closes', file: 'a.spec.ts', tests: [failed] },
                { title: 'works', file: 'a.spec.ts', tests: [{ status: 'expected', results: [{}] }] },
              ],
            },
          ],
        },
      ],
    }
    expect(endToEndTestsOf(report, 'expected').map(({ name }) => name)).toEqual(['a.spec.ts › a door › works'])
    expect(endToEndTestsOf(report, 'unexpected')).toEqual([
      { name: 'a.spec.ts › opens', reason: 'timed out' },
      { name: 'a.spec.ts › a door › closes', reason: 'timed out' },
    ])
  })

  it('truncates a long reason', () => {
    const report = {
      testResults: [
        {
          name: '/project/c.test.ts',
          status: 'failed',
          assertionResults: [{ fullName: 'c', status: 'failed', failureMessages: ['x'.repeat(100_000)] }],
        },
      ],
    }
    expect(failedUnitTests(report, '/project')[0]?.length).toBeLessThan(400)
  })
})

describe('flaky end-to-end tests', () => {
  const test = (name: string) => ({ name, reason: 'timed out' })
  const tests = ['a', 'b', 'c', 'd', 'e'].map(test)

  it('are those that pass when they are repeated', () => {
    const [a, b, c] = [test('a'), test('b'), test('c')]
    expect(flakyTests([a, b, c], [a, c])).toEqual({ failed: [b], flaky: [a, c] })
    expect(flakyTests([a], [a])).toEqual({ failed: [], flaky: [a] })
  })

  it('fail the run if there are more than three', () => {
    expect(flakyTests(tests, tests.slice(1))).toEqual({ failed: tests, flaky: [] })
    expect(flakyTests(tests, tests.slice(2)).flaky).toHaveLength(3)
  })

  it('do not include tests that were not repeated', () => {
    expect(flakyTests(tests.slice(0, 1), [])).toEqual({ failed: tests.slice(0, 1), flaky: [] })
  })
})
