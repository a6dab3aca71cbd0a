import { describe, expect, it } from 'vitest'
import { attackRows } from '../../../build/reports/attacks.ts'

describe('the table of attacks', () => {
  it('has each test that is named by an attack and was run, by the number of its finding', () => {
    const assertionResults = [
      { fullName: 'requests [X13] that are slow', status: 'passed', duration: 12.4 },
      { fullName: 'narrows [X8] [X9] with\nmuch', status: 'failed', duration: 3 },
      { fullName: 'left out [X8]', status: 'skipped' },
      { fullName: 'something else', status: 'passed' },
    ]
    expect(attackRows({ testResults: [{ assertionResults }] })).toEqual([
      'X8 | narrows [X8] [X9] with much | failed | 3 ms',
      'X9 | narrows [X8] [X9] with much | failed | 3 ms',
      'X13 | requests [X13] that are slow | passed | 12 ms',
    ])
  })
})
