import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type ReadStore, type Store } from '#engine/store/store.ts'

const newPerson = {
  id: 5,
  name: 'Ida',
  email: 'ida@x.example',
  role: 400,
  is_bot: 0,
  is_active: 1,
  avatar: null,
  api_email: 'ida@x.example',
  timezone: '',
  joined_at: null,
  bot_type: null,
  bot_owner_id: null,
  profile: '{}',
}

let folder: string
let store: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-'))
  store = openStore(join(folder, 'account.db'))
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

describe('the read-only tables of views', () => {
  it('read the rows that the writable tables write', () => {
    store.transaction(() => store.directory.putPerson(newPerson))
    expect(store.reading.directory.people()).toEqual([newPerson])
  })

  it('have no method that changes anything', () => {
    const reading: ReadStore = store.reading
    expect('transaction' in reading).toBe(false)
    const names = (tables: object) =>
      Object.entries(tables).flatMap(([table, queries]) =>
        Object.keys(queries as object).map((name) => `${table}.${name}`),
      )
    const changing =
      /\.(?:put|set[A-Z]|remove|replace|clear|insert|update|note|forget|drop|recount|begin|raise|take|merge\b)/
    expect(names(reading).filter((name) => changing.test(name))).toEqual([])
    expect(names(reading)).toContain('messages.get')
    expect(Object.keys(store.messages)).toContain('put')
    // @ts-expect-error: the type refuses it as well
    expect(reading.messages.put).toBeUndefined()
  })
})
