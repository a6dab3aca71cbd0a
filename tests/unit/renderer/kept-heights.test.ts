import { expect, it } from 'vitest'
import { KeptHeights } from '#renderer/parts/messages/list/kept-heights.ts'
import { clientLimits } from '#shared/client-limits.ts'

const rows = (count: number, height: number) =>
  Array.from({ length: count }, (_, index) => [`row ${index}`, height] as const)

it('a list that is opened again knows the heights of its rows from several visits', () => {
  const kept = new KeptHeights()
  expect(kept.of('a list').size).toBe(0)
  kept.keep('a list', [
    ['first', 40],
    ['second', 60],
  ])
  kept.keep('another', [['first', 90]])
  kept.keep('a list', [
    ['second', 61],
    ['third', 80],
  ])
  expect([...kept.of('a list')]).toEqual([
    ['first', 40],
    ['second', 61],
    ['third', 80],
  ])
  expect(kept.of('another').get('first')).toBe(90)
})

it('the lists that were left first and the rows that were measured first are forgotten', () => {
  const kept = new KeptHeights()
  for (let list = 0; list < clientLimits.keptHeights.most; list += 1) kept.keep(`list ${list}`, rows(1, 50))
  kept.keep('list 0', rows(clientLimits.keptHeightsOfList.most, 50))
  kept.keep('one more', rows(1, 50))
  expect([kept.of('list 0').size, kept.of('list 1').size]).toEqual([clientLimits.keptHeightsOfList.most, 0])
  kept.keep('list 0', [['new', 70]])
  expect([kept.of('list 0').get('row 0'), kept.of('list 0').get('new')]).toEqual([undefined, 70])
  expect(kept.of('list 0').size).toBe(clientLimits.keptHeightsOfList.most)
})
