import Database from 'better-sqlite3'
import { createPrivately } from '../base/private-files.ts'
import { organizationParts } from './migrations/organization-parts.ts'
import { wholeService } from './migrations/whole-service.ts'

export type ServerDatabase = Database.Database

/** The file was written by a newer server, or is not an organization's database. */
export class DatabaseVersionError extends Error {
  readonly code = 'DATABASE_VERSION'
}

/** A change of the schema: SQL or a function. Released migrations are never edited. */
export interface Migration {
  /** The `PRAGMA user_version` after this migration. */
  readonly version: number
  readonly change: string | ((database: ServerDatabase) => void)
}

/** The migrations of `store/`: each entry raises `PRAGMA user_version` from its index to its index + 1. */
const shared: readonly Migration['change'][] = [
  `
  CREATE TABLE organization (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    string_id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE user (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    delivery_email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    full_name TEXT NOT NULL,
    role INTEGER NOT NULL,
    is_active INTEGER NOT NULL DEFAULT 1,
    is_bot INTEGER NOT NULL DEFAULT 0,
    bot_type INTEGER,
    bot_owner_id INTEGER,
    timezone TEXT NOT NULL DEFAULT '',
    date_joined INTEGER NOT NULL,
    password_hash TEXT,
    api_key TEXT NOT NULL,
    avatar_path TEXT,
    avatar_version INTEGER NOT NULL DEFAULT 1,
    settings TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
  CREATE TABLE stream (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    description TEXT NOT NULL,
    rendered_description TEXT NOT NULL,
    date_created INTEGER NOT NULL,
    invite_only INTEGER NOT NULL DEFAULT 0,
    is_web_public INTEGER NOT NULL DEFAULT 0,
    history_public_to_subscribers INTEGER NOT NULL DEFAULT 1,
    stream_post_policy INTEGER NOT NULL DEFAULT 1,
    message_retention_days INTEGER,
    first_message_id INTEGER
  ) STRICT;
  CREATE TABLE subscription (
    user_id INTEGER NOT NULL REFERENCES user (id),
    stream_id INTEGER NOT NULL REFERENCES stream (id),
    is_active INTEGER NOT NULL DEFAULT 1,
    color TEXT NOT NULL,
    is_muted INTEGER NOT NULL DEFAULT 0,
    pin_to_top INTEGER NOT NULL DEFAULT 0,
    desktop_notifications INTEGER,
    audible_notifications INTEGER,
    push_notifications INTEGER,
    email_notifications INTEGER,
    wildcard_mentions_notify INTEGER,
    PRIMARY KEY (user_id, stream_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX subscription_by_stream ON subscription (stream_id, is_active);
  CREATE TABLE recipient (
    id INTEGER PRIMARY KEY,
    stream_id INTEGER UNIQUE REFERENCES stream (id),
    user_ids TEXT UNIQUE,
    CHECK ((stream_id IS NULL) <> (user_ids IS NULL))
  ) STRICT;
  CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sender_id INTEGER NOT NULL REFERENCES user (id),
    recipient_id INTEGER NOT NULL REFERENCES recipient (id),
    topic TEXT NOT NULL,
    topic_key TEXT NOT NULL,
    content TEXT NOT NULL,
    rendered TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    client TEXT NOT NULL
  ) STRICT;
  CREATE INDEX message_by_recipient ON message (recipient_id, id);
  CREATE INDEX message_by_topic ON message (recipient_id, topic_key, id);
  CREATE INDEX message_by_sender ON message (sender_id, id);
  CREATE TABLE user_message (
    user_id INTEGER NOT NULL REFERENCES user (id),
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    flags INTEGER NOT NULL,
    PRIMARY KEY (user_id, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX user_message_unread ON user_message (user_id, message_id) WHERE flags & 1 = 0;
  CREATE TABLE event_queue (
    id TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES user (id),
    options TEXT NOT NULL,
    next_event_id INTEGER NOT NULL,
    newest_pruned_id INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX event_queue_by_user ON event_queue (user_id);
  CREATE TABLE event (
    queue_id TEXT NOT NULL REFERENCES event_queue (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (queue_id, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE message ADD COLUMN last_edit_timestamp INTEGER;
  CREATE TABLE message_edit (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    timestamp INTEGER NOT NULL,
    prev_content TEXT NOT NULL,
    prev_rendered TEXT NOT NULL
  ) STRICT;
  CREATE INDEX message_edit_by_message ON message_edit (message_id, id);
  CREATE INDEX user_message_by_message ON user_message (message_id);
  `,
  `
  CREATE TABLE reaction (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    emoji_name TEXT NOT NULL,
    emoji_code TEXT NOT NULL,
    reaction_type TEXT NOT NULL,
    UNIQUE (message_id, user_id, reaction_type, emoji_code)
  ) STRICT;
  CREATE TABLE user_topic (
    user_id INTEGER NOT NULL REFERENCES user (id),
    stream_id INTEGER NOT NULL REFERENCES stream (id),
    topic_key TEXT NOT NULL,
    topic TEXT NOT NULL,
    visibility_policy INTEGER NOT NULL,
    last_updated INTEGER NOT NULL,
    PRIMARY KEY (user_id, stream_id, topic_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE muted_user (
    user_id INTEGER NOT NULL REFERENCES user (id),
    muted_id INTEGER NOT NULL REFERENCES user (id),
    timestamp INTEGER NOT NULL,
    PRIMARY KEY (user_id, muted_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX muted_user_by_muted ON muted_user (muted_id);
  CREATE TABLE draft (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    type TEXT NOT NULL,
    recipients TEXT NOT NULL,
    topic TEXT NOT NULL,
    content TEXT NOT NULL,
    timestamp INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX draft_by_user ON draft (user_id, timestamp);
  -- Files that people sent: a path below /user_uploads/, and the messages that link to it.
  CREATE TABLE attachment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    path_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    create_time INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX attachment_by_user ON attachment (user_id, id);
  CREATE TABLE attachment_message (
    attachment_id INTEGER NOT NULL REFERENCES attachment (id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    PRIMARY KEY (attachment_id, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachment_message_by_message ON attachment_message (message_id);
  CREATE TABLE custom_emoji (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    file TEXT NOT NULL,
    author_id INTEGER REFERENCES user (id),
    is_deactivated INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  `,
  wholeService,
  'ALTER TABLE organization ADD COLUMN is_deactivated INTEGER NOT NULL DEFAULT 0;',
  organizationParts,
  `
  -- What took effect, by what the client calls it. The message may have been deleted since.
  CREATE TABLE sending (
    user_id INTEGER NOT NULL REFERENCES user (id),
    queue_id TEXT NOT NULL,
    local_id TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    new_policy INTEGER,
    sent_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, queue_id, local_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sending_by_user ON sending (user_id, message_id);
  CREATE INDEX sending_by_time ON sending (sent_at);
  `,
  `
  -- Who gets a new message, as JSON: flags, and the users whose row has them. They are moved to user_message later.
  CREATE TABLE new_readers (
    message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
    readers TEXT NOT NULL
  ) STRICT;
  `,
]

