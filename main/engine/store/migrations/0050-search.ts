/**
 * Full-text search over all cached messages. The index is filled in the background, because a large cache takes a
 * while.
 */
export const search = `
  -- What the text holds: 1 an attachment, 2 an image, 4 a link.
  ALTER TABLE message ADD COLUMN has INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE message ADD COLUMN is_indexed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX message_not_indexed ON message (id) WHERE is_indexed = 0;
  CREATE INDEX message_by_sender ON message (sender_id, id);
  CREATE INDEX message_starred ON message (id) WHERE is_starred = 1;
  CREATE INDEX message_mentioned ON message (id) WHERE is_mentioned = 1;
  CREATE VIRTUAL TABLE message_text USING fts5 (
    topic, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
  );
`
