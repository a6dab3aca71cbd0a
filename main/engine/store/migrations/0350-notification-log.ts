/** Version 350: the decisions about notifications, with their reasons. */
export const notificationLog = `
  CREATE TABLE notification_log (
    message_id INTEGER PRIMARY KEY,
    -- The conversation and the sender at the time of the decision; the message may be evicted or deleted since.
    conversation TEXT NOT NULL,
    sender_id INTEGER NOT NULL,
    -- UNIX milliseconds.
    decided_at INTEGER NOT NULL,
    -- 'shown', 'summary' or 'none'.
    outcome TEXT NOT NULL,
    has_sound INTEGER NOT NULL,
    -- A JSON list of reasons, the one that decided first.
    reasons TEXT NOT NULL,
    -- The JSON of what happened to the notification later, and when; null for nothing.
    later TEXT,
    later_at INTEGER
  );
  CREATE INDEX notification_log_age ON notification_log (decided_at);
`
