import { migrations } from '#server/resources.ts'
import { describe, expect, it } from 'vitest'
import { openServerDatabase, type ServerDatabase } from '#server/store/database.ts'
import { personalRows } from '#server/store/messages/personal-rows.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import { temporaryDatabase } from '#support/files.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const seed = chooseSeed()
console.log(`personal rows: SKEIN_SEED=${seed}`)

const people = 40

function prepared(path: string): ServerDatabase {
  const database = openServerDatabase(path, migrations)
  const user = database.prepare(
    `INSERT OR IGNORE INTO user (id, email, delivery_email, full_name, role, date_joined, api_key)
     VALUES (?, ?, ?, 'x', 400, 0, 'x')`,
  )
  for (let id = 100; id < 100 + people; id += 1) user.run(id, `${id}@x`, `${id}@x`)
  database.exec("INSERT OR IGNORE INTO recipient (id, user_ids) VALUES (1, '100')")
  return database
}

function addMessage(database: ServerDatabase): number {
  return Number(
    database
      .prepare(
        `INSERT INTO message (sender_id, recipient_id, topic, topic_key, content, rendered, timestamp, client)
         VALUES (100, 1, 'x', 'x', 'x', 'x', 0, 'x')`,
      )
      .run().lastInsertRowid,
  )
}

/** All rows of the table, as text. */
function inTable(database: ServerDatabase): string[] {
  return database
    .prepare<[], { user_id: number; message_id: number; flags: number }>(
      'SELECT * FROM user_message ORDER BY user_id, message_id',
    )
    .all()
    .map((row) => `${row.user_id} ${row.message_id} ${row.flags}`)
}

const never = new Error('taken back')

describe('the personal rows of new messages', () => {
  it('are in their table for every read, after interruptions, rollbacks and restarts', () => {
    const random = new SeededRandom(seed)
    const path = temporaryDatabase()
    let database = prepared(path)
    let rows = personalRows(database)
    const truth = new Map<string, number>()
    const rounds = sampled(200, 20_000)

    const send = (into: Map<string, number>): void => {
      const id = addMessage(database)
      const readers = Array.from({ length: people }, (_, index) => ({
        userId: 100 + index,
        flags: random.below(4),
      })).filter(() => random.below(2) === 0)
      rows.add(id, readers)
      for (const { userId, flags } of readers) into.set(`${userId} ${id}`, flags)
    }
    const change = (into: Map<string, number>): void => {
      rows.settle()
      const key = [...into.keys()][random.below(into.size)]
      if (key === undefined) return
      const [userId, messageId] = key.split(' ').map(Number)
      if (random.below(4) === 0) {
        database.prepare('DELETE FROM message WHERE id = ?').run(messageId)
        for (const other of into.keys()) if (other.endsWith(` ${messageId}`)) into.delete(other)
      } else {
        database
          .prepare('UPDATE user_message SET flags = 9 WHERE user_id = ? AND message_id = ?')
          .run(userId, messageId)
        into.set(key, 9)
      }
    }

    for (let round = 0; round < rounds; round += 1) {
      const doing = random.below(10)
      if (doing < 5) database.transaction(() => send(truth))()
      else if (doing === 5) rows.settleSome()
      else if (doing === 6) database.transaction(() => change(truth))()
      else if (doing === 7) {
        const lost = new Map(truth)
        expect(() =>
          database.transaction(() => {
            send(lost)
            change(lost)
            throw never
          })(),
        ).toThrow(never)
        rows.forget()
      } else if (doing === 8) {
        database.close()
        database = prepared(path)
        rows = personalRows(database)
      } else {
        rows.settle()
        expect(inTable(database), `round ${round} of seed ${seed}`).toEqual(
          [...truth]
            .map(([key, flags]) => `${key} ${flags}`)
            .toSorted((a, b) => {
              const [a1 = 0, a2 = 0] = a.split(' ').map(Number)
              const [b1 = 0, b2 = 0] = b.split(' ').map(Number)
              return a1 - b1 || a2 - b2
            }),
        )
      }
    }
    database.close()
  })

  it('are moved a hundred at a time beyond ten thousand, without losing concurrent ones', () => {
    const database = prepared(':memory:')
    const rows = personalRows(database)
    const readers = Array.from({ length: people }, (_, index) => ({ userId: 100 + index, flags: 0 }))
    rows.settle()
    let messages = 0
    while (!rows.isFull()) {
      rows.add(addMessage(database), readers)
      messages += 1
    }
    expect(messages * people).toBeGreaterThan(10_000)
    expect(inTable(database)).toEqual([])
    expect(rows.settleSome()).toBe(false)
    expect(inTable(database)).toHaveLength(100)
    rows.add(addMessage(database), readers)
    let parts = 1
    do parts += 1
    while (!rows.settleSome())
    expect(parts).toBe(Math.ceil((messages * people) / 100))
    expect(inTable(database)).toHaveLength(messages * people)
    rows.settle()
    expect(inTable(database)).toHaveLength((messages + 1) * people)
    database.close()
  })

  it('are moved in larger batches if more arrive than small batches can move', () => {
    const database = prepared(':memory:')
    const rows = personalRows(database)
    const readers = Array.from({ length: people }, (_, index) => ({ userId: 100 + index, flags: 0 }))
    rows.settle()
    while (!rows.isFull()) rows.add(addMessage(database), readers)
    expect(rows.isInHurry()).toBe(false)
    while (!rows.isInHurry()) rows.add(addMessage(database), readers)
    rows.settleSome()
    expect(inTable(database)).toHaveLength(1000)
    while (!rows.settleSome());
    expect(rows.isInHurry()).toBe(false)
    database.close()
  })
})

