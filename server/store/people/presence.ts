import type { ServerDatabase } from '../database.ts'

export interface PresenceRow {
  user_id: number
  /** UNIX seconds. */
  active_at: number | null
  idle_at: number
}

export interface StatusRow {
  user_id: number
  away: number
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** Presence and status of users (wire-protocol.md §2.8). */
export function presenceTables(database: ServerDatabase) {
  const all = database.prepare<[number], PresenceRow>('SELECT * FROM presence WHERE idle_at >= ?')
  const get = database.prepare<[number], PresenceRow>('SELECT * FROM presence WHERE user_id = ?')
  const see = database.prepare(
    `INSERT INTO presence (user_id, active_at, idle_at) VALUES (@userId, @active, @now)
     ON CONFLICT (user_id) DO UPDATE SET active_at = coalesce(@active, active_at), idle_at = @now`,
  )
  const statuses = database.prepare<[], StatusRow>('SELECT * FROM user_status ORDER BY user_id')
  const status = database.prepare<[number], StatusRow>('SELECT * FROM user_status WHERE user_id = ?')
  const putStatus = database.prepare<StatusRow>(
    `INSERT INTO user_status (user_id, away, status_text, emoji_name, emoji_code, reaction_type)
     VALUES (@user_id, @away, @status_text, @emoji_name, @emoji_code, @reaction_type)
     ON CONFLICT (user_id) DO UPDATE SET away = @away, status_text = @status_text, emoji_name = @emoji_name,
       emoji_code = @emoji_code, reaction_type = @reaction_type`,
  )
  return {
    /** Returns the users with activity since a time. */
    since: (seconds: number) => all.all(seconds),
    get: (userId: number) => get.get(userId),
    see: (userId: number, isActive: boolean, now: number) => see.run({ userId, active: isActive ? now : null, now }),
    statuses: () => statuses.all(),
    status: (userId: number): StatusRow =>
      status.get(userId) ?? {
        user_id: userId,
        away: 0,
        status_text: '',
        emoji_name: '',
        emoji_code: '',
        reaction_type: '',
      },
    setStatus: (row: StatusRow) => putStatus.run(row),
  }
}

export type PresenceTables = ReturnType<typeof presenceTables>
