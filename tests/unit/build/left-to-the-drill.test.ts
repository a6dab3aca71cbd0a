import { expect, test } from 'vitest'
import { leftToTheDrill, looksLeft } from '../../support/left-to-the-drill.ts'

test("the drill's screens are counted in all suites of a report", () => {
  const spec = (...counts: number[]) => ({
    tests: [{ annotations: counts.map((count) => ({ type: leftToTheDrill, description: String(count) })) }],
  })
  const other = { tests: [{ annotations: [{ type: 'skip', description: '9' }] }] }
  expect(looksLeft({ suites: [{ specs: [spec(3), other], suites: [{ specs: [spec(3, 1), spec()] }] }] })).toBe(7)
  expect(looksLeft({})).toBe(0)
})
