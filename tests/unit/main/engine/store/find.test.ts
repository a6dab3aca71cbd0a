import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finder, type FindQuery } from '#engine/store/find.ts'
import { generateCache } from '#tests/bench/world.ts'
import { removeDatabase } from '#support/files.ts'

const everything = { sql: '1', parameters: [], isByPerson: false }
const asked: FindQuery = {
  match: '"message"',
  beginnings: null,
  condition: everything,
  before: Number.MAX_SAFE_INTEGER,
  limit: 10_000,
}

describe('a search of cached messages', () => {
  let path = ''
  beforeAll(() => {
    path = generateCache(3000)
  })
  afterAll(() => {
    removeDatabase(path)
  })

  it('scans a large file in parts, newest first, and finds each message once', () => {
    const database = new Database(path, { readonly: true })
    const [whole, ...others] = [...finder(database).find(asked)]
    expect(others).toEqual([])
    expect(whole).toHaveLength(3000)
    const parts = [...finder(database, 100_000).find(asked)]
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.flat()).toEqual(whole)
    database.close()
  })

  it('stops when it has enough messages', () => {
    const database = new Database(path, { readonly: true })
    const few = [...finder(database, 100_000).find({ ...asked, before: 1000, limit: 5 })]
    expect(few.map((rows) => rows.map((row) => row.id))).toEqual([[999, 998, 997, 996, 995]])
    expect([...finder(database).find({ ...asked, before: 1 })].flat()).toEqual([])
    database.close()
  })

  it('finds short prefixes in the newest messages as in the index', () => {
    const database = new Database(path, { readonly: true })
    const searched = finder(database)
    const ids = (query: FindQuery) => [...searched.find(query)].flat().map((row) => row.id)
    const newest = Array.from({ length: 50 }, (_, index) => 3000 - index)
    for (const [first, ...others] of [['m'], ['me'], ['st'], ['2'], ['29', 'm'], ['zz'], ['9', '8']] as const) {
      const beginnings = [first, ...others]
      const match = beginnings.map((word) => `"${word}" *`).join(' AND ')
      for (const before of [Number.MAX_SAFE_INTEGER, 2500, 3]) {
        const query = { ...asked, match, before, limit: 50 }
        expect([beginnings, before, ids({ ...query, beginnings })]).toEqual([beginnings, before, ids(query)])
      }
    }
    // The index is queried only if the newest messages are not enough.
    expect(ids({ ...asked, match: '"nothing"', beginnings: ['me'], limit: 50 })).toEqual(newest)
    expect(ids({ ...asked, match: '"nothing"', beginnings: ['me'], limit: 2000 })).toEqual([])
    const condition = { sql: 'm.id % 2 = ?', parameters: [1], isByPerson: false }
    expect(ids({ ...asked, match: '"nothing"', beginnings: ['me'], condition, limit: 2 })).toEqual([2999, 2997])
    database.close()
  })

  it('finds nothing in an empty file', () => {
    const empty = generateCache(0)
    const database = new Database(empty, { readonly: true })
    expect([...finder(database).find(asked)].flat()).toEqual([])
    database.close()
    removeDatabase(empty)
  })
})
