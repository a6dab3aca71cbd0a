import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase, StoreError, type EngineDatabase } from '../../../../../main/engine/store/database.ts'
import { createCache } from '../../../../../main/engine/store/migrations/0010-create-cache.ts'
import { dailyWork } from '../../../../../main/engine/store/migrations/0030-daily-work.ts'
import { messageActions } from '../../../../../main/engine/store/migrations/0020-message-actions.ts'
import { newDraft } from '../../../../../main/engine/store/drafts.ts'
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

  it('of an earlier version keeps its drafts, and opens like a fresh one', () => {
    const path = temporaryDatabase()
    const old = new Database(path)
    old.exec(createCache)
    old.exec(messageActions)
    old.exec(`INSERT INTO draft VALUES ('topic:1:lunch', 'Lunch', 'half a thought', 7)`)
    old.exec(
      `INSERT INTO message VALUES (1, 2, 1, 'Lunch', 'lunch', NULL, '<p>x</p>', 'x', 5, NULL, 0, 1, 0, 0, 1, 'x')`,
    )
    old.pragma('user_version = 20')
    old.close()
    const store = openStore(path)
    expect(store.drafts.newest('topic:1:lunch')).toMatchObject({
      topic: 'Lunch',
      content: 'half a thought',
      updated_at: 7,
      server_id: null,
      is_deleted: 0,
    })
    expect(store.messages.get(1)).toMatchObject({ plain: 'x', raw: 'x', reactions: '[]' })
    const columns = (database: EngineDatabase) =>
      database
        .prepare(
          "SELECT m.name AS t, p.name AS c, p.type AS k FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1, 2",
        )
        .all()
    store.close()
    const migrated = openDatabase(path)
    const fresh = openDatabase(temporaryDatabase())
    expect(columns(migrated)).toEqual(columns(fresh))
    migrated.close()
    fresh.close()
  })

  it('of the third version keeps its people and streams, and registers anew, since its queue lacks what is new', () => {
    const path = temporaryDatabase()
    const old = new Database(path)
    for (const migration of [createCache, messageActions, dailyWork]) old.exec(migration)
    old.exec(`INSERT INTO person VALUES (5, 'Ada', 'ada@x.example', 200, 0, 1, NULL)`)
    old.exec(`INSERT INTO stream VALUES (7, 'general', 'All', '#123456', 1, 0, 1, 0, 1, NULL, 1, NULL)`)
    old.exec(`INSERT INTO meta VALUES ('queue', '{"queueId":"q","lastEventId":3,"touchedAt":9}')`)
    old.exec(`INSERT INTO meta VALUES ('user_settings', '{"enable_sounds":false}')`)
    old.pragma('user_version = 30')
    old.close()
    const store = openStore(path)
    expect(store.directory.people()).toMatchObject([{ name: 'Ada', profile: '{}', joined_at: null }])
    expect(store.directory.streams()).toMatchObject([{ name: 'general', is_pinned: 1, is_history_public: 1 }])
    expect(store.meta.queue()).toBeUndefined()
    expect(store.meta.userSettings()).toMatchObject({ enable_sounds: false, enter_sends: false })
    expect(store.integrity()).toBe('ok')
    store.close()
  })

  it('keeps drafts and takes nothing back from a failed transaction', () => {
    const store = openStore(temporaryDatabase())
    const draft = newDraft({ id: 'd1', conversation: 'topic:1:a', topic: '', content: 'half', updated_at: 1 })
    store.transaction(() => store.drafts.put(draft))
    expect(() =>
      store.transaction(() => {
        store.drafts.remove('d1')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(store.drafts.newest('topic:1:a')).toEqual(draft)
    expect(store.integrity()).toBe('ok')
    store.close()
  })
})

describe('a damaged database', () => {
  it('is moved aside, and drafts and unsent messages are taken over as far as they can be read', () => {
    const path = temporaryDatabase()
    const store = openStore(path)
    store.transaction(() => {
      store.drafts.put(
        newDraft({ id: 'd1', conversation: 'topic:1:a', topic: '', content: 'half a sentence', updated_at: 1 }),
      )
      store.outbox.insert({ local_id: 'l1', kind: 'send', conversation: 'topic:1:a', payload: '{}', created_at: 1 })
      for (let id = 1; id <= 3000; id += 1) {
        store.unread.put({ message_id: id, conversation: `topic:1:${'x'.repeat(50)}`, is_mention: 0 })
      }
    })
    store.close()
    const bytes = readFileSync(path)
    // The last quarter holds the unread messages, which were written last.
    bytes.fill(0xff, Math.floor((bytes.length * 0.75) / 4096) * 4096)
    writeFileSync(path, bytes)

    // Found when a damaged page is read; the engine marks the file then, and ends.
    expect(() => openStore(path).unread.all()).toThrow(/malformed/)
    const found = openStore(path)
    found.markDamaged()
    found.close()
    const again = openStore(path, 77)
    expect(again.recovery).toEqual({ aside: `${path}.damaged-77`, rows: 2 })
    expect(again.drafts.newest('topic:1:a')?.content).toBe('half a sentence')
    expect(again.outbox.get('l1')).toMatchObject({ state: 'queued' })
    expect(again.integrity()).toBe('ok')
    again.close()
  })

  it('that is no database at all begins anew, and is kept', () => {
    const path = temporaryDatabase()
    writeFileSync(path, 'nothing of the kind, but long enough. '.repeat(200))
    const store = openStore(path, 5)
    expect(store.recovery).toEqual({ aside: `${path}.damaged-5`, rows: 0 })
    expect(readFileSync(`${path}.damaged-5`, 'utf8')).toContain('nothing of the kind')
    store.close()
  })
})