describe('a database without pending rows, of an older server', () => {
  it('keeps every flag and unread message, and accepts further messages', async () => {
    const path = temporaryDatabase()
    const first = await Service.start({}, path)
    const [noor, mei] = [first.person('Noor'), first.person('Mei')]
    const general = await first.stream('general', [noor, mei])
    const ids: number[] = []
    for (const text of ['one', 'two @**Mei**', 'three']) ids.push(await first.say(noor, general, 'lunch', text))
    const [read = 0, mentioned = 0] = ids
    const flag = { op: 'add', messages: [read] }
    await first.ok(mei, 'POST', '/messages/flags', { ...flag, flag: 'read' })
    await first.ok(mei, 'POST', '/messages/flags', { ...flag, flag: 'starred' })
    const before = await held(first, mei)
    expect(before).toMatchObject([
      [read, ['read', 'starred']],
      [mentioned, ['mentioned']],
      [ids[2], []],
    ])
    await first.server.stop()
    withoutNewReaders(path)

    const second = new Service(path)
    await second.server.start()
    expect(await held(second, mei)).toEqual(before)
    const later = await second.say(noor, general, 'lunch', 'four @**Mei**')
    expect(await held(second, mei)).toEqual([...before, [later, ['mentioned']]])
    const { unread_msgs: unread } = await second.ok(mei, 'POST', '/register', {})
    expect(unread).toMatchObject({
      streams: [{ unread_message_ids: [mentioned, ids[2], later] }],
      mentions: [mentioned, later],
    })
    await second.server.stop()
  })
})

/** A user's messages with their flags. */
async function held(service: Service, who: Account): Promise<[number, string[]][]> {
  const page = { anchor: 'oldest', num_before: 0, num_after: 100 }
  const { messages } = await service.ok(who, 'GET', '/messages', page)
  return (messages as { id: number; flags: string[] }[]).map(({ id, flags }) => [id, flags.toSorted()])
}

/** Restores the file's format from before pending rows. */
function withoutNewReaders(path: string): void {
  const database = openServerDatabase(path, migrations)
  personalRows(database).settle()
  database.exec(
    `DROP TABLE new_readers; DROP TABLE saved_snippet; DROP TABLE realm_export; DROP TABLE invitation; DROP TABLE logo;
     DROP TABLE channel_folder; DROP TABLE navigation_view;
     ALTER TABLE stream DROP COLUMN creator_id;
     ALTER TABLE user_group DROP COLUMN creator_id; ALTER TABLE user_group DROP COLUMN date_created;
     PRAGMA user_version = 7`,
  )
  database.close()
}
