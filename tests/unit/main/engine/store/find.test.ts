import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finder, type FindQuestion } from '../../../../../main/engine/store/find.ts'
import { generateCache } from '../../../../bench/world.ts'
import { removeDatabase } from '../../../../support/files.ts'

const everything = { sql: '1', parameters: [], isByPerson: false }
const asked: FindQuestion = {
  match: '"message"',
  condition: everything,
  before: Number.MAX_SAFE_INTEGER,
  limit: 10_000,
}

describe('a search of the messages on disk', () => {
  let path = ''
  beforeAll(() => {
    path = generateCache(3000)
  })
  afterAll(() => {
    removeDatabase(path)
  })

  it('looks through a large file in parts, the newest first, and finds each message once', () => {
    const database = new Database(path, { readonly: true })
    const [whole, ...others] = [...finder(database).find(asked)]
    expect(others).toEqual([])
    expect(whole).toHaveLength(3000)
    const parts = [...finder(database, 100_000).find(asked)]
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.flat()).toEqual(whole)
    database.close()
  })

  it('looks no further than for what is wanted', () => {
    const database = new Database(path, { readonly: true })
    const few = [...finder(database, 100_000).find({ ...asked, before: 1000, limit: 5 })]
    expect(few.map((rows) => rows.map((row) => row.id))).toEqual([[999, 998, 997, 996, 995]])
    expect([...finder(database).find({ ...asked, before: 1 })].flat()).toEqual([])
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
