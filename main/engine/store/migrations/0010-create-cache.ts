/** The first schema: the server's state (cache), the user's actions (outbox, drafts), and the synchronization state. */
export const createCache = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- One life of an event queue each; high is the highest message id that it delivered.
  CREATE TABLE epoch (number INTEGER PRIMARY KEY, high INTEGER NOT NULL) STRICT;

  CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role INTEGER NOT NULL,
    is_bot INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    avatar TEXT
  ) STRICT;

  CREATE TABLE stream (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    color TEXT NOT NULL,
    is_subscribed INTEGER NOT NULL,
    is_muted INTEGER NOT NULL,
    is_pinned INTEGER NOT NULL,
    is_private INTEGER NOT NULL,
    post_policy INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    sender_id INTEGER NOT NULL,
    stream_id INTEGER,
    topic TEXT NOT NULL,
    topic_key TEXT NOT NULL,
    direct_key TEXT,
    content TEXT NOT NULL,
    plain TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    edited_at INTEGER,
    is_me INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    is_starred INTEGER NOT NULL,
    is_mentioned INTEGER NOT NULL,
    verified_epoch INTEGER NOT NULL,
    CHECK ((stream_id IS NULL) <> (direct_key IS NULL))
  ) STRICT;
  CREATE INDEX message_by_topic ON message (stream_id, topic_key, id) WHERE stream_id IS NOT NULL;
  CREATE INDEX message_by_stream ON message (stream_id, id) WHERE stream_id IS NOT NULL;
  CREATE INDEX message_by_direct ON message (direct_key, id) WHERE direct_key IS NOT NULL;

  -- Conversations that exist, with their newest known message.
  CREATE TABLE topic (
    stream_id INTEGER NOT NULL,
    topic_key TEXT NOT NULL,
    name TEXT NOT NULL,
    max_id INTEGER NOT NULL,
    PRIMARY KEY (stream_id, topic_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE direct (direct_key TEXT PRIMARY KEY, max_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- A set of ids (U1), not counts: independent of which messages are cached.
  CREATE TABLE unread (
    message_id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL,
    is_mention INTEGER NOT NULL
  ) STRICT;

  -- Between low and high every message of the container is stored. With live_epoch the upper end is the end of that
  -- epoch: open while the epoch lasts, its last delivered id after it.
  CREATE TABLE range (
    container TEXT NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    live_epoch INTEGER,
    PRIMARY KEY (container, low)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    local_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    conversation TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    attempt_at INTEGER,
    lookup_after INTEGER,
    absent_count INTEGER NOT NULL DEFAULT 0,
    may_have_been_sent INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,
    error TEXT
  ) STRICT;

  -- Which message an outbox row became: a look-up must not claim a message twice, nor a repeated call send again.
  CREATE TABLE sent (
    local_id TEXT PRIMARY KEY,
    message_id INTEGER,
    sent_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE draft (
    conversation TEXT PRIMARY KEY,
    topic TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
