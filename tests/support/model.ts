import Database from 'better-sqlite3'

const tables = [
  'person',
  'stream',
  'user_group',
  'user_group_member',
  'user_group_subgroup',
  'profile_field',
  'linkifier',
  'default_stream',
  'organization_list',
  'alert_word',
  'person_status',
  'scheduled_message',
  'topic_policy',
  'muted_person',
  'custom_emoji',
  'unread',
]

/** No event reports a stream's activity, or its first message after a deletion or a move. */
const untold: ReadonlySet<string> = new Set(['weekly_traffic', 'first_message_id'])

/** Everything in an account's file that a registration contains completely; equal for two clients of one account. */
export function modelOf(database: string): Record<string, unknown> {
  const reader = new Database(database, { readonly: true })
  const rows = Object.fromEntries(
    tables.map((table) => {
      const columns = reader.pragma(`table_info(${table})`) as { name: string }[] // SQLite's own answer
      const names = columns.map((column) => column.name).filter((name) => !untold.has(name))
      return [table, reader.prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY ${names.join(', ')}`).all()]
    }),
  )
  const meta = reader
    .prepare<[], { key: string; value: string }>(
      "SELECT key, value FROM meta WHERE key IN ('settings', 'user_settings')",
    )
    .all()
  reader.close()
  return { ...rows, ...Object.fromEntries(meta.map((row) => [row.key, JSON.parse(row.value) as unknown])) }
}

/** A file's messages without the time of their last verification; reactions are sorted. */
export function messagesOf(database: string): Map<number, unknown> {
  const reader = new Database(database, { readonly: true })
  const rows = reader
    .prepare<[], { id: number; reactions: string }>(
      `SELECT id, sender_id, stream_id, topic, direct_key, content, timestamp, is_read, is_starred, is_mentioned,
         reactions, submessages, has FROM message`,
    )
    .all()
  reader.close()
  const sorted = (reactions: string) =>
    (JSON.parse(reactions) as { code: string; users: number[] }[]) // as stored by the engine
      .map((reaction) => ({ ...reaction, users: reaction.users.toSorted((a, b) => a - b) }))
      .sort((a, b) => a.code.localeCompare(b.code))
  return new Map(rows.map((row) => [row.id, { ...row, reactions: sorted(row.reactions) }]))
}
