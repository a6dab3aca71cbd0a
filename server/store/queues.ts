import type { ServerDatabase } from './database.ts'

export interface QueueRow {
  /** The number by which events refer to the queue. */
  number: number
  id: string
  user_id: number
  /** JSON. */
  options: string
  next_event_id: number
  newest_pruned_id: number
  /** UNIX milliseconds. */
  last_seen: number
}

export interface EventRow {
  id: number
  /** JSON: the queues that contain the event, see `EventPlace`. */
  places: string
  /** JSON. */
  body: string
}

/** The persisted part of event queues; the running server has them in memory (`events.ts`). */
export function queueTable(database: ServerDatabase) {
  const insert = database.prepare(
    `INSERT INTO event_queue (id, user_id, options, next_event_id, newest_pruned_id, last_seen)
     VALUES (@id, @userId, @options, 0, -1, @now)`,
  )
  const all = database.prepare<[], QueueRow>('SELECT * FROM event_queue')
  const remove = database.prepare('DELETE FROM event_queue WHERE number = ?')
  const save = database.prepare(
    `UPDATE event_queue SET last_seen = @lastSeen, newest_pruned_id = @newestPruned, next_event_id = @nextId
     WHERE number = @number`,
  )
  const events = database.prepare<[], EventRow>('SELECT * FROM event ORDER BY id')
  const addEvent = database.prepare('INSERT INTO event (places, body) VALUES (?, ?)')
  const removeEvent = database.prepare('DELETE FROM event WHERE id = ?')
  return {
    /** Returns the queue's number. */
    add: (id: string, userId: number, options: string, now: number) =>
      Number(insert.run({ id, userId, options, now }).lastInsertRowid),
    all: () => all.all(),
    remove: (number: number) => remove.run(number),
    removeAll: () => database.exec('DELETE FROM event; DELETE FROM event_queue'),
    /** Returns the event's row. */
    addEvent: (places: string, body: string) => Number(addEvent.run(places, body).lastInsertRowid),
    removeEvent: (id: number) => removeEvent.run(id),
    events: () => events.iterate(),
    /** Stores the read position of a queue. */
    save: (queue: { number: number; lastSeen: number; newestPruned: number; nextId: number }) => save.run(queue),
    isChanging: () => database.inTransaction,
    /** Runs several of these functions in one transaction. */
    together: (change: () => void) => database.transaction(change).immediate(),
  }
}

export type QueueTable = ReturnType<typeof queueTable>
