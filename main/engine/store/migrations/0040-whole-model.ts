/** Further state of the service: groups, profiles, statuses, scheduled messages, linkifiers and polls. */
export const wholeModel = `
  ALTER TABLE person ADD COLUMN api_email TEXT NOT NULL DEFAULT '';
  ALTER TABLE person ADD COLUMN timezone TEXT NOT NULL DEFAULT '';
  -- UNIX seconds; null where the server does not say.
  ALTER TABLE person ADD COLUMN joined_at INTEGER;
  ALTER TABLE person ADD COLUMN bot_type INTEGER;
  ALTER TABLE person ADD COLUMN bot_owner_id INTEGER;
  -- JSON: {field id: {value, html}}, read with its person, never alone.
  ALTER TABLE person ADD COLUMN profile TEXT NOT NULL DEFAULT '{}';

  ALTER TABLE stream ADD COLUMN created_at INTEGER;
  ALTER TABLE stream ADD COLUMN is_web_public INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stream ADD COLUMN is_history_public INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE stream ADD COLUMN retention_days INTEGER;
  ALTER TABLE stream ADD COLUMN first_message_id INTEGER;
  ALTER TABLE stream ADD COLUMN remove_subscribers_group INTEGER;
  ALTER TABLE stream ADD COLUMN weekly_traffic INTEGER;
  ALTER TABLE stream ADD COLUMN push_notifications INTEGER;
  ALTER TABLE stream ADD COLUMN email_notifications INTEGER;

  -- JSON list of {id, senderId, content} by id: the parts of a poll or a to-do list.
  ALTER TABLE message ADD COLUMN submessages TEXT NOT NULL DEFAULT '[]';

  CREATE TABLE user_group (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    is_system INTEGER NOT NULL,
    mention_group_id INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE user_group_member (
    group_id INTEGER NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (group_id, person_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE user_group_subgroup (
    group_id INTEGER NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    subgroup_id INTEGER NOT NULL,
    PRIMARY KEY (group_id, subgroup_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE profile_field (
    id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,
    type INTEGER NOT NULL,
    name TEXT NOT NULL,
    hint TEXT NOT NULL,
    data TEXT NOT NULL,
    in_summary INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE linkifier (
    id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,
    pattern TEXT NOT NULL,
    url_template TEXT NOT NULL
  ) STRICT;
  CREATE TABLE default_stream (stream_id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE alert_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE person_status (
    person_id INTEGER PRIMARY KEY,
    is_away INTEGER NOT NULL,
    text TEXT NOT NULL,
    emoji_name TEXT NOT NULL,
    emoji_code TEXT NOT NULL,
    emoji_type TEXT NOT NULL
  ) STRICT;
  CREATE TABLE scheduled_message (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    topic TEXT NOT NULL,
    content TEXT NOT NULL,
    html TEXT NOT NULL,
    deliver_at INTEGER NOT NULL,
    is_failed INTEGER NOT NULL
  ) STRICT;

  -- The old queue does not tell of these things: the next start registers anew.
  DELETE FROM meta WHERE key = 'queue';
`
