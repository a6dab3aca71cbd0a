import Database from 'better-sqlite3'
import { temporaryDatabase } from './files.ts'
import { Service } from './service.ts'
import type { Account } from './test-server.ts'

/** The contents of the organization. */
export interface LargeOrganization {
  readonly service: Service
  /** An administrator who is subscribed to all streams and has read nothing. */
  readonly reader: Account
  /** A guest who is subscribed to a tenth of the streams and sees few people. */
  readonly guest: Account
  /** A stream with all people. */
  readonly general: number
  readonly users: number
  readonly streams: number
  readonly messages: number
}

/** An organization of `scale` × 20 000 people, 5 000 streams and 200 000 messages with a topic each. */
export async function largeOrganization(scale: number): Promise<LargeOrganization> {
  const users = Math.round(20_000 * scale)
  const streams = Math.round(5000 * scale)
  const messages = Math.round(200_000 * scale)
  const file = temporaryDatabase()
  const service = await Service.start({}, file)
  const reader = service.person('Olga', 'administrator')
  const guest = service.person('Gert', 'guest')
  const general = await service.stream('general', [reader, guest])
  const now = service.context.nowSeconds()
  await service.server.stop()
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = OFF')
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)`
  const insert = (sql: string, count: number, ...values: unknown[]) => database.prepare(sql).run(count, ...values)
  database.transaction(() => {
    insert(
      `${numbers} INSERT INTO user (id, email, delivery_email, full_name, role, timezone, date_joined, api_key)
       SELECT 1000 + i, 'user' || (1000 + i) || '@test.example', 'person.number.' || i || '@test.example',
         'Person Number ' || i, 400, 'Europe/Oslo', 1600000000, 'key-' || i FROM n`,
      users,
    )
    insert(
      `${numbers} INSERT INTO stream (id, name, name_key, description, rendered_description, date_created)
       SELECT 1000 + i, 'Stream ' || i, 'stream ' || i, 'What stream ' || i || ' is for', '<p>What it is for</p>', 1600000000 FROM n`,
      streams,
    )
    // All people are in one stream; each other stream has twenty.
    insert(
      `${numbers} INSERT INTO subscription (user_id, stream_id, color) SELECT 1000 + i, ?, '#336699' FROM n`,
      users,
      general,
    )
    insert(
      `${numbers} INSERT OR IGNORE INTO subscription (user_id, stream_id, color)
       SELECT 1001 + (i * 7919) % ?, 1001 + i % ?, '#336699' FROM n`,
      20 * streams,
      users,
      streams,
    )
    insert(
      `${numbers} INSERT INTO subscription (user_id, stream_id, color) SELECT ?, 1000 + i, '#336699' FROM n`,
      streams,
      reader.id,
    )
    insert(
      `${numbers} INSERT INTO subscription (user_id, stream_id, color) SELECT ?, 1000 + i, '#336699' FROM n`,
      Math.round(streams / 10),
      guest.id,
    )
    insert(`${numbers} INSERT INTO recipient (id, stream_id) SELECT 1000 + i, 1000 + i FROM n`, streams)
    insert(
      `${numbers} INSERT INTO message (id, sender_id, recipient_id, topic, topic_key, content, rendered, timestamp, client)
       SELECT 1000 + i, 1001 + i % ?, 1001 + i % ?, 'Topic ' || i, 'topic ' || i, 'What there is to say ' || i,
         '<p>What there is to say ' || i || '</p>', ?, 'website' FROM n`,
      messages,
      users,
      streams,
      now - 3600,
    )
    database.prepare('INSERT INTO message_search (rowid, topic, body) SELECT id, topic, content FROM message').run()
    // The reader has read nothing and starred every twentieth message.
    insert(
      `${numbers} INSERT INTO user_message (user_id, message_id, flags) SELECT ?, 1000 + i, iif(i % 20 = 0, 2, 0) FROM n`,
      messages,
      reader.id,
    )
    insert(
      `${numbers} INSERT INTO user_topic (user_id, stream_id, topic_key, topic, visibility_policy, last_updated)
       SELECT ?, 1001 + i % ?, 'topic ' || i, 'Topic ' || i, 1 + i % 3, ? FROM n`,
      Math.round(messages / 100),
      reader.id,
      streams,
      now,
    )
    // Direct conversations with single people.
    insert(
      `${numbers} INSERT INTO recipient (id, user_ids) SELECT 100000 + i, ? || ',' || (1000 + i) FROM n`,
      Math.round(users / 4),
      reader.id,
    )
    for (const who of ['?', '1000 + i']) {
      insert(
        `${numbers} INSERT INTO recipient_member (user_id, recipient_id) SELECT ${who}, 100000 + i FROM n`,
        Math.round(users / 4),
        ...(who === '?' ? [reader.id] : []),
      )
    }
    insert(
      `${numbers} INSERT INTO message (id, sender_id, recipient_id, topic, topic_key, content, rendered, timestamp, client)
       SELECT 900000 + i, 1000 + i, 100000 + i, '', '', 'Hello', '<p>Hello</p>', ?, 'website' FROM n`,
      Math.round(users / 4),
      now - 60,
    )
    insert(
      `${numbers} INSERT INTO user_message (user_id, message_id, flags) SELECT ?, 900000 + i, 512 FROM n`,
      Math.round(users / 4),
      reader.id,
    )
    insert(
      `${numbers} INSERT INTO presence (user_id, active_at, idle_at) SELECT 1000 + i, ?, ? FROM n`,
      users,
      now - 100,
      now - 100,
    )
  })()
  database.close()
  await service.server.start()
  return { service, reader, guest, general, users, streams, messages }
}