/**
 * Opens, creates or migrates the organization's database. A commit survives the end of the process; `CommitFlush` makes
 * it survive a power failure. The bytes of a file instead of a path are opened in memory.
 * @param added migrations of resources with their own tables; they follow the shared migration of the same version
 */
export function openServerDatabase(path: string | Buffer, added: readonly Migration[]): ServerDatabase {
  if (typeof path === 'string' && path !== ':memory:') createPrivately(path)
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('fullfsync = ON')
  // A larger log writes pages of many changes back only once; 16000 pages are 64 MB.
  database.pragma('wal_autocheckpoint = 16000')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 2000')
  const versions = changesByVersion(added)
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > versions.length) {
    database.close()
    throw new DatabaseVersionError(
      `the organization's data was written by a newer Skein server (version ${version}, this one knows ${versions.length}); start that one, or use another folder`,
    )
  }
  for (const [index, changes] of versions.entries()) {
    if (index < version) continue
    database.transaction(() => {
      for (const change of changes) {
        if (typeof change === 'string') database.exec(change)
        else change(database)
      }
      database.pragma(`user_version = ${index + 1}`)
    })()
  }
  return database
}

/** The changes to each version from 1 on. @throws Error if a version has no change */
export function changesByVersion(added: readonly Migration[]): readonly (readonly Migration['change'][])[] {
  const newest = Math.max(shared.length, ...added.map(({ version }) => version))
  return Array.from({ length: newest }, (_, index) => {
    const own = added.filter(({ version }) => version === index + 1).map(({ change }) => change)
    const changes = [...shared.slice(index, index + 1), ...own]
    if (changes.length === 0) throw new Error(`no migration leads to version ${index + 1}`)
    return changes
  })
}

/** The SQLite version in better-sqlite3, such as `3.50.4`. */
export function sqliteVersion(): string {
  const database = new Database(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
