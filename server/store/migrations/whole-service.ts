import type { Database } from 'better-sqlite3'
import { searchText } from '../search-text.ts'

const schema = `
  -- One row an event, however many queues it stands in. Clients whose queue is gone register anew.
  DROP TABLE event;
  DROP TABLE event_queue;
  CREATE TABLE event_queue (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    options TEXT NOT NULL,
    next_event_id INTEGER NOT NULL,
    newest_pruned_id INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX event_queue_by_user ON event_queue (user_id);
  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    places TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  ALTER TABLE organization ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

  ALTER TABLE user ADD COLUMN is_system INTEGER NOT NULL DEFAULT 0;
  -- Speaks for the organization itself. Nobody signs in as it: its key is thrown away.
  INSERT INTO user (id, email, delivery_email, full_name, role, is_bot, bot_type, date_joined, api_key, is_system)
  VALUES (1, 'notification-bot@skein.invalid', 'notification-bot@skein.invalid', 'Notification Bot', 400, 1, 1, 0,
    lower(hex(randomblob(24))), 1);

  ALTER TABLE stream ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE stream ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stream ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stream ADD COLUMN can_remove_subscribers_group INTEGER NOT NULL DEFAULT 2;

  CREATE TABLE recipient_member (
    user_id INTEGER NOT NULL REFERENCES user (id),
    recipient_id INTEGER NOT NULL REFERENCES recipient (id),
    PRIMARY KEY (user_id, recipient_id)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE message ADD COLUMN topic_links TEXT NOT NULL DEFAULT '[]';
  -- What the text holds: 1 an attachment, 2 an image, 4 a link.
  ALTER TABLE message ADD COLUMN has INTEGER NOT NULL DEFAULT 0;
  UPDATE message SET has = (CASE WHEN rendered LIKE '%"/user_uploads/%' THEN 5 ELSE 0 END)
    | (CASE WHEN rendered LIKE '%message_inline_image%' THEN 6 ELSE 0 END)
    | (CASE WHEN rendered LIKE '%<a href="http%' THEN 4 ELSE 0 END);
  CREATE VIRTUAL TABLE message_search USING fts5 (
    topic, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );

  CREATE INDEX message_by_time ON message (timestamp);
  CREATE INDEX user_message_starred ON user_message (user_id, message_id) WHERE flags & 2 <> 0;
  CREATE INDEX user_message_mentioned ON user_message (user_id, message_id) WHERE flags & 88 <> 0;
  UPDATE user_message SET flags = flags | 512 WHERE message_id IN
    (SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id WHERE r.user_ids IS NOT NULL);
  CREATE INDEX user_message_direct ON user_message (user_id, message_id) WHERE flags & 512 <> 0;
  CREATE INDEX user_message_alerted ON user_message (user_id, message_id) WHERE flags & 256 <> 0;

  CREATE TABLE message_edit_next (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    timestamp INTEGER NOT NULL,
    prev_content TEXT,
    prev_rendered TEXT,
    prev_stream INTEGER,
    stream INTEGER,
    prev_topic TEXT,
    topic TEXT
  ) STRICT;
  INSERT INTO message_edit_next (id, message_id, user_id, timestamp, prev_content, prev_rendered)
    SELECT id, message_id, user_id, timestamp, prev_content, prev_rendered FROM message_edit;
  DROP TABLE message_edit;
  ALTER TABLE message_edit_next RENAME TO message_edit;
  CREATE INDEX message_edit_by_message ON message_edit (message_id, id);

  CREATE INDEX user_topic_by_topic ON user_topic (stream_id, topic_key);
  CREATE TABLE submessage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    sender_id INTEGER NOT NULL REFERENCES user (id),
    msg_type TEXT NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX submessage_by_message ON submessage (message_id, id);

  CREATE TABLE user_group (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    is_system_group INTEGER NOT NULL,
    can_mention_group INTEGER NOT NULL
  ) STRICT;
  INSERT INTO user_group (id, name, name_key, description, is_system_group, can_mention_group) VALUES
    (1, 'role:owners', 'role:owners', 'Owners of this organization', 1, 8),
    (2, 'role:administrators', 'role:administrators', 'Administrators of this organization, including owners', 1, 8),
    (3, 'role:moderators', 'role:moderators', 'Moderators of this organization, including administrators', 1, 8),
    (4, 'role:fullmembers', 'role:fullmembers', 'Members of this organization, not including new accounts and guests', 1, 8),
    (5, 'role:members', 'role:members', 'Members of this organization, not including guests', 1, 8),
    (6, 'role:everyone', 'role:everyone', 'Everyone in this organization, including guests', 1, 8),
    (7, 'role:internet', 'role:internet', 'Everyone on the Internet', 1, 8),
    (8, 'role:nobody', 'role:nobody', 'Nobody', 1, 8);
  CREATE TABLE user_group_member (
    group_id INTEGER NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES user (id),
    PRIMARY KEY (group_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE user_group_subgroup (
    group_id INTEGER NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    subgroup_id INTEGER NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, subgroup_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE scheduled_message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES user (id),
    type TEXT NOT NULL,
    recipients TEXT NOT NULL,
    topic TEXT NOT NULL,
    content TEXT NOT NULL,
    rendered TEXT NOT NULL,
    deliver_at INTEGER NOT NULL,
    read_by_sender INTEGER NOT NULL,
    client TEXT NOT NULL,
    failed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX scheduled_message_by_time ON scheduled_message (failed, deliver_at);

  CREATE TABLE profile_field (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    hint TEXT NOT NULL,
    field_data TEXT NOT NULL,
    in_summary INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE profile_value (
    user_id INTEGER NOT NULL REFERENCES user (id),
    field_id INTEGER NOT NULL REFERENCES profile_field (id) ON DELETE CASCADE,
    value TEXT NOT NULL,
    rendered_value TEXT,
    PRIMARY KEY (user_id, field_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alert_word (
    user_id INTEGER NOT NULL REFERENCES user (id),
    word_key TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (user_id, word_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE presence (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    active_at INTEGER,
    idle_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE user_status (
    user_id INTEGER PRIMARY KEY REFERENCES user (id),
    away INTEGER NOT NULL DEFAULT 0,
    status_text TEXT NOT NULL DEFAULT '',
    emoji_name TEXT NOT NULL DEFAULT '',
    emoji_code TEXT NOT NULL DEFAULT '',
    reaction_type TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE linkifier (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    position INTEGER NOT NULL,
    pattern TEXT NOT NULL,
    url_template TEXT NOT NULL
  ) STRICT;
`

