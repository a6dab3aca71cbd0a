import type { ServerDatabase } from './database.ts'

export interface QueueRow {
  id: string
  user_id: number
  /** JSON. */
  options: string
  next_event_id: number
  newest_pruned_id: number
  /** UNIX milliseconds. */
  last_seen: number
}

/** Event queues as they survive a restart; while the server runs they live in memory (`events.ts`). */
export function queueTable(database: ServerDatabase) {
  const insert = database.prepare(
    `INSERT INTO event_queue (id, user_id, options, next_event_id, newest_pruned_id, last_seen)
     VALUES (@id, @userId, @options, 0, -1, @now)`,
  )
  const all = database.prepare<[], QueueRow>('SELECT * FROM event_queue')
  const remove = database.prepare('DELETE FROM event_queue WHERE id = ?')
  const removeAll = database.prepare('DELETE FROM event_queue')
  const save = database.prepare(
    'UPDATE event_queue SET last_seen = @lastSeen, newest_pruned_id = @newestPruned, next_event_id = @nextId WHERE id = @id',
  )
  const addEvent = database.prepare('INSERT INTO event (queue_id, id, body) VALUES (?, ?, ?)')
  const removeEvent = database.prepare('DELETE FROM event WHERE queue_id = ? AND id = ?')
  const events = database.prepare<[string], { id: number; body: string }>(
    'SELECT id, body FROM event WHERE queue_id = ? ORDER BY id',
  )
  const prune = database.prepare('DELETE FROM event WHERE queue_id = ? AND id <= ?')
  return {
    add: (id: string, userId: number, options: string, now: number) => insert.run({ id, userId, options, now }),
    all: () => all.all(),
    remove: (id: string) => remove.run(id),
    removeAll: () => removeAll.run(),
    addEvent: (queueId: string, eventId: number, body: string) => addEvent.run(queueId, eventId, body),
    removeEvent: (queueId: string, eventId: number) => removeEvent.run(queueId, eventId),
    events: (id: string) => events.all(id),
    /** Writes down how far a queue was read. */
    save(queue: { id: string; lastSeen: number; newestPruned: number; nextId: number }): void {
      save.run(queue)
      prune.run(queue.id, queue.newestPruned)
    },
    /** Runs many of the above as one transaction. */
    together: (change: () => void) => database.transaction(change).immediate(),
  }
}

export type QueueTable = ReturnType<typeof queueTable>
