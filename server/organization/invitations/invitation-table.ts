import type { Migration, ServerDatabase } from '../../store/database.ts'

/** Invitations of all kinds. Closed ones are kept for a while, so that their page can say what became of them. */
export const invitationMigration: Migration = {
  version: 11,
  change: `
    CREATE TABLE invitation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      -- NULL for a link that anybody may use.
      email TEXT COLLATE NOCASE,
      inviter_id INTEGER NOT NULL REFERENCES user (id),
      role INTEGER NOT NULL,
      -- Ids as JSON.
      stream_ids TEXT NOT NULL,
      group_ids TEXT NOT NULL,
      has_default_streams INTEGER NOT NULL,
      tells_inviter INTEGER NOT NULL,
      welcome TEXT,
      invited_at INTEGER NOT NULL,
      -- NULL for one that never expires.
      minutes INTEGER,
      expires_at INTEGER,
      state TEXT NOT NULL CHECK (state IN ('open', 'used', 'revoked'))
    ) STRICT;
    CREATE INDEX invitation_by_time ON invitation (invited_at);
    CREATE INDEX invitation_by_inviter ON invitation (inviter_id, state);
    CREATE INDEX invitation_by_state ON invitation (state);
    CREATE INDEX invitation_by_email ON invitation (email, state);
  `,
}

export interface InvitationRow {
  id: number
  /** The secret part of the link. */
  key: string
  /** The only address that may join; null for a link that anybody may use. */
  email: string | null
  inviter_id: number
  role: number
  /** JSON lists of ids. */
  stream_ids: string
  group_ids: string
  has_default_streams: number
  /** Whether the inviter is told when somebody joins. */
  tells_inviter: number
  welcome: string | null
  /** UNIX seconds. */
  invited_at: number
  /** The lifetime; null for ever, as `expires_at`, in UNIX seconds. */
  minutes: number | null
  expires_at: number | null
  state: 'open' | 'used' | 'revoked'
}

export type NewInvitation = Omit<InvitationRow, 'id' | 'state'>

/** How long closed and expired invitations are kept, in seconds. */
const keptSeconds = 30 * 86_400

export function invitationTable(database: ServerDatabase) {
  const add = database.prepare(
    `INSERT INTO invitation (key, email, inviter_id, role, stream_ids, group_ids, has_default_streams, tells_inviter,
       welcome, invited_at, minutes, expires_at, state)
     VALUES (@key, @email, @inviter_id, @role, @stream_ids, @group_ids, @has_default_streams, @tells_inviter,
       @welcome, @invited_at, @minutes, @expires_at, 'open')`,
  )
  const get = database.prepare<[number], InvitationRow>('SELECT * FROM invitation WHERE id = ?')
  const byKey = database.prepare<[string], InvitationRow>('SELECT * FROM invitation WHERE key = ?')
  const open = database.prepare<[number], InvitationRow>(
    `SELECT * FROM invitation WHERE state = 'open' AND (expires_at IS NULL OR expires_at > ?) ORDER BY id`,
  )
  const since = database.prepare<[number], number>('SELECT count(*) FROM invitation WHERE invited_at > ?').pluck()
  const close = database.prepare('UPDATE invitation SET state = ? WHERE id = ?')
  const renew = database.prepare('UPDATE invitation SET invited_at = ?, expires_at = ? WHERE id = ?')
  const old = database.prepare<{ before: number }, InvitationRow>(
    `SELECT * FROM invitation WHERE (state <> 'open' AND invited_at < @before) OR expires_at < @before`,
  )
  const remove = database.prepare('DELETE FROM invitation WHERE id = ?')
  return {
    /** Adds an open invitation and returns its id. */
    add: (row: NewInvitation) => Number(add.run(row).lastInsertRowid),
    get: (id: number) => get.get(id),
    byKey: (key: string) => byKey.get(key),
    /** The open invitations that have not expired, oldest first. */
    open: (now: number) => open.all(now),
    /** The number of invitations after this time. */
    countSince: (time: number) => since.get(time) ?? 0,
    close: (id: number, state: 'used' | 'revoked') => close.run(state, id),
    renew: (id: number, now: number, expiresAt: number | null) => renew.run(now, expiresAt, id),
    /** Removes invitations that ended long ago, and returns their ids. */
    removeOld(now: number): number[] {
      const ids = old.all({ before: now - keptSeconds }).map(({ id }) => id)
      for (const id of ids) remove.run(id)
      return ids
    },
  }
}
