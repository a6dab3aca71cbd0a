import { expect, it } from 'vitest'
import { RequestBudget, requestsAMinute } from '#engine/sync/revalidation/request-budget.ts'

it('lets twenty requests leave in any minute', () => {
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

it('counts what one question has cost beside itself', () => {
  const budget = new RequestBudget()
  budget.spend(0, 22)
  // Two more than there may be: the next leaves when nineteen of them are left.
  expect([budget.freeAt(10), budget.left(10)]).toEqual([60_000, 0])
  budget.spend(20, 0)
  expect(budget.left(60_000)).toBe(20)
})

it('begins anew when the clock was set back', () => {
  const budget = new RequestBudget()
  budget.spend(1_000_000, 20)
  expect([budget.freeAt(500), budget.left(500)]).toEqual([500, 20])
})
