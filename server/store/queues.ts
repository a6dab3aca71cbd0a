import type { ServerDatabase } from './database.ts'

export interface QueueRow {
  id: string
  user_id: number
  options: string
  next_event_id: number
  newest_pruned_id: number
  last_seen: number
}

export function queueTable(database: ServerDatabase) {
  const insert = database.prepare(
    `INSERT INTO event_queue (id, user_id, options, next_event_id, newest_pruned_id, last_seen)
     VALUES (@id, @userId, @options, 0, -1, @now)`,
  )
  const get = database.prepare<[string], QueueRow>('SELECT * FROM event_queue WHERE id = ?')
  const ofUser = database.prepare<[number], QueueRow>('SELECT * FROM event_queue WHERE user_id = ?')
  const remove = database.prepare('DELETE FROM event_queue WHERE id = ?')
  const removeAll = database.prepare('DELETE FROM event_queue')
  const expired = database.prepare<[number], { id: string }>('SELECT id FROM event_queue WHERE last_seen < ?')
  const touch = database.prepare('UPDATE event_queue SET last_seen = ? WHERE id = ?')
  const addEvent = database.prepare('INSERT INTO event (queue_id, id, body) VALUES (?, ?, ?)')
  const advance = database.prepare('UPDATE event_queue SET next_event_id = next_event_id + 1 WHERE id = ?')
  const events = database.prepare<[string], { id: number; body: string }>(
    'SELECT id, body FROM event WHERE queue_id = ? ORDER BY id',
  )
  const newestAtMost = database.prepare<[string, number], { id: number | null }>(
    'SELECT max(id) AS id FROM event WHERE queue_id = ? AND id <= ?',
  )
  const prune = database.prepare('DELETE FROM event WHERE queue_id = ? AND id <= ?')
  const notePruned = database.prepare('UPDATE event_queue SET newest_pruned_id = ? WHERE id = ?')
  return {
    add: (id: string, userId: number, options: string, now: number) => insert.run({ id, userId, options, now }),
    get: (id: string) => get.get(id),
    ofUser: (userId: number) => ofUser.all(userId),
    remove: (id: string) => remove.run(id),
    removeAll: () => removeAll.run(),
    expired: (before: number) => expired.all(before).map((row) => row.id),
    touch: (id: string, now: number) => touch.run(now, id),
    append(queue: QueueRow, event: Readonly<Record<string, unknown>>): void {
      addEvent.run(queue.id, queue.next_event_id, JSON.stringify({ ...event, id: queue.next_event_id }))
      advance.run(queue.id)
    },
    events: (id: string) => events.all(id),
    /** Drops everything up to `throughId`; returns the newest id ever dropped. */
    prune(queue: QueueRow, throughId: number): number {
      const newest = newestAtMost.get(queue.id, throughId)?.id ?? queue.newest_pruned_id
      if (newest > queue.newest_pruned_id) {
        prune.run(queue.id, throughId)
        notePruned.run(newest, queue.id)
      }
      return newest
    },
  }
}

export type QueueTable = ReturnType<typeof queueTable>
