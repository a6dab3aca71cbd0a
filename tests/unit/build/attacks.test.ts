import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attackFiles, attackRows } from '#build/reports/attacks.ts'

const root = resolve(import.meta.dirname, '../../..')

describe('the table of attacks', () => {
  it('lists files that exist', () => {
    expect(attackFiles.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('has each test of these files that ran, with its result and duration', () => {
    const [first = '', second = ''] = attackFiles
    const testResults = [
      { name: join(root, second), assertionResults: [{ fullName: 'slow requests', status: 'passed', duration: 12.4 }] },
      {
        name: join(root, first),
        assertionResults: [
          { fullName: 'narrows with\nmuch', status: 'failed', duration: 3 },
          { fullName: 'an omitted test', status: 'skipped' },
        ],
      },
      { name: join(root, 'tests/other.test.ts'), assertionResults: [{ fullName: 'another test', status: 'passed' }] },
    ]
    expect(attackRows(root, { testResults })).toEqual([
      `${first} | narrows with much | failed | 3 ms`,
      `${second} | slow requests | passed | 12 ms`,
    ])
  })
})
