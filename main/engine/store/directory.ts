import type { EngineDatabase } from './database.ts'

export interface PersonRow {
  id: number
  name: string
  email: string
  role: number
  is_bot: number
  is_active: number
  avatar: string | null
}

export interface StreamRow {
  id: number
  name: string
  description: string
  color: string
  is_subscribed: number
  is_muted: number
  is_pinned: number
  is_private: number
  post_policy: number
  /** 0, 1, or null to follow the user's setting; so the next two. */
  desktop_notifications: number | null
  audible_notifications: number | null
  wildcard_mentions_notify: number | null
}

/** People and streams. */
export function directoryTables(database: EngineDatabase) {
  const people = database.prepare<[], PersonRow>('SELECT * FROM person')
  const putPerson = database.prepare<PersonRow>(
    `INSERT INTO person (id, name, email, role, is_bot, is_active, avatar)
     VALUES (@id, @name, @email, @role, @is_bot, @is_active, @avatar)
     ON CONFLICT (id) DO UPDATE SET name = @name, email = @email, role = @role, is_bot = @is_bot,
       is_active = @is_active, avatar = @avatar`,
  )
  const clearPeople = database.prepare('DELETE FROM person')
  const streams = database.prepare<[], StreamRow>('SELECT * FROM stream')
  const putStream = database.prepare<StreamRow>(
    `INSERT INTO stream (id, name, description, color, is_subscribed, is_muted, is_pinned, is_private, post_policy,
       desktop_notifications, audible_notifications, wildcard_mentions_notify)
     VALUES (@id, @name, @description, @color, @is_subscribed, @is_muted, @is_pinned, @is_private, @post_policy,
       @desktop_notifications, @audible_notifications, @wildcard_mentions_notify)
     ON CONFLICT (id) DO UPDATE SET name = @name, description = @description, color = @color,
       is_subscribed = @is_subscribed, is_muted = @is_muted, is_pinned = @is_pinned, is_private = @is_private,
       post_policy = @post_policy, desktop_notifications = @desktop_notifications,
       audible_notifications = @audible_notifications, wildcard_mentions_notify = @wildcard_mentions_notify`,
  )
  const removeStream = database.prepare('DELETE FROM stream WHERE id = ?')
  const clearStreams = database.prepare('DELETE FROM stream')
  return {
    people: () => people.all(),
    putPerson: (row: PersonRow) => putPerson.run(row),
    clearPeople: () => clearPeople.run(),
    streams: () => streams.all(),
    putStream: (row: StreamRow) => putStream.run(row),
    removeStream: (id: number) => removeStream.run(id),
    clearStreams: () => clearStreams.run(),
  }
}

export type DirectoryTables = ReturnType<typeof directoryTables>
