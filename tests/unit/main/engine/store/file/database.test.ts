import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { storeFailure } from '#engine/values/failures.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { storeError, StoreError } from '#engine/values/store-error.ts'
import { migrations, openDatabase, type EngineDatabase } from '#engine/store/file/database.ts'
import { createCache } from '#engine/store/migrations/0010-create-cache.ts'
import { dailyWork } from '#engine/store/migrations/0030-daily-work.ts'
import { messageActions } from '#engine/store/migrations/0020-message-actions.ts'
import { unsharedSnippet } from '#engine/store/snippets.ts'
import { newDraft } from '#engine/store/drafts.ts'
import { openStore } from '#engine/store/store.ts'
import { failStatements, restoreStatements } from '#support/failing-disk.ts'
import { temporaryDatabase } from '#support/files.ts'

afterEach(restoreStatements)

describe('the account’s database', () => {
  it('commits durably', () => {
    const database = openDatabase(temporaryDatabase())
    expect(database.pragma('synchronous', { simple: true })).toBe(2)
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  it('of a newer Skein is refused with a separate error, and stays unchanged', () => {
    const path = temporaryDatabase()
    const newer = new Database(path)
    newer.pragma('user_version = 9999')
    newer.close()
    const before = readFileSync(path)
    expect(() => openDatabase(path)).toThrow(expect.objectContaining({ code: 'NEWER_DATABASE' }) as Error)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('that is damaged is reported as such', () => {
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

  it('of the third version keeps its people and streams, and registers again, since its queue lacks newer events', () => {
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

  it('of the eighth version converts its mentions to facts, and registers again', () => {
    const path = temporaryDatabase()
    const old = new Database(path)
    for (const migration of migrations) if (migration.version <= 80) old.exec(migration.sql)
    const insert = old.prepare(
      `INSERT INTO message (id, sender_id, stream_id, topic, topic_key, content, plain, timestamp, is_me, is_read,
         is_starred, is_mentioned, is_wildcard, verified_epoch) VALUES (?, 2, 1, 'a', 'a', '', '', 5, 0, 0, 0, ?, ?, 1)`,
    )
    for (const [id, mentioned, wildcard] of [
      [1, 0, 0],
      [2, 1, 0],
      [3, 1, 1],
    ]) {
      insert.run(id, mentioned, wildcard)
    }
    old.exec(`INSERT INTO unread VALUES (1, 'topic:1:a', 0), (2, 'topic:1:a', 1)`)
    old.exec(`INSERT INTO meta VALUES ('queue', '{"queueId":"q","lastEventId":7,"touchedAt":1}')`)
    old.pragma('user_version = 80')
    old.close()
    const store = openStore(path)
    expect([1, 2, 3].map((id) => store.messages.get(id))).toMatchObject([
      { mention: 0, moved_at: null },
      { mention: 1, moved_at: null },
      { mention: 2, moved_at: null },
    ])
    // A list contained it, with an unknown kind of mention.
    expect(store.unread.all().map((row) => row.mention)).toEqual([0, 8])
    expect(store.meta.queue()).toBeUndefined()
    store.close()
  })

  it('keeps drafts, and rolls back a failed transaction', () => {
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

/** Inserts a row with a value for each column that must have one. */
function filled(database: EngineDatabase, table: string, given: Readonly<Record<string, unknown>>): void {
  const columns = database.pragma(`table_info(${table})`) as {
    name: string
    type: string
    notnull: number
    dflt_value: string | null
  }[] // SQLite's own answer
  const row = Object.fromEntries(
    columns
      .filter((column) => (column.notnull === 1 && column.dflt_value === null) || column.name in given)
      .map(({ name, type }) => [name, given[name] ?? (type === 'TEXT' ? '[]' : 1)]),
  )
  const names = Object.keys(row)
  database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`)
    .run(row)
}

describe('a file of an earlier version', () => {
  it.each(migrations.slice(0, -1).map((migration) => migration.version))(
    'of version %i opens with its data, and is intact afterwards',
    (version) => {
      const path = temporaryDatabase()
      const old = new Database(path)
      for (const migration of migrations) if (migration.version <= version) old.exec(migration.sql)
      old.pragma(`user_version = ${version}`)
      for (let id = 1; id <= 50; id += 1) {
        const words = `message ${id} of the old days`
        filled(old, 'message', { id, stream_id: 3, topic: 'Lunch', topic_key: 'lunch', plain: words, content: words })
      }
      filled(old, 'topic', { stream_id: 3, topic_key: 'lunch', name: 'Lunch', max_id: 50 })
      filled(old, 'person', { id: 5, name: 'Ada', email: 'ada@x.example' })
      filled(old, 'stream', { id: 3, name: 'general', is_subscribed: 1 })
      filled(old, 'unread', { message_id: 50, conversation: 'topic:3:lunch' })
      filled(old, 'range', { container: 'stream:3', low: 0, high: 50 })
      filled(old, 'epoch', { number: 1, high: 50 })
      filled(old, 'draft', {
        id: 'd',
        conversation: 'topic:3:lunch',
        topic: 'Lunch',
        content: 'half a thought',
        is_deleted: 0,
      })
      const payload = JSON.stringify({ destination: { kind: 'topic', streamId: 3, topic: 'Lunch' }, content: 'unsent' })
      filled(old, 'outbox', { local_id: 'l', kind: 'send', conversation: 'topic:3:lunch', payload, state: 'queued' })
      filled(old, 'sent', { local_id: 'gone', message_id: 49 })
      old.close()

      const store = openStore(path)
      expect(store.messages.get(50)).toMatchObject({ plain: 'message 50 of the old days', topic: 'Lunch' })
      expect(store.messages.topics(3)).toMatchObject([{ name: 'Lunch', max_id: 50 }])
      expect(store.drafts.newest('topic:3:lunch')?.content).toBe('half a thought')
      expect(store.outbox.get('l')).toMatchObject({ state: 'queued', payload })
      expect(store.outbox.isClaimed(49)).toBe(true)
      expect(store.unread.get(50)?.conversation).toBe('topic:3:lunch')
      expect(store.ranges.of('stream:3')).toMatchObject([{ low: 0, high: 50 }])
      expect(store.directory.people()[0]?.name).toBe('Ada')
      // Rows without an index entry get one.
      const missing = store.search.missing(100)
      store.transaction(() => {
        for (const row of missing) store.search.fill(row, 0)
      })
      store.search.check()
      expect(store.search.ids('"days"')).toHaveLength(50)
      expect(store.integrity()).toBe('ok')
      store.close()
      const opened = new Database(path, { readonly: true })
      expect(opened.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version)
      expect(opened.pragma('foreign_key_check')).toEqual([])
      opened.close()
    },
  )
})

describe('a database that is currently unusable', () => {
  it(
    'is refused with an error while another program locks it, and is unchanged afterwards',
    { timeout: 30_000 },
    () => {
      const path = temporaryDatabase()
      openStore(path).close()
      const holder = new Database(path)
      holder.pragma('locking_mode = EXCLUSIVE')
      holder.exec("BEGIN EXCLUSIVE; INSERT INTO meta VALUES ('x', '1')")
      expect(() => openStore(path)).toThrow(expect.objectContaining({ code: 'LOCKED_DATABASE' }) as Error)
      holder.exec('ROLLBACK')
      holder.close()
      openStore(path).close()
    },
  )

  it.each([
    ['SQLITE_BUSY', 'LOCKED_DATABASE', /Close other copies/],
    ['SQLITE_READONLY_DIRECTORY', 'READ_ONLY_DATABASE', /permissions/],
    ['SQLITE_FULL', 'DISK_FULL', /Free up some space/],
    ['SQLITE_NOTADB', 'CORRUPT_DATABASE', /damaged/],
    ['SQLITE_CANTOPEN', 'UNUSABLE_DATABASE', /can’t open/],
  ])('with %s is reported as %s, with advice', (code, expected, sentence) => {
    const error = storeError(new Database.SqliteError('reason', code))
    expect(error.code).toBe(expected)
    expect(sentenceOf(storeFailure(error))).toMatch(sentence)
  })
})

describe('a slow statement', () => {
  it('is logged with its plan and without its parameters, and fast ones are not', () => {
    let now = 0
    const lines: string[] = []
    const store = openStore(temporaryDatabase(), 0, {
      elapsed: () => (now += 30),
      log: (line) => lines.push(line),
    })
    store.messages.get(1)
    expect(lines).toEqual([])
    let step = 0
    const slow = openStore(temporaryDatabase(), 0, {
      elapsed: () => (step += 50),
      log: (line) => lines.push(line),
    })
    lines.length = 0
    slow.drafts.newest('secret words')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^slow statement \(50 ms\): SELECT .* FROM draft .* \| plan: (?:SEARCH|SCAN) draft/)
    expect(lines[0]).not.toContain('secret words')
    slow.close()
    store.close()
  })
})

describe('a damaged database', () => {
  it('is moved aside, and its readable drafts, snippets and unsent messages are recovered', () => {
    const path = temporaryDatabase()
    const store = openStore(path)
    store.transaction(() => {
      store.drafts.put(
        newDraft({ id: 'd1', conversation: 'topic:1:a', topic: '', content: 'half a sentence', updated_at: 1 }),
      )
      store.snippets.put({
        ...unsharedSnippet,
        id: 's1',
        name: 'hours',
        content: 'From nine.',
        folded: 'hours\nfrom nine.',
        updated_at: 1,
        is_deleted: 0,
        due_at: 0,
      })
      store.edits.put({ narrow: 'here', message_id: 7, original: 'a', is_again: 0, text: 'half an edit' }, 100)
      store.outbox.insert({ local_id: 'l1', kind: 'send', queue_key: 'topic:1:a', payload: '{}', created_at: 1 })
      for (let id = 1; id <= 3000; id += 1) {
        store.unread.put({ message_id: id, conversation: `topic:1:${'x'.repeat(50)}`, mention: 0 })
      }
    })
    store.close()
    const bytes = readFileSync(path)
    // The last quarter has the unread messages, which were written last.
    bytes.fill(0xff, Math.floor((bytes.length * 0.75) / 4096) * 4096)
    writeFileSync(path, bytes)

    // Reading a damaged page fails; the engine then marks the file and ends.
    expect(() => openStore(path).unread.all()).toThrow(/malformed/)
    const found = openStore(path)
    found.markDamaged()
    found.close()
    const again = openStore(path, 77)
    expect(again.recovery).toEqual({ aside: `${path}.damaged-77`, rows: 4 })
    expect(again.snippets.get('s1')).toMatchObject({ name: 'hours', content: 'From nine.' })
    expect(again.edits.all()).toMatchObject([{ narrow: 'here', text: 'half an edit' }])
    expect(again.drafts.newest('topic:1:a')?.content).toBe('half a sentence')
    expect(again.outbox.get('l1')).toMatchObject({ state: 'queued' })
    expect(again.integrity()).toBe('ok')
    again.close()
  })

  /** A file that is marked as damaged, whose drafts and unsent message can be read. */
  function marked() {
    const path = temporaryDatabase()
    const store = openStore(path)
    store.transaction(() => {
      for (let number = 1; number <= 200; number += 1) {
        const content = `half a sentence ${'words '.repeat(100)}`
        store.drafts.put(
          newDraft({ id: `d${number}`, conversation: 'topic:1:a', topic: '', content, updated_at: number }),
        )
      }
      store.outbox.insert({ local_id: 'l1', kind: 'send', queue_key: 'topic:1:a', payload: '{}', created_at: 1 })
    })
    store.markDamaged()
    store.close()
    return path
  }

  it.each([
    ['full', 'SQLITE_FULL', 'DISK_FULL', (sql: string) => sql.startsWith('INSERT INTO draft')],
    ['full at the end', 'SQLITE_FULL', 'DISK_FULL', (sql: string) => sql === 'COMMIT'],
    ['locked', 'SQLITE_BUSY', 'LOCKED_DATABASE', (sql: string) => sql.startsWith('INSERT INTO outbox')],
  ])('is not moved while the disk is %s, and is recovered at the next start', (_w, code, expected, fits) => {
    const path = marked()
    failStatements(`${path}.salvaged`, (sql) => (fits(sql) ? code : null))
    expect(() => openStore(path, 5)).toThrow(expect.objectContaining({ code: expected }) as Error)
    expect(() => openStore(path, 6)).toThrow(expect.objectContaining({ code: expected }) as Error)
    expect(existsSync(path)).toBe(true)
    restoreStatements()
    const store = openStore(path, 7)
    expect(store.recovery).toEqual({ aside: `${path}.damaged-7`, rows: 201 })
    expect(store.drafts.all()).toHaveLength(200)
    expect(store.outbox.get('l1')).toMatchObject({ state: 'queued' })
    store.close()
    expect(existsSync(`${path}.salvaged`)).toBe(false)
    expect(openStore(path).recovery).toBeNull()
  })

  it('whose recovery was interrupted before its last step is completed, without the damaged file’s write-ahead log', () => {
    const path = marked()
    const done = openStore(path, 7)
    done.close()
    // The state between the two steps: the damaged file is aside, its log is not, and the new file is not renamed yet.
    renameSync(path, `${path}.salvaged`)
    writeFileSync(`${path}-wal`, 'the log of the damaged file')
    const store = openStore(path, 8)
    expect(store.recovery).toBeNull()
    expect(store.drafts.all()).toHaveLength(200)
    expect(store.integrity()).toBe('ok')
    store.close()
  })

  it('keeps what the user chose to keep and to fetch, and fetches again what was fetched', () => {
    const path = temporaryDatabase()
    const store = openStore(path)
    store.transaction(() => {
      store.keptHistory.set('stream:4', null)
      store.keptHistory.set('stream:5', 30)
      store.keptHistory.setEvictedBelow('stream:5', 900)
      store.keptHistory.set('nothing known', 30)
      store.historyFetches.put({ container: 'stream:4', position: 2, state: 'done', start_low: 77, failure: null })
      store.historyFetches.put({ container: 'direct', position: 1, state: 'waiting', start_low: 5, failure: null })
      store.historyFetches.put({ container: 'stream:6', position: 3, state: 'cancelled', start_low: 5, failure: null })
      store.meta.setCachePolicy({ keepsEverything: false, days: 365, maxBytes: 5_000_000_000 })
      store.meta.setHistoryRun({ isPaused: true, rate: 200 })
      store.meta.setEvictedBelow(900)
    })
    store.markDamaged()
    store.close()
    const again = openStore(path, 7)
    expect(again.recovery?.rows).toBe(0)
    expect([...again.keptHistory.all().values()]).toEqual([
      { container: 'stream:4', days: null, evicted_below: 0, copied_at: null },
      { container: 'stream:5', days: 30, evicted_below: 0, copied_at: null },
    ])
    expect(again.historyFetches.all()).toEqual([
      { container: 'direct', position: 1, state: 'waiting', start_low: null, failure: null },
      { container: 'stream:4', position: 2, state: 'waiting', start_low: null, failure: null },
      { container: 'stream:6', position: 3, state: 'cancelled', start_low: null, failure: null },
    ])
    expect(again.meta.cachePolicy()).toEqual({ keepsEverything: false, days: 365, maxBytes: 5_000_000_000 })
    expect(again.meta.historyRun()).toEqual({ isPaused: true, rate: 200 })
    expect(again.meta.evictedBelow()).toBe(0)
    again.close()
  })

  it('that is no database at all is kept aside, and a new one starts', () => {
    const path = temporaryDatabase()
    writeFileSync(path, 'nothing of the kind, but long enough. '.repeat(200))
    const store = openStore(path, 5)
    expect(store.recovery).toEqual({ aside: `${path}.damaged-5`, rows: 0 })
    expect(readFileSync(`${path}.damaged-5`, 'utf8')).toContain('nothing of the kind')
    store.close()
  })
})
