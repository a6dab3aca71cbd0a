import { expect, test } from 'vitest'
import { leftByKind, leftToTheDrill } from '#support/left-to-the-drill.ts'

test('the parts that a run leaves to the drill are counted by kind through all suites of a report', () => {
  const spec = (...left: string[]) => ({
    tests: [{ annotations: left.map((description) => ({ type: leftToTheDrill, description })) }],
  })
  const other = { tests: [{ annotations: [{ type: 'skip', description: '9 looks' }] }] }
  const inner = { specs: [spec('3 looks', '2 commands'), spec()] }
  const report = { suites: [{ specs: [spec('3 looks'), other], suites: [inner] }] }
  expect([...leftByKind(report)]).toEqual([
    ['looks', 6],
    ['commands', 2],
  ])
  expect([...leftByKind({})]).toEqual([])
})
