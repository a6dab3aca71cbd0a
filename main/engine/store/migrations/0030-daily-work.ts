/**
 * Reactions, the user's preferences for topics and users, custom emoji, the server's state of drafts beside the local
 * one, and the messages that caused notifications.
 */
export const dailyWork = `
  -- JSON list of {type, code, name, users}: read with its message, never alone.
  ALTER TABLE message ADD COLUMN reactions TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE message ADD COLUMN has_alert_word INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE message ADD COLUMN is_wildcard INTEGER NOT NULL DEFAULT 0;

  -- The subscription's own word on notifications; null follows the user's setting.
  ALTER TABLE stream ADD COLUMN desktop_notifications INTEGER;
  ALTER TABLE stream ADD COLUMN audible_notifications INTEGER;
  ALTER TABLE stream ADD COLUMN wildcard_mentions_notify INTEGER;

  CREATE TABLE topic_policy (
    stream_id INTEGER NOT NULL,
    topic_key TEXT NOT NULL,
    policy INTEGER NOT NULL,
    PRIMARY KEY (stream_id, topic_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE muted_person (person_id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE custom_emoji (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT,
    is_deactivated INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- How often the user has chosen an emoji, for the picker.
  CREATE TABLE emoji_use (
    type TEXT NOT NULL,
    code TEXT NOT NULL,
    uses INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (type, code)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE draft RENAME TO draft_10;
  -- synced_content and synced_topic are what this client and the server last agreed on; null where the server has none.
  -- sent_content and sent_topic are on their way, or were, and nobody knows yet what became of them.
  CREATE TABLE draft (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    topic TEXT NOT NULL,
    content TEXT NOT NULL,
    attachments TEXT NOT NULL DEFAULT '[]',
    updated_at INTEGER NOT NULL,
    server_id INTEGER UNIQUE,
    synced_content TEXT,
    synced_topic TEXT,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    sent_content TEXT,
    sent_topic TEXT,
    due_at INTEGER NOT NULL DEFAULT 0,
    attempt_at INTEGER,
    refusal TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX draft_by_conversation ON draft (conversation, updated_at);
  INSERT INTO draft (id, conversation, topic, content, updated_at)
    SELECT 'local-' || conversation, conversation, topic, content, updated_at FROM draft_10;
  DROP TABLE draft_10;
`
