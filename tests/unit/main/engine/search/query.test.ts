import { afterEach, expect, it } from 'vitest'
import { PeopleIndex } from '#engine/store/names/people-index.ts'
import { parseQuery } from '#engine/search/query.ts'

const zone = process.env.TZ

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const nobody = { people: new Map(), peopleByName: new PeopleIndex([]), streams: new Map(), selfId: 1 }

function hoursOf(day: string): number {
  const [filter] = parseQuery(`on:${day}`, nobody).filters
  return filter?.kind === 'time' ? (filter.until - filter.from) / 3600 : NaN
}

it('a day of a search has its local number of hours', () => {
  process.env.TZ = 'Europe/Oslo'
  expect(['2026-11-20', '2026-10-25', '2026-03-29'].map(hoursOf)).toEqual([24, 25, 23])
  process.env.TZ = 'Asia/Kolkata'
  expect(hoursOf('2026-10-25')).toBe(24)
})

it.each(['2026-02-30', '2026-13-01', '2026-00-10', '26-01-01', 'tomorrow'])(
  '“%s” is refused as an invalid date',
  (day) => {
    expect(() => parseQuery(`before:${day}`, nobody)).toThrow(
      expect.objectContaining({ failure: { code: 'SEARCH_NO_DATE', values: { operand: day } } }) as Error,
    )
  },
)