/** Migrates the data of the first, partial service to all of the Service API. */
export function wholeService(database: Database): void {
  database.exec(schema)
  const setKey = database.prepare('UPDATE stream SET name_key = ? WHERE id = ?')
  for (const stream of database.prepare<[], { id: number; name: string }>('SELECT id, name FROM stream').all()) {
    setKey.run(stream.name.toLowerCase(), stream.id)
  }
  database.exec('CREATE UNIQUE INDEX stream_by_name ON stream (name_key)')

  const addMember = database.prepare(
    'INSERT INTO recipient_member (user_id, recipient_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const recipients = database
    .prepare<[], { id: number; user_ids: string }>('SELECT id, user_ids FROM recipient WHERE user_ids IS NOT NULL')
    .all()
  for (const recipient of recipients) {
    for (const id of recipient.user_ids.split(',')) addMember.run(Number(id), recipient.id)
  }

  const index = database.prepare('INSERT INTO message_search (rowid, topic, body) VALUES (?, ?, ?)')
  const messages = database.prepare<[], { id: number; topic: string; rendered: string }>(
    'SELECT id, topic, rendered FROM message',
  )
  for (const message of messages.all()) {
    index.run(message.id, searchText(message.topic), searchText(message.rendered, { isHtml: true }))
  }
}
