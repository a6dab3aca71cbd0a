import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase, StoreError } from '../../../../../main/engine/store/database.ts'
import { openStore } from '../../../../../main/engine/store/store.ts'
import { temporaryDatabase } from '../../../../support/files.ts'

describe('the account’s database', () => {
  it('commits durably', () => {
    const database = openDatabase(temporaryDatabase())
    expect(database.pragma('synchronous', { simple: true })).toBe(2)
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  it('of a newer Skein is refused with its own sentence, and left as it is', () => {
    const path = temporaryDatabase()
    const newer = new Database(path)
    newer.pragma('user_version = 9999')
    newer.close()
    const before = readFileSync(path)
    expect(() => openDatabase(path)).toThrow(expect.objectContaining({ code: 'NEWER_DATABASE' }) as Error)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('that is damaged is named as such', () => {
    const path = temporaryDatabase()
    writeFileSync(path, 'this is no database, and long enough to be looked at'.repeat(100))
    expect(() => openDatabase(path)).toThrow(StoreError)
  })

  it('keeps drafts and takes nothing back from a failed transaction', () => {
    const store = openStore(temporaryDatabase())
    const draft = { conversation: 'topic:1:a', topic: '', content: 'half', updated_at: 1 }
    store.transaction(() => store.drafts.put(draft))
    expect(() =>
      store.transaction(() => {
        store.drafts.remove('topic:1:a')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(store.drafts.get('topic:1:a')).toEqual(draft)
    expect(store.integrity()).toBe('ok')
    store.close()
  })
})
