import { expect, it } from 'vitest'
import { RequestBudget, requestsAMinute } from '#engine/sync/revalidation/request-budget.ts'

it('the request budget allows twenty requests in any minute', () => {
  const budget = new RequestBudget()
  const start = 1_000_000
  for (let count = 0; count < requestsAMinute; count += 1) {
    expect(budget.freeAt(start + count * 1000)).toBe(start + count * 1000)
    budget.spend(start + count * 1000)
  }
  const now = start + 30_000
  expect([budget.freeAt(now), budget.left(now)]).toEqual([start + 60_000, 0])
  expect([budget.freeAt(start + 60_000), budget.left(start + 60_000)]).toEqual([start + 60_000, 1])
})

it('the request budget counts the additional cost of a request', () => {
  const budget = new RequestBudget()
  budget.spend(0, 22)
  // Two more are spent than allowed, so the next leaves when nineteen of them are left.
  expect([budget.freeAt(10), budget.left(10)]).toEqual([60_000, 0])
  budget.spend(20, 0)
  expect(budget.left(60_000)).toBe(20)
})

it('the request budget starts again when the clock was set back', () => {
  const budget = new RequestBudget()
  budget.spend(1_000_000, 20)
  expect([budget.freeAt(500), budget.left(500)]).toEqual([500, 20])
})
